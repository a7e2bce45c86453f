"""Shuffles that read no lane that is missing, whoever has left.

Where `i >= n` leaves, `i` being the index of the thread and something that all have alike, the lanes that are
there are the first ones, and `__shfl_up` reads lower ones. And where groups of 16 leave together, as by
`thread / 16`, `__shfl_xor` over less than 16 lanes reads such as are there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.flow.distances import may_be_far
from hipify_py.lanes.flow.lattice import LANE, once
from hipify_py.lanes.hazards.group_numbers import alike
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_model import LOOPS
from hipify_py.source.function_reading import path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.hazards.lane_exits import LaneExits
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Model
    from hipify_py.source.unit import Unit

UPWARDS = {b"<": True, b"<=": True, b">": False, b">=": False}


class Parting(NamedTuple):
    """A condition by which lanes part, and whether it holds for those who are there."""

    span: Span
    holds: bool


def reads_those_there(unit: Unit, op: WarpOp, exits: LaneExits) -> bool:
    """Say whether a shuffle reads such lanes alone as come to it."""
    parted = [*_parted(unit, op.span.start, exits)]
    told = [one for one in parted if one]
    if not told or len(told) < len(parted) or op.call is None:
        return False
    reading = _Reading(unit, exits)
    if _reads_lower(unit, op, exits) and all(map(reading.leaves_the_first, told)):
        return True
    together = min(map(reading.together, told))
    if together < 2:
        return False
    constants, function = exits.values.constants, exits.model.function
    return b"_xor" in op.name and not may_be_far(unit, op, function, constants, together)


def _parted(unit: Unit, place: int, exits: LaneExits) -> Iterator[Parting | None]:
    """Give the conditions by which lanes are missing at a place; None for what is no plain condition."""
    around = path(unit, exits.model, place)
    for one in around:
        if exits.differs(one):
            yield None if one.keyword != "if" else Parting(one.span, not one.otherwise)
    spans = {one.span for one in around}
    yield from _left(exits, place, spans)
    _, turns, ends = exits.tables
    if exits.is_repeated(place) or any(turns.get(span) or ends.get(span) for span in spans):
        yield None


def _left(exits: LaneExits, place: int, spans: set[Span]) -> Iterator[Parting | None]:
    """Give the conditions by which lanes have returned before a place."""
    of: Model = exits.model
    for jump in of.jumps:
        if jump.kind != "return" or jump.at >= place or jump.home != of.home(place):
            continue
        for one in of.path(jump.at):
            if one.span not in spans and exits.differs(one):
                plain = one.keyword == "if" and not any(each.keyword in LOOPS for each in of.path(jump.at))
                yield Parting(one.span, one.otherwise) if plain else None


def _reads_lower(unit: Unit, op: WarpOp, exits: LaneExits) -> bool:
    """Say whether a shuffle reads lanes before the own one, or the first of all."""
    plain = op.name.removesuffix(b"_sync")
    if plain == b"__shfl_up":
        return True
    given = op.call.arguments[is_sync(op) :] if op.call else ()
    lane = exits.values.constants.number(unit.code[slice(*given[1])].strip()) if len(given) > 1 else None
    return plain == b"__shfl" and lane is not None and lane.value == 0


class _Reading:
    """Reads the conditions by which the lanes of a function part."""

    def __init__(self, unit: Unit, exits: LaneExits) -> None:
        self.unit, self.exits = unit, exits

    def leaves_the_first(self, one: Parting) -> bool:
        """Say whether those who are there are the lanes up to one."""
        return self._is_of_first(expression(self.unit.code[slice(*one.span)]), one, holds=one.holds)

    def _is_of_first(self, node: Expression, of: Parting, *, holds: bool) -> bool:
        node = bare(node)
        if (node.kind, node.text) == ("unary", b"!"):
            return self._is_of_first(node.parts[0], of, holds=not holds)
        if (node.kind, node.text) == ("binary", b"&&" if holds else b"||"):
            return all(self._is_of_first(part, of, holds=holds) for part in node.parts)
        values = self.exits.values.at(of.span.start)
        if values.value(node).level < LANE:
            return True
        if node.kind != "binary" or node.text not in UPWARDS:
            return False
        left, right = map(values.value, node.parts)
        below = UPWARDS[node.text] == holds
        index, bound = (left, right) if below else (right, left)
        return once(index.slope) == 1 and bound.level < LANE

    def together(self, one: Parting) -> int:
        """Give how many lanes meet a condition together at least: a power of 2."""
        return alike(expression(self.unit.code[slice(*one.span)]), one.span.start, self.exits.values)
