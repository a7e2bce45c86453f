"""Shuffles that read no lane that is missing, whoever has left.

Where `i >= n` leaves, `i` being the index of the thread and something that all have alike, the lanes that are
there are the first ones, and `__shfl_up` reads lower ones. And where groups of 16 leave together, as by
`thread / 16`, `__shfl_xor` over less than 16 lanes reads such as are there.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import reduce
from itertools import takewhile
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.flow.distances import distance, may_be_far
from hipify_py.lanes.flow.integers import COMPARED, written
from hipify_py.lanes.flow.lattice import LANE, once
from hipify_py.lanes.hazards.fixed_numbers import fixed
from hipify_py.lanes.hazards.group_numbers import alike, is_aligned, row_of
from hipify_py.lanes.hazards.wrapped_indices import may_wrap
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_model import LOOPS
from hipify_py.source.function_reading import path
from hipify_py.source.unit_facts import fact, fact_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.held_values import Values
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.lanes.hazards.lane_exits import LaneExits
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

DEEPEST = 4  # names that are followed, one from the other
HALF = expression(b"32")
ACTIVE = b"__activemask"
WARP = 64  # what comes together in no smaller groups, whatever the wavefront
JOINS, PARTS = frozenset((b"&&", b"||", *COMPARED)), frozenset((b"&", b"%"))
UPWARDS = {b"<": True, b"<=": True, b">": False, b">=": False}


class Taken(NamedTuple):
    """From which lanes values are taken: whether from within a group of so many, a power of 2 each.

    And whether from lanes with the same in some bits of their numbers.
    """

    within: Callable[[int], bool]
    alike_in: Callable[[int], bool]


class Parting(NamedTuple):
    """A condition by which lanes part, and whether it holds for those who are there."""

    span: Span
    holds: bool


def reads_those_there(unit: Unit, op: WarpOp, exits: LaneExits, place: int | None = None) -> bool:
    """Say whether a shuffle reads such lanes alone as come to it, or to another place that leads there."""
    constants, function = exits.values.constants, exits.model.function

    def is_near(lanes: int) -> bool:
        return b"_xor" in op.name and not may_be_far(unit, op, function, constants, lanes)

    def leaves(bits: int) -> bool:
        far = distance(op) if b"_xor" in op.name else None
        turned = fixed(expression(unit.code[slice(*far)]), exits.values) if far else None
        mask = op.call.arguments[0] if op.call and is_sync(op) else None
        return turned is not None and not turned & bits and names_alike(unit, mask, bits)

    exits = exits.of_width(b"", _width(unit, op, exits))
    lower = _reads_lower(unit, op, exits)
    return op.call is not None and are_there(
        unit, op.span.start if place is None else place, exits, Taken(is_near, leaves), lower=lower
    )


def names_alike(unit: Unit, mask: Span | None, bits: int) -> bool:
    """Say whether a mask names such lanes alone as come, or such as have some bits of their numbers alike."""
    node = bare(expression(unit.code[slice(*mask)])) if mask else None
    if node is None or (node.kind == "call" and node.name == ACTIVE):
        return True
    number = written(node.text) if node.kind == "number" else None
    return number is not None and len({lane & bits for lane in range(WARP) if number.value >> lane & 1}) == 1


def _width(unit: Unit, op: WarpOp, exits: LaneExits) -> int | None:
    """Give among how many lanes a shuffle works that says so by a number."""
    given = op.call.arguments[2 + is_sync(op) :] if op.call else ()
    number = exits.values.constants.number(unit.code[slice(*given[0])].strip()) if given else None
    return number.value if number and 0 < number.value <= exits.lanes else None


def are_there(unit: Unit, place: int, exits: LaneExits, taken: Taken, *, lower: bool = False) -> bool:
    """Say whether those are there whose values are read at a place, which are `lower` lanes or near ones."""
    parted = [*_parted(unit, place, exits)]
    spans = {one.span for one in path(unit, exits.model, place)}
    left = _returns(exits).get(exits.model.home(place), NOBODY).before(place, spans)
    told = [one for one in parted if one]
    if len(told) < len(parted) or not (told or left.any(left.of.all)):
        return False
    if left.any(left.of.unclear):
        return False
    if lower and not left.any(left.of.others) and all(_leaves_the_first(exits, one) for one in told):
        return True
    bits = {one: _bits(exits, one) if _is_met(exits, place) else None for one in told}
    others = (one for one, asked in bits.items() if asked is None or not taken.alike_in(asked))
    together = min((*(_together(exits, one) for one in others), *left.together()), default=WARP)
    return together > 1 and (together == WARP or taken.within(together))


def _parted(unit: Unit, place: int, exits: LaneExits) -> Iterator[Parting | None]:
    """Give the conditions by which lanes are missing at a place; None for what is no plain condition."""
    around = path(unit, exits.model, place)
    for one in around:
        if exits.differs(one):
            yield None if one.keyword != "if" else Parting(one.span, not one.otherwise)
    spans = {one.span for one in around}
    _, turns, ends = exits.tables
    if exits.is_repeated(place) or any(turns.get(span) or ends.get(span) for span in spans):
        yield None


class _Returns(NamedTuple):
    """The conditions under which lanes return from a function or a lambda, in order of where they do so.

    By their numbers `all` are those by which lanes part, `unclear` those that are no plain conditions, and
    `others` those that do not leave the first lanes; `groups` have by how many lanes meet one together.
    """

    ats: Sequence[int] = ()
    spans: Sequence[Span] = ()
    all: Sequence[int] = ()
    unclear: Sequence[int] = ()
    others: Sequence[int] = ()
    groups: Mapping[int, Sequence[int]] = {}

    def before(self, place: int, around: set[Span]) -> _Before:
        """Give those of which lanes return before a place, but for such as stand around it."""
        return _Before(self, bisect_left(self.ats, place), around)


class _Before(NamedTuple):
    """Those of some conditions under which lanes return before a place: as they are told apart there."""

    of: _Returns
    end: int
    around: set[Span]

    def any(self, numbers: Sequence[int]) -> bool:
        """Say whether one of some is among them; few stand around a place."""
        before = takewhile(lambda number: number < self.end, numbers)
        return any(self.of.spans[number] not in self.around for number in before)

    def together(self) -> Iterator[int]:
        """Give how many lanes meet each together."""
        yield from (many for many, numbers in self.of.groups.items() if self.any(numbers))


NOBODY = _Returns()


@fact
def _returns(exits: LaneExits) -> dict[Span, _Returns]:
    """Give for each function or lambda how its lanes return."""
    found: dict[Span, dict[tuple[Span, Parting | None], int]] = {}
    for jump in exits.model.jumps:
        if jump.kind == "return":
            around = exits.model.path(jump.at)
            is_plain = not any(each.keyword in LOOPS for each in around)
            for one in (one for one in around if exits.differs(one)):
                parting = Parting(one.span, one.otherwise) if is_plain and one.keyword == "if" else None
                found.setdefault(jump.home, {}).setdefault((one.span, parting), jump.at)
    return {
        home: _read(exits, sorted(((at, *one) for one, at in told.items()), key=lambda one: one[:2]))
        for home, told in found.items()
    }


def _read(exits: LaneExits, told: Sequence[tuple[int, Span, Parting | None]]) -> _Returns:
    groups: dict[int, list[int]] = {}
    unclear, others = [], []
    for number, (_, _, parting) in enumerate(told):
        if parting is None:
            unclear.append(number)
            continue
        groups.setdefault(_together(exits, parting), []).append(number)
        if not _leaves_the_first(exits, parting):
            others.append(number)
    ats, spans = [at for at, *_ in told], [span for _, span, _ in told]
    return _Returns(ats, spans, range(len(told)), unclear, others, groups)


def _reads_lower(unit: Unit, op: WarpOp, exits: LaneExits) -> bool:
    """Say whether a shuffle reads lanes before the own one, or the first of all."""
    plain = op.name.removesuffix(b"_sync")
    if plain == b"__shfl_up":
        return True
    given = op.call.arguments[is_sync(op) :] if op.call else ()
    lane = exits.values.constants.number(unit.code[slice(*given[1])].strip()) if len(given) > 1 else None
    return plain == b"__shfl" and lane is not None and lane.value == 0


@fact_of
def _leaves_the_first(exits: LaneExits, one: Parting) -> bool:
    """Say whether those who are there are the lanes up to one, in each group of those that work together."""
    node = expression(exits.unit.code[slice(*one.span)])
    is_of_first = _is_of_first(node, exits.values.at(one.span.start), holds=one.holds)
    whole = is_of_first and row_of(node, exits.values) >= exits.lanes
    return whole and not may_wrap(node, one.span.start, exits.values)


def _is_of_first(node: Expression, values: Values, *, holds: bool) -> bool:
    node = bare(node)
    if (node.kind, node.text) == ("unary", b"!"):
        return _is_of_first(node.parts[0], values, holds=not holds)
    if (node.kind, node.text) == ("binary", b"&&" if holds else b"||"):
        return all(_is_of_first(part, values, holds=holds) for part in node.parts)
    if values.value(node).level < LANE:
        return True
    if node.kind != "binary" or node.text not in UPWARDS:
        return False
    left, right = map(values.value, node.parts)
    below = UPWARDS[node.text] == holds
    index, bound = (left, right) if below else (right, left)
    return once(index.slope) == 1 and bound.level < LANE


def _is_met(exits: LaneExits, place: int) -> bool:
    """Say whether all lanes come to where a place's conditions are asked, as far as the function tells.

    A lambda may be called by some; and what assembly ends leaves no trace.
    """
    function = exits.model.function
    return exits.model.home(place) == function.body and not _ends_in_assembly(exits.unit, function)


@fact_of
def _ends_in_assembly(unit: Unit, function: Function) -> bool:
    return b"exit;" in unit.source[slice(*function.body)]


@fact_of
def _bits(exits: LaneExits, one: Parting) -> int | None:
    """Give the bits of a lane's number on which alone a condition hangs: 3 of `(lane & 3) == 0`."""
    node = expression(exits.unit.code[slice(*one.span)])
    whole = row_of(node, exits.values) >= exits.lanes
    return _asked_bits(node, one.span.start, exits.values) if whole else None


def _asked_bits(node: Expression, at: int, values: LazyValues) -> int | None:
    node = bare(node)
    if values.at(at).value(node).level < LANE:
        return 0
    if (node.kind, node.text) == ("unary", b"!") or (node.kind == "binary" and node.text in JOINS):
        asked = [_asked_bits(part, at, values) for part in node.parts]
        return None if None in asked else reduce(or_, (one for one in asked if one), 0)
    if node.kind != "binary" or node.text not in PARTS:
        return None
    index, number = node.parts[0], fixed(node.parts[1], values)
    if number is None or not is_aligned(index, at, values, HALF, DEEPEST):
        return None
    if node.text == b"&":
        return number
    return number - 1 if number > 0 and not number & (number - 1) else None


@fact_of
def _together(exits: LaneExits, one: Parting) -> int:
    """Give how many lanes meet a condition together at least: a power of 2."""
    return alike(expression(exits.unit.code[slice(*one.span)]), one.span.start, exits.values)
