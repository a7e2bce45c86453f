"""Loops of kernels, as what asks them of their turns gets them."""

from __future__ import annotations

from helpers.sources import function_at
from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.hazards.loop_exits import LoopExits
from hipify_py.lanes.hazards.one_loop import Turn
from hipify_py.source.function_reading import model
from hipify_py.source.unit import Unit


def turn(code: str, head: str = "") -> Turn:
    """Give the first loop of a kernel of some code; `head` stands before the kernel."""
    source = f"{head}__global__ void k(volatile int *f, int *p, int n) {{ int v = 0; {code} here(); }}"
    unit = Unit(source.encode())
    read = model(unit, function_at(unit))
    return Turn(LoopExits(unit, read, ConstantTable({})), read.loops[0])
