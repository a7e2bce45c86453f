"""What remains for a person in one function, whatever becomes of its intrinsics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.hazards.aliased_words import aliased_words
from hipify_py.lanes.hazards.block_meetings import held, joins
from hipify_py.lanes.hazards.divergence import barriers, missing_lanes
from hipify_py.lanes.hazards.even_turns import LANES, WAVEFRONT
from hipify_py.lanes.hazards.lane_exits import LaneExits
from hipify_py.lanes.hazards.leader_elements import leader_elements
from hipify_py.lanes.hazards.lockstep import tails
from hipify_py.lanes.hazards.loop_turns import outlived_masks
from hipify_py.lanes.hazards.meeting_calls import calls
from hipify_py.lanes.hazards.mixed_widths import mixed_widths
from hipify_py.lanes.hazards.spin_loops import may_wait, waits
from hipify_py.lanes.hazards.warp_meetings import JOINS, TAKES, warp_calls
from hipify_py.source.function_reading import model

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.lanes.hazard import Hazard
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit


def function_hazards(
    unit: Unit, function: Function, found: Sequence[WarpOp], values: LazyValues, *, native: bool = False
) -> Iterator[Hazard]:
    """Give what remains in a function, in no order; `native` says that it may work on whole wavefronts."""
    joined = sorted([*joins(unit, function), *calls(unit).get(function.span, ())])
    turns = may_wait(unit, function.body)
    led = warp_calls(unit, values.constants, JOINS).get(function.span, [])
    taking = warp_calls(unit, values.constants, TAKES).get(function.span, [])
    if joined or turns or found or led or taking:
        read = model(unit, function)
        yield from barriers(unit, sorted({*joined, *held(unit, read, joined)}), read, values)
        if turns:
            yield from waits(unit, read, values)
        exits = LaneExits(unit, read, values, WAVEFRONT if native else LANES)
        met = ([*calls, *held(unit, read, calls)] for calls in (led, taking))
        yield from missing_lanes(unit, found, exits, *met)
        yield from outlived_masks(unit, found, exits)
    yield from tails(unit, function, values)
    yield from leader_elements(unit, function, values)
    yield from mixed_widths(unit, function, values)
    yield from aliased_words(unit, function)
