"""Steps down over 16, 8, 4, 2 and 1 lanes, of which the first lane alone gets what all 32 have.

In blocks of 32 threads the last lanes take from some that are not there. A sum means nothing but in the first
lane, whatever is done with it: the others count their own value several times. The greatest of all means
something in each, so that it may be used in the first lane alone.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.flow.distances import distance
from hipify_py.lanes.hazards.halved_distances import halved_distances
from hipify_py.lanes.hazards.one_thread import Asked
from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_model import LOOPS
from hipify_py.source.function_reading import model, names
from hipify_py.source.spans import holds
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.source.function_model import Assignment, Condition, Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

HALF = 16
DOWN, LANE = b"__shfl_down", b"__shfl"
ROW = HALF, 8, 4, 2, 1


class _Step(NamedTuple):
    """A step: what it makes anew of a value, the text of that, how far it goes, and whether it adds."""

    given: Assignment
    value: bytes
    far: Span
    is_sum: bool


class StepsToFirst:
    """The steps down of a function: of which of them the first lane alone makes something."""

    def __init__(self, unit: Unit, facts: FunctionFacts, home: Function, values: LazyValues) -> None:
        self.unit, self.facts, self.values = unit, facts, values
        self.read: Model = model(unit, home)
        self.names = names(unit, home)

    def lead(self, op: WarpOp) -> bool:
        """Say whether a step is one of a row that leads to the first lane."""
        step = self._step(op)
        row = self._row(step) if step else None
        return step is not None and row is not None and (step.is_sum or self._is_for_first(step, row))

    def _row(self, step: _Step) -> Span | None:
        """Give where the row of a step stands: a loop that halves the distance, or steps in a block."""
        if self.facts.constants.number(self._text(step.far)) is None:
            around = (one.span for one in self.read.path(step.far.start) if one.keyword in LOOPS)
            loops = [loop for span in around if (loop := self.read.loop(span))]
            first = halved_distances(self.unit, self.read, loops[-1], self.values) if loops else {}
            return loops[-1].whole if first.get(self._text(step.far)) == HALF else None
        home = self.read.home(step.far.start)
        found = [one for one in self._by_value[step.value] if self.read.home(one.far.start) == home]
        numbers = [self.facts.constants.plain(expression(self._text(one.far))) for one in found]
        whole = Span(found[0].given.value.start, found[-1].given.value.end)
        return whole if tuple(numbers) == ROW[: len(numbers)] else None

    @cached_property
    def _by_value(self) -> dict[bytes, list[_Step]]:
        """Give the steps of the function by the value that they are made with, in order."""
        found: dict[bytes, list[_Step]] = {}
        for step in (self._step(op) for op in self.facts.ops if op.name.startswith(DOWN)):
            if step:
                found.setdefault(step.value, []).append(step)
        return {value: sorted(steps, key=lambda one: one.far) for value, steps in found.items()}

    def _step(self, op: WarpOp) -> _Step | None:
        """Give the step that a shuffle is part of, where it does nothing but change the value it is given."""
        far, call = distance(op), op.call
        if far is None or call is None:
            return None
        whole, value = Span(op.span.start, call.close), self._text(call.arguments[is_sync(op)])
        given = self.read.assigned_around(op.span.start)
        if given is None or not value or not holds(given.value, whole):
            return None
        alone = bare(expression(self._text(given.value)))
        is_all = given.value == whole
        if given.target.strip() == value:
            adds = given.operator == b"+" if is_all else not given.operator and self._adds(given, whole)
            return _Step(given, value, far, adds)
        if given.operator or not is_all or alone.kind != "call" or given.name != given.target.strip():
            return None
        return _Step(given, value, far, is_sum=True) if self._is_added(given, value) else None

    def _adds(self, given: Assignment, call: Span) -> bool:
        """Say whether what a value is given is itself and a call: `v = v + f(v)`."""
        node = bare(expression(self._text(given.value)))
        if (node.kind, node.text) != ("binary", b"+"):
            return False
        start = given.value.start
        sides = {one.within(start) for one in node.parts}
        others = [self._text(one) for one in sides - {call}]
        return call in sides and others == [given.target.strip()]

    def _is_added(self, given: Assignment, value: bytes) -> bool:
        """Say whether a name is used for nothing but to be added to a value."""
        made = self.names.declaration(given.name, given.value.start)
        found = [*standing(self.unit, given.name, made.scope if made else self.read.function.body)]
        uses = [one for one in found if one.start >= given.value.start]
        return bool(uses) and all(self._added.get(one.start) == (value, given.name) for one in uses)

    @cached_property
    def _added(self) -> dict[int, tuple[bytes, bytes]]:
        """Give what is added where: what the sum is given to, and the text of what is added."""
        sums = (one for one in self.read.assignments if one.operator == b"+")
        return {one.value.start: (one.target.strip(), self._text(one.value)) for one in sums}

    def _is_for_first(self, step: _Step, row: Span) -> bool:
        """Say whether what a row of steps makes of a name is used behind it in the first lane alone."""
        name = step.given.name
        made = self.names.declaration(name, row.start) if name == step.value else None
        if made is None or made.pointers or (made.kind == "parameter" and made.sign_in(self.unit.code)):
            return False
        turns = [one for one in self.read.path(row.start) if one.keyword in LOOPS]
        if any(not holds(one.span, made.scope) and not holds(row, one.span) for one in turns):
            return False
        behind = standing(self.unit, name, Span(row.end, made.scope.end))
        return all(
            Span(use.start, use.end) in self._shown
            or any(self._is_first(one) for one in self.read.path(use.start))
            for use in behind
        )

    @cached_property
    def _shown(self) -> frozenset[Span]:
        """Give what shuffles take from the first lane for all."""
        return frozenset(self._shown_by_shuffles())

    def _shown_by_shuffles(self) -> Iterator[Span]:
        for op in self.facts.ops:
            given = op.call.arguments[is_sync(op) :] if op.call else ()
            lane = given[1] if op.name.removesuffix(b"_sync") == LANE and len(given) > 1 else None
            if lane and self.facts.constants.plain(expression(self._text(lane))) == 0:
                yield given[0]

    def _is_first(self, condition: Condition) -> bool:
        """Say whether a condition holds in the first lane alone."""
        if condition.otherwise or condition.keyword != "if":
            return False
        at = condition.span.start
        asked = Asked(self.unit, self.values.function, self.values.at(at), at)
        return any(
            (other is None or self.facts.constants.plain(other) == 0)
            and (asked.is_index(side) or any(not is_warp for _, is_warp in asked.in_a_part(side)))
            for side, other in asked.equal(expression(self._text(condition.span)))
        )

    def _text(self, span: Span) -> bytes:
        return self.unit.code[slice(*span)].strip()
