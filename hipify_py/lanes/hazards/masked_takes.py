"""Shuffles by a mask of some lanes, in a branch to which not all of these come.

`__shfl_down_sync(__activemask(), v, 1)` is for the lanes that are there, whichever the next one is. And
`if (lane == __ffs(same) - 1) for (i ...) sum += __shfl_sync(same, v, i);` waits for lanes that never come.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.flow.distances import REACHING
from hipify_py.lanes.flow.followed import held
from hipify_py.lanes.flow.lattice import LANE, LANE_INDEX, THREAD_INDEX
from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare, names_in
from hipify_py.source.function_model import LOOPS
from hipify_py.source.function_reading import names, path
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.hazards.lane_exits import LaneExits
    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit

ACTIVE = b"__activemask"
MAKES = frozenset((ACTIVE, b"__ballot_sync", b"__match_any_sync", b"__match_all_sync"))
BITS = frozenset((b"__ffs", b"__clz", b"__popc", b"__ffsll", b"__clzll", b"__popcll"))
MOST = 64  # uses of a name that are looked at
ASKS = frozenset(("if", "?", "&&"))


def takes_those_there(unit: Unit, op: WarpOp, exits: LaneExits) -> bool:
    """Say whether a shuffle is for the lanes that are there, and takes a value of one by its distance.

    Not where that is used under a further condition alone, which may ask whether the other one is there; nor
    by a mask of before a loop.
    """
    if op.name not in REACHING or not is_sync(op) or op.call is None or not op.call.arguments:
        return False
    mask = _mask(unit, op, exits)
    if (mask.kind, mask.text) != ("call", ACTIVE) or _is_asked_behind(unit, op, exits):
        return False
    once = names(unit, exits.model.function).once(unit.code[slice(*op.call.arguments[0])].strip())
    made = {*exits.model.path(once.value.start)} if once else set()
    return not once or all(one in made for one in exits.model.path(op.span.start) if one.keyword in LOOPS)


def is_for_a_leader(unit: Unit, op: WarpOp, exits: LaneExits) -> bool:
    """Say whether a shuffle by a mask stands where a leader comes alone of those that the mask has."""
    if op.kind != "shuffle" or not is_sync(op) or op.call is None or not op.call.arguments:
        return False
    own = bare(expression(unit.code[slice(*op.call.arguments[0])]))
    made = _mask(unit, op, exits)
    if own.kind != "name" or made.kind != "call" or made.name not in MAKES:
        return False
    once = names(unit, exits.model.function).once(own.text)
    voted = {*exits.model.path(once.value.start)} if once else set()
    return any(
        one.keyword == "if" and not one.otherwise and _chooses(unit, one.span, own.text, exits)
        for one in path(unit, exits.model, op.span.start)
        if one not in voted
    )


def _mask(unit: Unit, op: WarpOp, exits: LaneExits) -> Expression:
    """Give what makes the mask of a shuffle."""
    given = op.call.arguments[0] if op.call else op.span
    known = names(unit, exits.model.function)
    return held(unit.code, known, bare(expression(unit.code[slice(*given)])), op.span.start)


def _chooses(unit: Unit, asked: Span, mask: bytes, exits: LaneExits) -> bool:
    """Say whether a condition holds for the first lane of a mask alone, or for the last."""
    known, values = names(unit, exits.model.function), exits.values.at(asked.start)
    node = held(unit.code, known, bare(expression(unit.code[slice(*asked)])), asked.start)
    if (node.kind, node.text) != ("binary", b"=="):
        return False
    sides = [held(unit.code, known, bare(one), asked.start) for one in node.parts]
    for one, other in (sides, sides[::-1]):
        counts = any(part.kind == "call" and part.name in BITS for part in one.walk())
        if not counts or mask not in names_in(one):
            continue
        if values.value(other).indices & (LANE_INDEX | THREAD_INDEX):
            return True
        if exits.values.constants.plain(other) == 0 and values.value(one).level == LANE:
            return True
    return False


def _is_asked_behind(unit: Unit, op: WarpOp, exits: LaneExits) -> bool:
    """Say whether what a shuffle gives is a name's, which is used under further conditions alone."""
    of, at = exits.model, op.span.start
    given = of.assigned_around(at)
    if given is None or given.value.start != at or given.operator or given.target != given.name:
        return False
    around = {*of.path(at)}
    behind = Span(given.value.end, of.function.body.end)
    uses = [*islice(standing(unit, given.name, behind), MOST + 1)]
    return 0 < len(uses) <= MOST and all(
        any(one.keyword in ASKS for one in of.path(use.start) if one not in around) for use in uses
    )
