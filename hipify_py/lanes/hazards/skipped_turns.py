"""Turns of loops that some threads skip: `if ((turn & 1) != (warp & 1)) continue;` before a barrier.

Those who leave the loop skip all that follow: `if (turn == warp) break;`. By what they find in their data
they may well leave it together; where barriers stand in the loop CUDA asks for that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import cached_property
from hipify_py.source.function_model import LOOPS
from hipify_py.source.spans import holds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hipify_py.model import Span
    from hipify_py.source.function_model import Condition, Leaves, Model, Path


class SkippedTurns:
    """Where some threads go on with the next turn of a loop of a function, or leave it.

    `parts` tells of a condition whether it parts threads, `ends` whether warps leave a loop by one after
    turns of differing number.
    """

    def __init__(
        self, model: Model, parts: Callable[[Condition], bool], ends: Callable[[Span, Condition], bool]
    ) -> None:
        """Read nothing yet."""
        self.model, self.parts = model, parts
        self.ends = ends
        self._known: dict[tuple[Span, Span], bool] = {}

    def left_before(self, place: int, around: Path) -> bool:
        """Say whether some threads never come to a place in a turn; `around` are the conditions there.

        What parts threads is asked only of those conditions on which they go on before that place, or which
        they leave the loop on.
        """
        spans = {one.span for one in around}
        loops = [one.span for one in around if one.keyword in LOOPS]
        skips = (each for head in loops for each in self._skips.get(head, ()))
        if any(at < place and one.span not in spans and self.parts(one) for at, one in skips):
            return True
        return any(self._leaves(head, one) for head in loops for one in self._breaks.get(head, ()))

    def _leaves(self, head: Span, condition: Condition) -> bool:
        key = head, condition.span
        if key not in self._known:
            self._known[key] = self.parts(condition) and self.ends(head, condition)
        return self._known[key]

    @cached_property
    def _skips(self) -> dict[Span, list[tuple[int, Condition]]]:
        """Give for each loop, by its head, the first place at which it goes on under each condition."""
        found: dict[Span, dict[Span, tuple[int, Condition]]] = {}
        for head, within, at in self._jumps("continue"):
            first = found.setdefault(head, {})
            for one in within:
                first.setdefault(one.span, (at, one))
        return {head: [*each.values()] for head, each in found.items()}

    @cached_property
    def _breaks(self) -> dict[Span, list[Condition]]:
        """Give for each loop, by its head, the conditions under which it is left, each once."""
        found: dict[Span, dict[Span, Condition]] = {}
        for head, within, _ in self._jumps("break"):
            if all(one.keyword != "switch" for one in within):  # which it leaves itself
                found.setdefault(head, {}).update((one.span, one) for one in within)
        return {head: [*each.values()] for head, each in found.items()}

    def _jumps(self, kind: Leaves) -> Iterator[tuple[Span, Sequence[Condition], int]]:
        """Give the jumps of a kind: the loop of each by its head, the conditions within, and its place."""
        for jump in self.model.jumps:
            if jump.kind != kind:
                continue
            around = [one for one in self.model.path(jump.at) if holds(jump.home, one.span)]
            last = max((at for at, one in enumerate(around) if one.keyword in LOOPS), default=None)
            if last is not None:
                yield around[last].span, around[last + 1 :], jump.at
