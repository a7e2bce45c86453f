"""Shuffles from a lane further on whose value is used only where a guard says that this lane is there.

`w = __shfl_down_sync(full, v, d); if (lane + d < lanes) v += w;`, where `lanes` hangs on the bound of those
who have left: what a lane takes of a missing one goes nowhere.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.distances import distance
from hipify_py.lanes.flow.lattice import LANE, LANE_INDEX, THREAD_INDEX, once
from hipify_py.lanes.hazards.lane_exits import leaves_before
from hipify_py.model import Span
from hipify_py.source.brackets import unbracketed
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import MIRRORED, alike, bare, names_in
from hipify_py.source.function_reading import names, path
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.hazards.lane_exits import LaneExits
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Condition, Model
    from hipify_py.source.unit import Unit

DOWN = b"__shfl_down"
UNDER = frozenset((b"<",))
STAY, LEAVE = frozenset((b"<", b"<=")), frozenset((b">=", b">"))
MOST = 16  # uses of a name that are looked at, and names that a bound hangs on
INDICES = LANE_INDEX | THREAD_INDEX


def takes_by_guard(unit: Unit, op: WarpOp, exits: LaneExits) -> bool:
    """Say whether a shuffle is such, and nobody is missing but by a bound that its guards hang on."""
    far, given = distance(op), taken_as_is(unit, exits.model, op)
    if not op.name.startswith(DOWN) or far is None or given is None:
        return False
    bounds = [*_bounds(unit, op.span.start, exits)]
    if not bounds or not all(bounds):
        return False
    guards = [*_guards(unit, given, exits)]
    return bool(guards) and all(
        any(_is_there(unit, one, far, frozenset().union(*bounds), exits) for one in each) for each in guards
    )


def taken_as_is(unit: Unit, read: Model, op: WarpOp) -> Assignment | None:
    """Give what gives a name the value that a shuffle takes and nothing else, be it in brackets."""
    given = read.assigned_around(op.span.start)
    if given is None or op.call is None or given.operator or given.target.strip() != given.name:
        return None
    whole = unit.code[op.span.start : op.call.close]
    return given if unbracketed(unit.code[slice(*given.value)]) == whole else None


def _bounds(unit: Unit, place: int, exits: LaneExits) -> Iterator[frozenset[bytes]]:
    """Give the names of the bounds by which lanes are missing at a place; none of what is no plain bound."""
    around = path(unit, exits.model, place)
    spans = {one.span for one in around}
    returned, turns, ends = exits.tables
    left = returned.get(exits.model.home(place), [])
    apart = [one for one in around if exits.differs(one)]
    if exits.is_repeated(place) or any(turns.get(one) or ends.get(one) for one in spans):
        yield frozenset()
    if any(one.keyword != "if" or one.otherwise for one in apart):
        yield frozenset()
    yield from (_bound(unit, one.span, STAY, exits) for one in apart)
    for at, span in left:
        if leaves_before(place, [(at, span)], spans):
            yield _bound(unit, span, LEAVE, exits)


def _bound(unit: Unit, asked: Span, signs: frozenset[bytes], exits: LaneExits) -> frozenset[bytes]:
    """Give the names of the bound that a condition holds a lane's index against, if by one of some signs."""
    node, known = bare(expression(unit.code[slice(*asked)])), exits.values.at(asked.start)
    if node.kind != "binary" or node.text not in MIRRORED:
        return frozenset()
    (left, right), sign = node.parts, node.text
    if known.value(left).level < LANE:
        left, right, sign = right, left, MIRRORED[sign]
    is_bound = known.value(right).level < LANE and once(known.value(left).slope) == 1
    return names_in(right) if is_bound and sign in signs else frozenset()


def _guards(unit: Unit, given: Assignment, exits: LaneExits) -> Iterator[list[Condition]]:
    """Give the conditions around each use of what a name is given, that stand not around that."""
    of, at = exits.model, given.value.start
    around = {*of.path(at)}
    end = of.turn_end(at)
    uses = [*islice(standing(unit, given.name, Span(given.value.end, of.function.body.end)), MOST + 1)]
    for use in uses:
        inside = use.start < end and len(uses) <= MOST
        yield [one for one in of.path(use.start) if one not in around] if inside else []


def _is_there(unit: Unit, one: Condition, far: Span, bound: frozenset[bytes], exits: LaneExits) -> bool:
    """Say whether a condition asks whether the lane so far on is below what hangs on a bound."""
    node = bare(expression(unit.code[slice(*one.span)]))
    if one.keyword != "if" or one.otherwise or node.kind != "binary":
        return False
    (left, right), sign = map(bare, node.parts), node.text
    if sign not in UNDER:
        left, right, sign = right, left, MIRRORED.get(sign, sign)
    if sign not in UNDER or (left.kind, left.text) != ("binary", b"+"):
        return False
    by, known = expression(unit.code[slice(*far)]), exits.values.at(one.span.start)
    indices = [other for side, other in (left.parts, left.parts[::-1]) if alike(side, by)]
    values = [known.value(index) for index in indices]
    is_own = any(once(value.slope) == 1 and value.indices & INDICES for value in values)
    return is_own and bound <= _hangs_on(unit, right, exits)


def _hangs_on(unit: Unit, node: Expression, exits: LaneExits) -> frozenset[bytes]:
    """Give the names that something hangs on, by what is given to these."""
    known = names(unit, exits.model.function)
    seen, todo = frozenset[bytes](), {*names_in(node)}
    while todo and len(seen) < MOST:
        name = todo.pop()
        seen |= {name}
        for one in known.given.get(name, ())[:MOST]:
            todo |= names_in(expression(unit.code[slice(*one.value)])) - seen
    return seen
