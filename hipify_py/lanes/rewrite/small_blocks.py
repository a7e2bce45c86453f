"""Kernels in blocks of 32 threads at most: a wavefront of 64 lanes has no other ones there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.hazards.block_widths import most_threads
from hipify_py.lanes.rewrite.shuffle_widths import is_half

if TYPE_CHECKING:
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.source.unit import Unit

WARP = 32
THERE = frozenset(("active", "sync"))


def is_of_few(unit: Unit, facts: FunctionFacts) -> bool:
    """Say whether a kernel in such blocks only asks who is there, or shuffles among 32."""
    if facts.function is None or facts.function.kind != "kernel" or facts.assemblies:
        return False
    near = (op.kind == "shuffle" and is_half(unit, op, facts.constants) for op in facts.ops)
    if not all(op.kind in THERE or is_near for op, is_near in zip(facts.ops, near, strict=True)):
        return False
    return 0 < most_threads(unit, facts.function.called, facts.constants) <= WARP
