"""Values taken from other lanes in loops of which each lane makes a number of turns of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.lane_exits import leaves_before
from hipify_py.source.function_model import LOOPS
from hipify_py.source.function_reading import names
from hipify_py.source.spans import holds

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
    for op in found:
        if op.kind in TAKES and is_sync(op) and op.call and op.call.arguments:
            mask = unit.code[slice(*op.call.arguments[0])]
            if any(_is_older(unit, mask, loop, exits) for loop in _uneven(op.span.start, exits)):
                yield Hazard("W042", op.span, mask.decode())


def _uneven(place: int, exits: LaneExits) -> Iterator[Span]:
    """Give the loops around a place that not all lanes of a warp leave in the same turn."""
    around = exits.model.path(place)
    spans = {one.span for one in around}
    ends = exits.tables[2]
    whole = {one.head: one.whole for one in exits.model.loops}
    for one in around:
        if one.keyword in LOOPS and (
            exits.differs(one) or leaves_before(-place, ends.get(one.span, []), spans)
        ):
            yield whole[one.span]


def _is_older(unit: Unit, mask: bytes, loop: Span, exits: LaneExits) -> bool:
    """Say whether a mask is a name for the lanes that were there before a loop."""
    given = names(unit, exits.model.function).given.get(mask, ())
    called = [{unit.code[slice(*one.name)] for one in exits.model.called_in(each.value)} for each in given]
    return (
        bool(called)
        and all(one & THERE for one in called)
        and not any(holds(loop, each.value) for each in given)
    )
