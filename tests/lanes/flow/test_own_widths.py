"""Names that may stand for the width of a warp."""

from __future__ import annotations

import pytest
from helpers.warps import facts_of

from hipify_py.lanes.flow.own_widths import may_be_own_width, may_be_width
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import functions_by_name
from hipify_py.source.unit import Unit


def asked(body: str, width: str, rest: str = "") -> tuple[bool, bool]:
    """Say of a width in a function whether it may be `warpSize`, and whether it may be 32 as well."""
    unit = Unit(f"__device__ int f(int v, int n) {{ {body}; return v; }}\n{rest}\n".encode())
    (home,) = functions_by_name(unit)[b"f"]
    node, constants = expression(width.encode()), facts_of(unit)[0].constants
    return may_be_own_width(unit, home, node), may_be_width(unit, home, node, constants)


@pytest.mark.parametrize(
    ("body", "width", "rest"),
    [
        ("", "warpSize", ""),
        ("", "warpSize / 2", ""),
        ("const int w = warpSize", "w", ""),
        ("int w = v ? warpSize : 8; int u = w", "u - 1", ""),
        ("int w; w = warpSize", "w", ""),
        ("", "n", "__device__ int g() { return f(1, warpSize); }"),
        ("", "n", "__device__ int g(int m) { return f(1, m); } __device__ int h() { return g(warpSize); }"),
        ("", "n", "void g(cudaDeviceProp p) { f(1, 8); f(1, p.warpSize); }"),
        ("", "warp_size", ""),
    ],
)
def test_a_wavefront_s_width(body: str, width: str, rest: str) -> None:
    assert asked(body, width, rest) == (True, True)


@pytest.mark.parametrize(
    ("body", "width", "rest"),
    [
        ("", "n", ""),
        ("int w = n / 2", "w", ""),
        ("int w = w + 1; w = w * 2", "w", ""),  # by itself
        ("", "n", "__device__ int g(int m) { return f(warpSize, m) + f(1, 8); }"),
        ("", "n", "constexpr int warpSize_ = 8; __device__ int g() { return f(1, 16); }"),
    ],
)
def test_another_width(body: str, width: str, rest: str) -> None:
    assert asked(body, width, rest) == (False, False)


@pytest.mark.parametrize(
    ("body", "width", "rest"),
    [
        ("int w = 32", "w", ""),
        ("", "n", "__device__ int g() { return f(1, 32); }"),
        ("", "n", "#define W 32\n__device__ int g() { return f(1, W); }"),
    ],
)
def test_32_is_a_width_of_cuda_alone(body: str, width: str, rest: str) -> None:
    assert asked(body, width, rest) == (False, True)
