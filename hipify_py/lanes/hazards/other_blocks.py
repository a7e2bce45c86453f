"""Waits of some blocks of a kernel for what others of them set, by a condition on the number of the block.

As in `if (blockIdx.x & 1) { while (!flag[lane]) ; } else flag[lane] = 1;`: blocks share no wavefront.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.lanes.hazards.block_numbers import hangs_on_blocks
from hipify_py.lanes.hazards.call_roles import KNOWN, role_of
from hipify_py.lanes.hazards.lane_exits import level_of
from hipify_py.lanes.hazards.posted_before import MOST, flags_of, posts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.lanes.hazards.loop_exits import LoopExits
    from hipify_py.source.function_model import Condition, Loop

READS = KNOWN | {"barrier"}


def set_by_other_blocks(of: LoopExits, loop: Loop, values: LazyValues) -> bool:
    """Say whether what a loop of a kernel asks for is set on the other side of a condition on the block.

    Not where that side waits itself, as for the first lane that has left the loop.
    """
    sides = [
        one for one in of.model.path(loop.whole.start) if one.keyword == "if" and _parts(of, one, values)
    ]
    flags = flags_of(of, loop) if sides and of.model.function.kind == "kernel" else frozenset()
    made = [*islice(posts(of, flags), MOST + 1)] if flags else []
    if not made or len(made) > MOST or not all(one.name for one in made):
        return False
    others = (one._replace(otherwise=not one.otherwise) for one in sides)
    return any(all(one in of.model.path(post.at) for post in made) and _ends(of, one) for one in others)


def _parts(of: LoopExits, condition: Condition, values: LazyValues) -> bool:
    """Say whether a condition parts blocks, and nobody within one."""
    text = of.unit.code[slice(*condition.span)]
    return hangs_on_blocks(of, condition.span) and level_of(text, condition.span, values) == "uniform"


def _ends(of: LoopExits, side: Condition) -> bool:
    """Say whether what stands under a condition waits for nobody, as far as its calls are known."""
    loops = (one for one in of.model.loops if _under(of, side, one.whole.start))
    calls = (one.name for one in of.model.calls if _under(of, side, one.name.start))
    return all(of.kind(one) == "moves" for one in loops) and _are_known(of, calls)


def _are_known(of: LoopExits, names: Iterable[tuple[int, int]]) -> bool:
    return all(role_of(of.unit.code[slice(*one)]) in READS for one in names)


def _under(of: LoopExits, side: Condition, at: int) -> bool:
    return side in of.model.path(at)
