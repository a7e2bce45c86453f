"""Blocks of an odd multiple of 32 threads, whose last wavefront has half of its lanes, and sums over all.

A distance that begins at `warpSize / 2` leads the 32 lanes that are there to those that are not, as the last
lane, `warpSize - 1`, does. And the last of those that are there takes from the next by any step down; it is
not that of the wavefront.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.width_queries import odd_launches
from hipify_py.lanes.rewrite.wavefront_functions import connected, is_confined
from hipify_py.source.functions import functions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

DOWN, XOR, LANE = b"__shfl_down", b"__shfl_xor", b"__shfl"
OWN_WIDTH = b"warpSize"
HALF = 16  # a constant distance so far is one of those over 32 lanes, of which W011 speaks


def half_filled(
    unit: Unit, all_facts: Sequence[FunctionFacts], elsewhere: frozenset[bytes] = frozenset()
) -> Iterator[tuple[Function, Hazard]]:
    """Report launches in such blocks of kernels that sum over wavefronts, with the functions around them.

    `elsewhere` are the functions of other files that do so.
    """
    launched = [*odd_launches(unit, all_facts[0].constants)] if all_facts else []
    if not launched:
        return
    kernels = leading(unit, all_facts, elsewhere)
    homes = functions(unit, [one.threads.start for one in launched])
    for one in launched:
        home = homes.get(one.threads.start)
        if home and one.kernel in kernels:
            yield home, Hazard("W057", one.threads, one.kernel.decode("utf-8", "replace"))


def leading(
    unit: Unit, all_facts: Sequence[FunctionFacts], elsewhere: frozenset[bytes] = frozenset()
) -> set[bytes]:
    """Give the names of the functions that take such values, by themselves or by others that they call."""
    alone = [facts._replace(ops=tuple(_leading(unit, facts)), assemblies=()) for facts in all_facts]
    return connected(unit, alone, elsewhere)


def _leading(unit: Unit, facts: FunctionFacts) -> Iterator[WarpOp]:
    """Give the shuffles of a function that take from lanes of a wavefront which half of one lacks."""
    near: list[WarpOp] = []
    farthest = 0
    for op in facts.ops:
        given = op.call.arguments[1 + is_sync(op) :][:1] if op.kind == "shuffle" and op.call else ()
        if not given or is_confined(op, unit, facts.constants):
            continue
        text, plain = unit.code[slice(*given[0])], op.name.removesuffix(b"_sync")
        known = facts.constants.number(text)
        if plain == DOWN and known is not None:
            farthest = max(farthest, known.value)
            near.append(op)
        elif (known is None and plain in {DOWN, XOR}) or (plain == LANE and OWN_WIDTH in text):
            yield op
    if 0 < farthest < HALF:
        yield from near
