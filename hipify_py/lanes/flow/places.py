"""In which regions of a function a place stands, as control comes to it."""

from __future__ import annotations

from bisect import bisect_right
from itertools import chain, islice
from typing import TYPE_CHECKING

from hipify_py.source.function_model import DEEPEST, LOOPS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Span
    from hipify_py.source.function_model import Loop, Model

WHOLE = -1  # the region of a whole function


class Places:
    """The regions around each place of a function, with the offset at which it stands in each.

    What a loop asks and its step stand in the loop's body, the step behind all else.
    """

    def __init__(self, model: Model) -> None:
        """Find the heads of the loops."""
        self.regions = model.regions
        self.loops: dict[int, Loop] = {}
        """The loops by the numbers of their bodies."""
        by_head = {one.head: one for one in model.loops}
        heads: list[tuple[Span, int, int]] = []
        for number, region in enumerate(model.regions.listed):
            condition = region.condition
            loop = by_head.get(condition.span) if condition and condition.keyword in LOOPS else None
            if loop:
                self.loops[number] = loop
                heads += ((loop.condition, number, 0), (loop.step, number, behind(region.span, loop)))
        self._heads = sorted(one for one in heads if one[0].start < one[0].end)

    def around(self, at: int) -> Iterator[tuple[int, int]]:
        """Give the numbers of the regions around a place, from the inside out, and its offset in each."""
        for number in chain(islice(self.regions.numbers(at), DEEPEST), (WHOLE,)):
            last = bisect_right(self._heads, at, key=lambda one: one[0].start) - 1
            if last >= 0 and at < self._heads[last][0].end:
                _, loop, moved = self._heads[last]
                if self.regions.listed[loop].parent == number:
                    yield loop, at + moved
                    at = self.regions.listed[loop].span.start
            yield number, at
            if number == WHOLE or self.regions.listed[number].condition is None:
                return
            at = self.regions.listed[number].span.start


def behind(body: Span, loop: Loop) -> int:
    """Give by how much what stands in a loop's step is moved to stand behind the body."""
    return body.end + 1 - loop.step.start
