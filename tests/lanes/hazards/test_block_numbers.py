"""Expressions that hang on the number of a block, by its index or as it is drawn, through names."""

from __future__ import annotations

import pytest
from helpers.sources import function_at, word

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.hazards.block_numbers import hangs_on_blocks
from hipify_py.lanes.hazards.loop_exits import LoopExits
from hipify_py.source.function_reading import model
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("blockIdx.x", True),
        ("p[blockIdx.x - 1]", True),
        ("atomicAdd(p, 1)", True),
        ("atomicAdd(p, 0)", False),
        ("atomicOr(p, 1)", False),
        ("threadIdx.x + n", False),
    ],
)
def test_what_a_name_is_made_of(value: str, *, expected: bool) -> None:
    unit = Unit(f"__global__ void k(int *p, int n) {{ int i = {value}, j = i + 1; here = j; }}".encode())
    read = model(unit, function_at(unit))
    given = next(one for one in read.assignments if one.target.strip() == b"here")
    assert word(unit.source).start < given.value.start
    assert hangs_on_blocks(LoopExits(unit, read, ConstantTable({})), given.value) is expected
