"""Masks turned around, or held against all lanes, in kernels whose blocks fill an odd number of halves.

A mask of 32 bits turned around names the 32 lanes that such a block has. One of 64 bits names those that the
last wavefront lacks as well: they did not vote, and count as lanes that voted no.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.width_queries import odd_launches
from hipify_py.lanes.rewrite.wavefront_functions import with_callees
from hipify_py.lanes.rewrite.widen_masks import against_all

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.lanes.flow.lane_masks import Masks
    from hipify_py.source.unit import Unit


def in_halves(unit: Unit, all_facts: Sequence[FunctionFacts]) -> set[bytes]:
    """Give the names of the kernels that a file launches in such blocks, and of what these call."""
    launched = odd_launches(unit, all_facts[0].constants) if all_facts else ()
    return with_callees(unit, all_facts, {one.kernel for one in launched})


def lacking_lanes(unit: Unit, body: Body, masks: Masks) -> Iterator[Hazard]:
    """Report in a function that works in such blocks what counts on all lanes of a wavefront."""
    for span in against_all(unit, body, masks):
        yield Hazard("W062", span)
