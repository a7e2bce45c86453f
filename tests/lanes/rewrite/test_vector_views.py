"""How many elements of an array one has that a cast makes vectors of."""

from __future__ import annotations

import pytest

from hipify_py.lanes.rewrite.vector_views import elements_in
from hipify_py.source.expression_reading import expression
from hipify_py.source.functions import functions
from hipify_py.source.unit import Unit

SOURCE = b"""__global__ void k(const float *x, half *h, void *p, float4 *v, T *t, int n) {
    const float4 *q = (const float4 *)(x + n), *r = q;
    n++;
}"""


@pytest.mark.parametrize(
    ("base", "expected"),
    [
        (b"reinterpret_cast<const float4 *>(x + n * 4)", 4),
        (b"(float2 *)&x[n]", 2),
        (b"(uint4 *)h", 8),
        (b"q", 4),
        (b"r", 4),
        (b"(int *)x", 1),
        (b"(float3 *)x", 1),
        (b"(float4 *)p", 1),
        (b"(float4 *)t", 1),
        (b"(float *)v", 1),
        (b"x", 1),
    ],
)
def test_the_elements_of_one(base: bytes, expected: int) -> None:
    unit = Unit(SOURCE)
    at = SOURCE.index(b"n++")
    assert elements_in(unit, functions(unit, [at])[at], expression(base), at) == expected
