"""Butterflies: steps `v += __shfl_xor_sync(mask, v, d)` over all distances of a warp leave its lanes alike.

What a step makes of two lanes that take from each other is the same for both where what it does with the two
values does not ask which is which. Steps over 16, 8, 4, 2 and 1, in whatever order, bring all together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.butterfly_steps import XOR, Steps, home
from hipify_py.lanes.flow.constant_folding import TOLD
from hipify_py.lanes.flow.counted_loops import CountedLoops
from hipify_py.lanes.flow.versions import MARK
from hipify_py.model import Span
from hipify_py.source.function_model import LOOPS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hipify_py.lanes.flow.butterfly_steps import Step
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.reaching import Reaching
    from hipify_py.source.function_model import Assignment, Loop, Model
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.unit import Unit

DISTANCES = frozenset((16, 8, 4, 2, 1))


def evened(
    unit: Unit, read: Model, known: FunctionNames, constants: ConstantTable, reaching: Reaching
) -> frozenset[bytes]:
    """Give the versions of a function's names that are the same in all lanes of a warp, for a butterfly."""
    if not any(XOR in unit.code[slice(*one.name)].lower() for one in read.calls):
        return frozenset()
    found = _Butterflies(unit, read, known, constants, reaching).versions()
    return frozenset(one for one in found if MARK in one)  # others are not told apart from what was before


class _Butterflies:
    def __init__(
        self, unit: Unit, read: Model, known: FunctionNames, constants: ConstantTable, reaching: Reaching
    ) -> None:
        self.unit, self.read, self.known, self.constants = unit, read, known, constants
        self.reaching = reaching
        self.turning = CountedLoops(unit.code, known, constants)
        self.steps = Steps(unit, read, known, constants)
        self.loops = {one.head: one for one in read.loops}

    def versions(self) -> Iterator[bytes]:
        """Give the versions behind loops that make all steps, and behind steps that are written out."""
        by_symbol: dict[bytes, list[Assignment]] = {}
        for one in self.read.assignments:
            if one.name:
                by_symbol.setdefault(self.known.symbol(one.name, one.value.start), []).append(one)
        for symbol, given in by_symbol.items():
            steps = {one.value: step for one in given if (step := self.steps.of(one))}
            if steps:
                yield from self._written_out(symbol, given, steps)
                yield from self._in_loops(symbol, given, steps)

    def _written_out(
        self, symbol: bytes, given: Sequence[Assignment], steps: Mapping[Span, Step]
    ) -> Iterator[bytes]:
        """Give the versions that a row of steps in one block leaves behind."""
        done, behind = set[int](), 0
        here: tuple[Span, ...] = ()
        for one in given:
            step, place = steps.get(one.value), home(self.read, one)
            far = self.constants.of(step.distance, TOLD) if step else None
            if far is None or place != here or self._is_lent(one.name, behind, one.value.start):
                done, here = set(), place
            behind = one.value.end
            if far is None:
                continue
            done.add(far.value)
            if done >= DISTANCES:
                yield self.reaching.made(symbol, one.value)

    def _in_loops(
        self, symbol: bytes, given: Sequence[Assignment], steps: Mapping[Span, Step]
    ) -> Iterator[bytes]:
        """Give the versions behind loops in whose turns each assignment is a step over all distances."""
        inside: dict[Span, list[Assignment]] = {}
        for one in given:
            for condition in self.read.path(one.value.start):
                if condition.keyword in LOOPS:
                    inside.setdefault(condition.span, []).append(one)
        for head, made in inside.items():
            loop = self.loops.get(head)
            known = [steps.get(one.value) for one in made]
            if loop is None or not all(one and self._is_right_in(one, loop) for one in known):
                continue
            if self.read.jumps_in(loop.whole) or self._is_lent_in(loop, made):
                continue
            if all(one and self._goes_over_all(one, loop) for one in known):
                yield self.reaching.behind(symbol, loop.whole)

    def _is_lent_in(self, loop: Loop, made: Sequence[Assignment]) -> bool:
        """Say whether a call in a loop may change a name, beside what gives it a value."""
        starts = [loop.whole.start, *(one.value.end for one in made)]
        ends = [*(one.value.start for one in made), loop.whole.end]
        return any(self._is_lent(made[0].name, *one) for one in zip(starts, ends, strict=True))

    def _is_lent(self, name: bytes, start: int, end: int) -> bool:
        """Say whether a call between two places may change a name: one that is given it, and no shuffle."""
        code = self.unit.code
        return any(
            code[slice(*one)].strip().lstrip(b"&") == name
            for call in self.read.called_in(Span(start, end))
            if XOR not in code[slice(*call.name)].lower()
            for one in call.arguments
        )

    def _is_right_in(self, step: Step, loop: Loop) -> bool:
        """Say whether each turn of a loop makes a step."""
        path = self.read.path(step.given.value.start)
        return bool(path) and path[-1].span == loop.head and loop.body.start <= step.given.value.start

    def _goes_over_all(self, step: Step, loop: Loop) -> bool:
        named = {one.text for one in step.distance.walk() if one.kind == "name"}
        counts = [one for name in named if (one := self.turning.counted(loop, name))]
        far = (self.turning.turns(loop, one, step.distance, step.at) for one in counts)
        return any({*one} >= DISTANCES for one in far)
