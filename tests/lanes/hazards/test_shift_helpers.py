"""Functions that do nothing but shift."""

from __future__ import annotations

import pytest

from hipify_py.lanes.hazards.shift_helpers import shift_helpers
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("function", "found"),
    [
        ("__device__ unsigned f(unsigned m, int n) { return m << n; }", (1, 2)),
        ("__device__ unsigned f(int n) { return ~0u >> (32 - n) & 7 >> n; }", (0, 1)),
        ("__device__ unsigned f(int n) noexcept { return (1u << (int)n) - 1; }", (0, 1)),
        ("__device__ unsigned f(unsigned m, int n) { return n << 2; }", None),
        ("__device__ unsigned f(unsigned m, int n) { n &= 31; return m << n; }", None),
        ("__device__ unsigned f(unsigned m, int n) { return m + n; }", None),
        ("unsigned f(unsigned m, int n) { return m << n; }", None),
    ],
)
def test_helpers(function: str, found: tuple[int, int] | None) -> None:
    unit = Unit(f"{function} __device__ void g(unsigned *p) {{ p[0] = f(p[1], p[2]); }}".encode())
    made = shift_helpers(unit)
    assert [(name, one.number, one.taken) for name, one in made.items()] == (
        [(b"f", *found)] if found else []
    )
