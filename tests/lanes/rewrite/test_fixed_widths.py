"""`warpSize` where a constant has to stand."""

from __future__ import annotations

import pytest
from helpers.sources import function_at

from hipify_py.lanes.rewrite.fixed_widths import fixed_widths
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("int a[warpSize];", ["int a[warpSize"]),
        ("__shared__ float a[4][2 * warpSize];", ["float a[4][2 * warpSize"]),
        ("Scan<int, warpSize> scan;", ["Scan<int, warpSize>"]),
        ("f<warpSize>(p); g<1, warpSize / 2>();", ["f<warpSize>", "g<1, warpSize / 2>"]),
        ("static_assert(N == warpSize);", ["static_assert(N == warpSize"]),
        ("constexpr int n = warpSize;", ["constexpr int n = warpSize"]),
        ("switch (n) { case warpSize: break; }", ["case warpSize"]),
        ("int n = warpSize; a[n % warpSize] = warpSize;", []),
        ("if (n < warpSize && m > 3) return;", []),
        ("for (int i = 0; i < warpSize; i++) f(i > 1);", []),
        ("int b = a[warpSize];", []),
        ("Scan<int>(a[n / warpSize]).Sum(n);", []),
        ("Scan<int>(a[n / warpSize])->Sum(n);", []),
        ("int(a[warpSize]);", ["int(a[warpSize"]),
    ],
)
def test_where_the_compiler_has_to_know_it(code: str, expected: list[str]) -> None:
    unit = Unit(f"__global__ void k(int *a, int n, int m) {{ here(); {code} }}".encode())
    function = function_at(unit)
    assert function is not None
    found = [*fixed_widths(unit, function)]
    assert {one.message for one in found} <= {"W015"}
    assert [unit.code[slice(*one.span)].decode() for one in found] == expected
