"""Blocks of an odd multiple of 32 threads, whose last wavefront has half of its lanes, and sums over all.

A distance that begins at `warpSize / 2` leads the 32 lanes that are there to those that are not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.width_queries import odd_launches
from hipify_py.lanes.rewrite.width_counts import connected, is_confined
from hipify_py.source.functions import functions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

LEADS_ON = ("_down", "_down_sync", "_xor", "_xor_sync")  # how the names of shuffles from higher lanes end


def half_filled(unit: Unit, all_facts: Sequence[FunctionFacts]) -> Iterator[tuple[Function, Hazard]]:
    """Report launches in such blocks of kernels that sum over wavefronts, with the functions around them."""
    launched = [*odd_launches(unit, all_facts[0].constants)] if all_facts else []
    if not launched:
        return
    leading = [
        facts._replace(ops=tuple(op for op in facts.ops if _leads_on(unit, op, facts)), assemblies=())
        for facts in all_facts
    ]
    kernels = connected(unit, leading)
    homes = functions(unit, [one.threads.start for one in launched])
    for one in launched:
        home = homes.get(one.threads.start)
        if home and one.kernel in kernels:
            yield home, Hazard("W057", one.threads, one.kernel.decode("utf-8", "replace"))


def _leads_on(unit: Unit, op: WarpOp, facts: FunctionFacts) -> bool:
    """Say whether a shuffle takes from higher lanes, over a distance that is no constant, of a wavefront."""
    if op.kind != "shuffle" or op.call is None or not op.name.decode().endswith(LEADS_ON):
        return False
    distance = op.call.arguments[1 + is_sync(op) :][:1]
    known = facts.constants.number(unit.code[slice(*distance[0])]) if distance else None
    return known is None and not is_confined(op, unit, facts.constants)
