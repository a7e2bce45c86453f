"""Values taken from other lanes in loops of which each lane makes a number of turns of its own."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.lane_exits import leaves_before
from hipify_py.source.function_model import LOOPS
from hipify_py.source.function_reading import names

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.hazards.lane_exits import LaneExits
    from hipify_py.model import Span
    from hipify_py.source.unit import Unit

TAKES = frozenset({"shuffle", "reduce"})
THERE = frozenset({b"__activemask", b"__ballot_sync", b"__ballot"})  # give the lanes that are there


def outlived_masks(unit: Unit, found: Sequence[WarpOp], exits: LaneExits) -> Iterator[Hazard]:
    """Report what takes values by a mask of before a loop that lanes leave in different turns."""
    whole = {one.head: one.whole for one in exits.model.loops}
    known: dict[bytes, bool] = {}
    for op in found:
        if op.kind not in TAKES or not is_sync(op) or not op.call or not op.call.arguments:
            continue
        mask = unit.code[slice(*op.call.arguments[0])]
        for head in _uneven(op.span.start, exits):
            if mask not in known:
                known[mask] = _is_of_those_there(unit, mask, exits)
            if known[mask] and not _is_given_in(unit, mask, whole[head], exits):
                yield Hazard("W042", op.span, mask.decode("utf-8", "replace"))
                break


def _uneven(place: int, exits: LaneExits) -> Iterator[Span]:
    """Give the heads of the loops around a place that not all lanes of a warp leave in the same turn."""
    around = exits.model.path(place)
    spans = {one.span for one in around}
    ends = exits.tables[2]
    for one in around:
        if one.keyword in LOOPS and (
            exits.differs(one) or leaves_before(-place, ends.get(one.span, []), spans)
        ):
            yield one.span


def _is_of_those_there(unit: Unit, mask: bytes, exits: LaneExits) -> bool:
    """Say whether a mask is a name that is only ever given the lanes that are there."""
    given = names(unit, exits.model.function).given.get(mask, ())
    called = ({unit.code[slice(*one.name)] for one in exits.model.called_in(each.value)} for each in given)
    return bool(given) and all(one & THERE for one in called)


def _is_given_in(unit: Unit, mask: bytes, loop: Span, exits: LaneExits) -> bool:
    """Say whether a loop gives a mask a value."""
    given = names(unit, exits.model.function).given[mask]
    first = bisect_left(given, loop.start, key=lambda one: one.value.start)
    return first < len(given) and given[first].value.start < loop.end
