"""Which assignments reach a use of a name: those since the last one that stands before it for certain.

Reaching definitions on structured code: an assignment in a region stands before all that follows in that
region and in those within, however often a loop runs (Aho, Lam, Sethi, Ullman: Compilers, 9.2.4). What is
found errs towards too many.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right, insort
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.source.conditions import inside
from hipify_py.source.function_model import DEEPEST
from hipify_py.source.function_names import name_of
from hipify_py.source.tokens import A_NAME

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.model import Span
    from hipify_py.source.function_model import Model

WHOLE = -1  # the region of a whole function
ADDRESS = re.compile(rb"(?:^|[^\w)\]&\s])\s*&\s*([A-Za-z_]\w*)|\b(?:return|case)\s*&\s*([A-Za-z_]\w*)")
MARK = b"="  # stands in no symbol


class Written(NamedTuple):
    """A value that a symbol is given: its span, and whether nothing of what it had before is left."""

    symbol: bytes
    value: Span
    anew: bool


def _behind_bodies(model: Model) -> Iterator[tuple[Span, int]]:
    """Give the conditions that `do` loops come to at the end of the body alone, and that end."""
    continues = [jump.at for jump in model.jumps if jump.kind == "continue"]
    for loop in model.loops:
        if loop.keyword == "do" and loop.body.start < loop.body.end:
            skips = bisect_left(continues, loop.body.start) < bisect_left(continues, loop.body.end)
            if not skips:
                yield loop.condition, loop.body.end - 1


def _shared(model: Model, code: bytes) -> set[bytes]:
    """Give the names that have another one: a reference, or a pointer."""
    found = {name for one in ADDRESS.finditer(code, *model.function.body) for name in one.groups() if name}
    for one in model.declarations:
        if one.sign_in(code) == b"&":
            found.update((one.name, *A_NAME.findall(code[slice(*(one.value or one.at))])))
    return found


class Reaching:
    """The assignments of one function, by what they stand before.

    A version of a symbol is what it holds from one assignment on until the next of the same region; it is
    named by the symbol, a mark and where that assignment ends. What stands behind none is the symbol itself.
    """

    def __init__(self, model: Model, code: bytes, written: Iterable[Written]) -> None:
        """Find for each region the assignments in it that stand before what follows."""
        self._model = model
        self._ends: dict[tuple[bytes, int], list[int]] = {}
        self._behind = sorted(_behind_bodies(model))
        if any(jump.kind == "goto" for jump in model.jumps) or model.function.kind == "macro":
            return
        shared = _shared(model, code)
        steps = sorted(loop.step for loop in model.loops if loop.step.start < loop.step.end)
        homes: dict[bytes, Span] = {}
        found = []
        for one in written:
            at = one.value.start
            around = [*self._around(at)]
            condition = model.regions.listed[around[0]].condition if around[0] != WHOLE else None
            if homes.setdefault(one.symbol, model.home(at)) != model.home(at) or len(around) > DEEPEST:
                shared.add(one.symbol)
            if one.anew and not inside(steps, at) and (condition is None or condition.keyword != "switch"):
                found.append((one.symbol, around[0], one.value.end))
        for symbol, number, end in found:
            if symbol not in shared and name_of(symbol) not in shared:
                insort(self._ends.setdefault((symbol, number), []), end)

    def _around(self, at: int) -> Iterator[int]:
        """Give the numbers of the regions around a place, from the inside out, within its lambda."""
        last = bisect_right(self._behind, at, key=lambda one: one[0].start) - 1
        if last >= 0 and at < self._behind[last][0].end:
            at = self._behind[last][1]
        numbers = self._model.regions.numbers(at)
        for number in islice(numbers, DEEPEST):
            yield number
            if self._model.regions.listed[number].condition is None:
                return
        yield WHOLE

    def versions(self, symbol: bytes, at: int) -> Iterator[bytes]:
        """Give the versions that an assignment at a place adds to, the innermost first."""
        for number in self._around(at) if self._ends else ():
            ends = self._ends.get((symbol, number))
            behind = bisect_right(ends, at) if ends else 0
            if ends and behind:
                yield b"%b%b%d" % (symbol, MARK, ends[behind - 1])
        yield symbol

    def version(self, symbol: bytes, at: int) -> bytes:
        """Give the version that a use at a place reads."""
        return next(self.versions(symbol, at))
