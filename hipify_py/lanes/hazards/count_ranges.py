"""From where to where what counts a shift may go, as far as a function tells: by masks, lanes and loops.

What data holds is not known, but what a mask or a remainder leaves of it is: `x & 63` may be 63, and `d << 3`
then 504. Of what may hang together, as the sides of `lane - (lane & 3)` do, nothing is told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.counted_loops import is_update
from hipify_py.lanes.flow.integers import COMPARED
from hipify_py.lanes.flow.leads import aliases
from hipify_py.lanes.flow.made_members import refers
from hipify_py.lanes.flow.reaching import pointed_at
from hipify_py.lanes.hazards.lane_counts import SIGNS
from hipify_py.lanes.hazards.ranges import LAST_LANE, Range, made_of, part
from hipify_py.lanes.hazards.word_offsets import is_lane
from hipify_py.lazy import cached_property
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.tokens import A_NAME

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.lanes.hazards.lane_counts import LaneCounts
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Loop, Model

DEEPEST = 8  # names that are followed, one from the other
TRUTHS = frozenset((*COMPARED, b"&&", b"||"))
LESS = frozenset((b"min", b"umin"))
ENDS = {  # where a loop ends that counts up or down: before the bound, or one behind that
    1: {b"<": 0, b"<=": 1, b"!=": 0},
    -1: {b">": 0, b">=": -1, b"!=": 0},
}


class CountRanges:
    """The ranges in one function, whose `counts` by masks know its names and its numbers."""

    def __init__(self, of: Model, values: LazyValues, counts: LaneCounts) -> None:
        """Remember where to look."""
        self.code, self.model, self.values = values.unit.code, of, values
        self.names, self.number = counts.names, counts.number
        self._kept: dict[tuple[bytes, int], Range | None] = {}  # of what names are given, by its place

    def of(self, node: Expression, at: int, left: int = DEEPEST) -> Range | None:
        """Give the range of an expression that stands at a place; None where it is not told."""
        node = bare(node)
        if (worth := self.number(node)) is not None:
            return Range(worth, worth)
        if node.kind == "name":
            found = self._of_name(node, at, left)
            return found and found._replace(names=found.names | {node.name})
        if node.kind == "?" and len(node.parts) == 3:
            one, other = (self.of(option, at, left) for option in node.parts[1:])
            return one and other and one.either(other)
        if node.kind == "call":
            return self._of_call(node, at, left)
        return self._of_two(node, at, left) if node.kind == "binary" and len(node.parts) == 2 else None

    def loop_of(self, name: bytes) -> Loop | None:
        """Give the loop whose turns a name counts."""
        given = (one.value.start for one in self.names.given.get(name, ()))
        return next((self._counting[at] for at in given if at in self._counting), None)

    def _of_call(self, node: Expression, at: int, left: int) -> Range | None:
        """Read the less of two, or a function that gives the lane."""
        if node.name not in LESS or len(node.parts) != 2:
            return self._of_lane(node, at)
        one, other = (self.of(given, at, left) for given in node.parts)
        return one and other and one.less(other)

    def _of_lane(self, node: Expression, at: int) -> Range | None:
        return Range(0, LAST_LANE, parts_of=made_of(node)) if is_lane(node, self.values.at(at)) else None

    def _of_two(self, node: Expression, at: int, left: int) -> Range | None:
        """Read what is made of two values, or the part of one that another leaves."""
        if node.text in TRUTHS:
            return Range(0, 1, made_of(node))
        one, other = (self.of(side, at, left) for side in node.parts)
        if node.text == b"%":
            return part(one, node.parts[0], other.low - 1) if other and other.low == other.high > 0 else None
        if node.text == b"&":
            if one and one.low == one.high:
                one, other, node = other, one, node._replace(parts=node.parts[::-1])
            return part(one, node.parts[0], other.low) if other and other.low == other.high >= 0 else None
        return one and other and one.made(node.text, other)

    def _of_name(self, node: Expression, at: int, left: int) -> Range | None:
        """Read a name by what it is given once, or by how a loop counts it."""
        made = self.names.declaration(node.name, at)
        if made is None or made.kind == "parameter" or made.pointers or made.sign_in(self.code):
            return None
        given = self.names.given_at(node.name, at) if node.name not in self._lent else ()
        if len(given) == 1 and given[0].operator == b"asm":
            return self._of_lane(node, at)
        if not given or not self._is_told(node.name, given, at):
            return None
        place = node.name, given[-1].value.start
        if place not in self._kept:
            self._kept[place] = None  # for what is given itself
            once = len(given) == 1
            self._kept[place] = (
                self._given(given[0], left) if once else self._of_loop(given[0], given[1], left)
            )
        return self._kept[place]

    def _is_told(self, name: bytes, given: Sequence[Assignment], at: int) -> bool:
        """Say whether a name is given its value before a place, and nothing else but the steps of a loop."""
        first, *others = given
        if first.operator or first.value.start >= at or first.target.strip() != name:
            return False
        return not others or (len(others) == 1 and self._is_counted_at(others[0], at))

    @cached_property
    def _lent(self) -> frozenset[bytes]:
        """Give the names that something else may change: what has an address of them, or a reference."""
        unit, read = self.values.unit, self.model
        calls = (
            text
            for call in read.calls
            for number, one in enumerate(call.arguments)
            if A_NAME.fullmatch(text := self.code[slice(*one)].strip())
            and refers(unit, self.code[slice(*call.name)], number)
        )
        led = (name for to in aliases(unit, read).values() for name in to)
        return frozenset((*pointed_at(self.code, read.function.body), *led, *calls))

    def _given(self, one: Assignment, left: int) -> Range | None:
        text = self.code[slice(*one.value)]
        return self.of(expression(text), one.value.start, left - 1) if left else None

    def _is_counted_at(self, step: Assignment, at: int) -> bool:
        """Say whether a step is that of a loop around a place."""
        loop = self._counting.get(step.value.start)
        return loop is not None and loop.body.start <= at < loop.body.end

    def _of_loop(self, first: Assignment, step: Assignment, left: int) -> Range | None:
        """Read what counts the turns of a loop, up or down, by steps that are told."""
        loop = self._counting[step.value.start]
        if not loop.start.start <= first.value.start < loop.start.end:
            return None
        begin, by = self._given(first, left), self._step(step)
        asked = expression(self.code[slice(*loop.condition)])
        ends = ENDS[1 if by > 0 else -1].get(asked.text) if by and asked.kind == "binary" else None
        if begin is None or ends is None:
            return None
        bound = self.of(asked.parts[1], loop.condition.start, left - 1) if left else None
        if bare(asked.parts[0]).text != step.name or bound is None or bound.low != bound.high:
            return None
        return begin.counted(by, bound.low + ends)

    def _step(self, step: Assignment) -> int:
        """Give by how much a loop counts; 0 where that is not told."""
        sign = SIGNS.get(step.operator, 0)
        if is_update(self.code, step):
            return sign
        return sign * (self.number(expression(self.code[slice(*step.value)])) or 0)

    @cached_property
    def _counting(self) -> dict[int, Loop]:
        """Give the loops by the places of the values in their steps."""
        found = (loop for loop in self.model.loops if loop.keyword == "for")
        return {one.value.start: loop for loop in found for one in self.model.assigned_in(loop.step)}
