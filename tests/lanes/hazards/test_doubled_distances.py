"""Distances that loops double within a warp."""

from __future__ import annotations

import pytest
from helpers.sources import function_at

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.flow.lane_values import LazyValues
from hipify_py.lanes.hazards.doubled_distances import doubled_in_warp
from hipify_py.source.function_reading import model
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("loop", "expected"),
    [
        ("for (int h = 1; h < 32; h *= 2)", {"h"}),
        ("for (int h = 1; h <= 16; h <<= 1)", {"h"}),
        ("for (int h = 2; h < WIDTH; h += h)", {"h"}),
        ("for (int h = 1; h != 32; h = 2 * h)", set()),
        ("for (int h = 1; h < 32; h++)", set()),
        ("for (int h = 1; h < 64; h *= 2)", set()),
        ("for (int h = 1; h < 8; h *= 2)", set()),
        ("for (int h = 0; h < 32; h *= 2)", set()),
        ("for (int h = 1; h < n; h *= 2)", set()),
        ("for (int h = n; h < 32; h *= 2)", set()),
        ("for (int h = 1; n < 32; h *= 2)", set()),
        ("for (int h = 1; h < 32; h *= 2, n++)", set()),
        ("for (int d = 0; d < 5; d++)", {"1<<d", "1u<<d", "1U<<d", "w"}),
        ("for (int d = 0; d <= 4; ++d)", {"1<<d", "1u<<d", "1U<<d", "w"}),
        ("for (int d = 0; d < 5; d += 1)", {"1<<d", "1u<<d", "1U<<d", "w"}),
        ("for (int d = 0; d < 6; d++)", set()),
        ("for (int d = 0; d < 3; d++)", set()),
        ("for (int d = 1; d < 5; d++)", set()),
        ("for (int d = 0; d < 5; d += 2)", set()),
    ],
)
def test_distances(loop: str, expected: set[str]) -> None:
    source = f"__device__ void f(int n, int d) {{ {loop} {{ int w = 1 << d, x = 2 << d, y = 1 << n; }} }}"
    unit = Unit(source.encode())
    function = function_at(unit, b"n")
    read = model(unit, function)
    values = LazyValues(unit, function, ConstantTable({b"WIDTH": b"32"}))
    assert doubled_in_warp(unit, read, read.loops[0], values) == {one.encode() for one in expected}
