"""What assembly writes: a lane's registers, what a warp has alike, and what it makes of what it reads."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.flow.lane_values import LazyValues
from hipify_py.source.functions import functions
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("assembly", "expected"),
    [
        ('"mov.u32 %0, %%laneid;" : "=r"(r)', "lane"),
        ('"mov.u32 %0, %%warpid;" : "=r"(r)', "warp"),
        ('"mov.u32 %0, %%clusterid.x;" : "=r"(r)', "uniform"),
        ('"mov.u32 %0, %1;" : "=r"(r) : "r"(threadIdx.x / 32)', "warp"),
        ('"add.u32 %0, %1, %2;" : "=r"(r) : "r"(n), "r"(threadIdx.x)', "lane"),
        ('"add.u32 %0, %1, %2;" : "=r"(r) : "r"(n), "r"(blockIdx.x)', "uniform"),
        ('"vote.sync.ballot.b32 %0, %1, %2;" : "=r"(r) : "r"(threadIdx.x), "r"(~0u)', "warp"),
        ('"ld.global.u32 %0, [%1];" : "=r"(r) : "l"(p + threadIdx.x) : "memory"', "lane"),
        ('"ld.global.u32 %0, [%1];" : "=r"(r) : "l"(p) : "memory"', "uniform"),
    ],
)
def test_what_assembly_writes(assembly: str, expected: str) -> None:
    source = "__global__ void k(int *p, int n) { unsigned r; asm volatile(" + assembly + "); here(r); }\n"
    unit, at = Unit(source.encode()), source.index("here")
    values = LazyValues(unit, functions(unit, [at])[at], ConstantTable({}))
    assert values().level(b"r") == expected
