"""Memory of which is said that others write it."""

from __future__ import annotations

import pytest
from helpers.sources import function_at

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.hazards.loop_exits import LoopExits
from hipify_py.lanes.hazards.one_loop import Turn
from hipify_py.lanes.hazards.others_writes import is_by_others
from hipify_py.source.function_reading import model
from hipify_py.source.unit import Unit

HEAD = "__device__ int look(int *p) { return __ldcg(p); }\n__device__ int add(int a) { return a + 1; }\n"


@pytest.mark.parametrize(
    ("asked", "step", "written"),
    [
        ("f[0]", "", True),
        ("v", "v = f[0];", True),
        ("v", "w = f[0]; v = w;", True),
        ("atomicAdd(p, 0)", "", True),
        ("look(p)", "", True),
        ("v", "v = add(v);", False),
        ("p[n]", "", False),
        ("v", "v = n;", False),
        ("*(volatile int *)p", "", True),
    ],
)
def test_by_what_is_read(asked: str, step: str, written: bool) -> None:
    unit = Unit(
        f"{HEAD}__global__ void k(volatile int *f, const int *p, int n) {{ int v = 0, w = 0;"
        f" while ({asked}) {{ {step} }} here(); }}".encode()
    )
    read = model(unit, function_at(unit))
    turn = Turn(LoopExits(unit, read, ConstantTable({})), read.loops[0])
    assert is_by_others(turn, turn.loop.condition) is written
