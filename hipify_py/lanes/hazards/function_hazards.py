"""What remains for a person in one function, whatever becomes of its intrinsics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.control_flow import paths
from hipify_py.lanes.hazards.divergence import barriers, joins, missing_lanes
from hipify_py.lanes.hazards.lockstep import tails
from hipify_py.lanes.hazards.spin_loops import loops, waits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.lanes.hazard import Hazard
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit


def function_hazards(
    unit: Unit, function: Function, found: Sequence[WarpOp], values: LazyValues
) -> Iterator[Hazard]:
    """Give what remains in a function, in no order."""
    joined = joins(unit, function.body)
    turns = loops(unit, function.body)
    if joined or turns or found:
        around = paths(
            unit.code,
            function.body,
            [*(span.start for span in joined), *turns, *(op.span.start for op in found)],
        )
        yield from barriers(unit, joined, around, values)
        yield from waits(unit, function, turns, around, values)
        yield from missing_lanes(unit, found, around, values)
    yield from tails(unit, function, values)
