"""The widths that shuffles are given."""

from __future__ import annotations

import pytest
from helpers.warps import RULES, facts_of

from hipify_py.lanes.find.intrinsics import warp_ops
from hipify_py.lanes.flow.constant_folding import constant_table, declared_constants
from hipify_py.lanes.rewrite.shuffle_widths import is_half, told_width
from hipify_py.source.unit import Unit

OF_NUMBER = "#define W 32\ntemplate <int N> __device__ int f(int v) { constexpr int K = 1 << N; "
OF_CLASS = "static __device__ int f(int v) { return __shfl_xor(v, %s); }"
OF_TYPE = "template <class P> __device__ int f(int v) { "
CALL = "__device__ int g(int v) { return f<16>(v) + f(v, 16); }\n"


@pytest.mark.parametrize(
    ("function", "half"),
    [
        ("__device__ int f(int v) { return __shfl_xor(v, 1, 16); }", True),
        ("__device__ int f(int v) { return __shfl_xor_sync(~0u, v, 1, 32); }", True),
        ("#define W 8\n__device__ int f(int v) { return __shfl_xor(v, 1, (W)); }", True),
        ("template <int W> __device__ int f(int v) { return __shfl_xor(v, 1, W); }", True),
        ("template <class T, unsigned W = 4> __device__ T f(T v) { return __shfl_xor(v, 1, W); }", True),
        ("__device__ int f(int v, int w) { return __shfl_xor(v, 1, w); }\n" + CALL, True),
        ("__device__ int f(int v, int w) { w = v; return __shfl_xor(v, 1, w); }\n" + CALL, False),
        ("__device__ int f(int v, int w) { return __shfl_xor(v, 1, w); }", False),
        ("__device__ int f(int v) { return __shfl_xor(v, 1, 64); }", False),
        ("__device__ int f(int v) { return __shfl_xor(v, 1); }", False),
        ("__device__ int f(int v) { return __shfl_xor_sync(~0u, v, 1); }", False),
        ("template <class W> __device__ int f(int v) { return __shfl_xor(v, 1, W); }", False),
        ("template <class P> __device__ int f(int v) { return __shfl_xor(v, 1, P::Lanes); }", True),
        ("template <class P> __device__ int f(int v) { return __shfl_xor(v, 1, int(P::Lanes) / 2); }", True),
        (
            OF_TYPE + "constexpr int L = P::Lanes; constexpr int H = L / 2; return __shfl_xor(v, 1, H); }",
            True,
        ),
        ("template <int N> __device__ int f(int v) { return __shfl_xor(v, 1, N * 2); }", True),
        ("template <class P> __device__ int f(int v, P p) { return __shfl_xor(v, 1, p.lanes); }", False),
        (
            "template <class P> __device__ int f(int v) { const int L = v; return __shfl_xor(v, 1, L); }",
            False,
        ),
        (OF_NUMBER + "constexpr int L = K < 32 ? K : W; return __shfl_xor(v, 1, L); }", True),
        (OF_TYPE + "constexpr int L = P::Lanes < w ? 8 : 16; return __shfl_xor(v, 1, L); }", False),
        (OF_TYPE + "int L = P::Lanes; L = v; return __shfl_xor(v, 1, L); }", False),
        ("template <int N> __device__ int f(int v, int n) { return __shfl_xor(v, 1, N * n); }", False),
        ("template <int W, int D> struct S { " + OF_CLASS % "D / 2, W" + " };", True),
        ("template <class T, unsigned W> class S { struct I { " + OF_CLASS % "1, W / 2" + " }; };", True),
        ("template <unsigned W> struct S<int, W, 8u> { " + OF_CLASS % "1, W" + " };", True),
        ("template <class P> struct S { " + OF_CLASS % "1, P::Lanes" + " };", True),
        ("template <class W> struct S { " + OF_CLASS % "1, W" + " };", False),
        ("template <int W> struct S { int n; }; struct O { int W; " + OF_CLASS % "1, W" + " };", False),
        ("template <int W> struct S { int w; " + OF_CLASS % "1, w" + " };", False),
        ("template <int W> struct S { " + OF_CLASS % "1, W * v" + " };", False),
        ("template <int W> struct S { " + OF_CLASS % "1" + " };", False),
        ("struct S { int W; " + OF_CLASS % "1, W" + " }; template <int W> struct O { int n; };", False),
        ("template <class P> __device__ int f(int v) { return __shfl_xor(v, 1, Q::Lanes); }", False),
        ("template <int N> __device__ int f(int v) { return __shfl_xor(v, 1, N * warpSize); }", False),
    ],
)
def test_half_a_wavefront(function: str, half: bool) -> None:
    unit = Unit(f"{function}\n".encode())
    constants = constant_table(unit, declared_constants(unit))
    assert [is_half(unit, op, constants) for op in warp_ops(unit, RULES) if op.kind == "shuffle"] == [half]


def test_functions_whose_template_tells_the_width() -> None:
    unit = Unit(
        b"template <int W> __device__ int a(int v) { return __shfl_xor(v, 1, W); }\n"
        b"template <int W> __device__ int b(int v) { return __shfl_xor(v, W); }\n"
        b"__device__ int c(int v, int W) { return __shfl_xor(v, 1, W); }\n"
    )
    assert told_width(unit, facts_of(unit)) == {b"a"}
