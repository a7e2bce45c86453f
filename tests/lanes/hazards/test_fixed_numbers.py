"""Numbers that names stand for in one function."""

from __future__ import annotations

import pytest
from helpers.warps import facts_of

from hipify_py.lanes.hazards.fixed_numbers import constant_of, fixed
from hipify_py.source.expression_reading import expression
from hipify_py.source.unit import Unit

SOURCE = """#ifndef OPEN
#define OPEN 8
#endif
constexpr int K = 4, L = 2 * K;
template <int M> __device__ int other();
__global__ void k(int n%s) { %s n = __shfl(n, 0); }
"""


@pytest.mark.parametrize(
    ("text", "more", "body", "constant", "number"),
    [
        ("K", "", "", 4, 4),
        ("L + 1", "", "", 9, 9),
        ("OPEN", "", "", 8, None),
        ("OPEN + K", "", "", 12, None),
        ("n", "", "", None, None),
        ("M", "", "", None, None),
        ("K", "", "const int K = n;", None, None),
        ("K", "", "const int K = 4;", 4, 4),
        ("K", "", "int K = 4; K = n;", None, None),
        ("K", ", int K", "", None, None),
    ],
)
def test_numbers(text: str, more: str, body: str, constant: int | None, number: int | None) -> None:
    unit = Unit((SOURCE % (more, body)).encode())
    (values,) = [one.values for one in facts_of(unit) if one.values]
    node = expression(text.encode())
    found = constant_of(node, values)
    assert (found and found.value, fixed(node, values)) == (constant, number)
