"""Butterflies that leave all lanes of a warp with the same value, and rows of shuffles that do not."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = (
    "%s\n__global__ void k(const int *x, int *y, int n) { int v = x[threadIdx.x]; %s"
    " if (v > 7) y[threadIdx.x] = __shfl_sync(~0u, x[threadIdx.x], 3); }\n"
)
HALVED = "for (int o = 16; o > 0; o >>= 1) "
ADD = "v += __shfl_xor_sync(~0u, v, o);"
SUM = "__device__ int sum(int v) { " + HALVED + ADD + " return v; }"
ANY_SUM = (
    "template <typename T> __device__ T sum(T v) { for (int i = 16; i >= 1; i /= 2)"
    " v += __shfl_xor_sync(0xffffffff, v, i, 32); return v; }"
)
TWO_WAYS = (
    "template <typename T> __device__ T sum(T v) { for (int i = 16; i >= 1; i /= 2) {\n"
    "#if CUDART_VERSION >= 9000\n v += __shfl_xor_sync(0xffffffff, v, i, 32);\n"
    "#else\n v += __shfl_xor(v, i, 32);\n#endif\n } return v; }"
)
TWO_BODIES = TWO_WAYS.replace("/= 2) {", "/= 2)").replace(" } return", " return")
MAX = "template <class T> __device__ T larger(const T &a, const T &b) { return a > b ? a : b; }"
WRAPPED = (
    "template <class T> __device__ T shfl_xor(T var, int mask, int width = 32)"
    " { return __shfl_xor_sync(0xffffffff, var, mask, width); }"
)


def out(call: str, *distances: int) -> str:
    return " ".join(call.replace("D", str(one)) for one in distances or (16, 8, 4, 2, 1))


@pytest.mark.parametrize(
    ("head", "code"),
    [
        ("", HALVED + ADD),
        ("", HALVED + "{ " + ADD + " }"),
        ("", "for (int o = 16; o; o >>= 1) " + ADD),
        ("", "for (int o = 1; o < 32; o *= 2) " + ADD),
        ("", "for (int o = 1; o <= 16; o <<= 1) " + ADD),
        ("", "for (int o = warpSize / 2; o > 0; o /= 2) " + ADD),
        ("", "for (int i = 0; i < 5; i++) v += __shfl_xor_sync(~0u, v, 1 << i);"),
        ("", "int o = 16; while (o) { " + ADD + " o >>= 1; }"),
        ("", "int o = 16; do { " + ADD + " o >>= 1; } while (o > 0);"),
        ("", HALVED + "{ int t = __shfl_xor_sync(~0u, v, o); v = max(t, v); }"),
        ("", HALVED + "{ int t = __shfl_xor_sync(~0u, v, o); v = v > t ? v : t; }"),
        ("", HALVED + "v = v + __shfl_xor_sync(~0u, v, o);"),
        ("", HALVED + "v = __shfl_xor_sync(~0u, v, o) | v;"),
        ("", HALVED + "v += __shfl_xor(v, o);"),
        ("", "for (int j = 0; j < n; j++) { v = x[threadIdx.x + j]; " + HALVED + ADD + " }" + HALVED + ADD),
        ("", out("v = max(v, __shfl_xor_sync(~0u, v, D));")),
        ("", out("v += __shfl_xor_sync(~0u, v, D);", 1, 2, 4, 8, 16)),
        ("", out("v += __shfl_xor_sync(~0u, v, D, 32);")),
        (SUM, "v = sum(v);"),
        (SUM, "v = sum(x[threadIdx.x] == 4);"),
        (ANY_SUM, "v = sum<int>(v);"),
        (TWO_WAYS, "v = sum(v);"),
        (TWO_BODIES, "v = sum(v);"),
        (MAX, out("v = larger(v, __shfl_xor_sync(~0u, v, D));")),
        (MAX, HALVED + "v = larger(__shfl_xor_sync(~0u, v, o), v);"),
        (WRAPPED, HALVED + "v += shfl_xor(v, o);"),
        (WRAPPED, HALVED + "v += shfl_xor(v, o, 32);"),
        ("#define XOR_OF(a, b) __shfl_xor_sync(~0u, a, b)", HALVED + "v += XOR_OF(v, o);"),
        (
            "#define MAX_OF(a, b) ((a) < (b) ? (b) : (a))",
            HALVED + "{ int t = __shfl_xor_sync(~0u, v, o); v = MAX_OF(v, t); }",
        ),
    ],
)
def test_what_a_whole_butterfly_gives_is_alike(head: str, code: str) -> None:
    assert remaining(KERNEL % (head, code)) == []


@pytest.mark.parametrize(
    ("head", "code"),
    [
        ("", HALVED + "v += __shfl_down_sync(~0u, v, o);"),
        ("", HALVED.replace("16", "4") + ADD),
        ("", HALVED.replace("> 0", "> 1") + ADD),
        ("", "for (int o = n; o > 0; o >>= 1) " + ADD),
        ("", HALVED + "v += __shfl_xor_sync(~0u, v, o, 16);"),
        ("", HALVED + "v += __shfl_xor_sync(~0u, v, o, n);"),
        ("", HALVED + "v += __shfl_xor_sync(0xffffu, v, o);"),
        ("", HALVED + "v -= __shfl_xor_sync(~0u, v, o);"),
        ("", HALVED + "v = v - __shfl_xor_sync(~0u, v, o);"),
        ("", HALVED + "v = __shfl_xor_sync(~0u, v, o);"),
        ("", HALVED + "v += __shfl_xor_sync(~0u, x[o], o);"),
        ("", HALVED + "if (threadIdx.x & o) " + ADD),
        ("", HALVED + "{ if (o == n) break; " + ADD + " }"),
        ("", HALVED + "{ " + ADD + " v += threadIdx.x; }"),
        ("", HALVED + "{ int t = __shfl_xor_sync(~0u, v, o); v += 2; v += t; }"),
        ("", HALVED + "{ int t = __shfl_xor_sync(~0u, v, o); v = t > 3 ? v : t; }"),
        ("", HALVED + ADD + " v += threadIdx.x;"),
        ("", "if (threadIdx.x % 2) { " + HALVED + ADD + " }"),
        ("", out("v += __shfl_xor_sync(~0u, v, D);", 16, 8, 4, 2)),
        (
            "",
            out("v += __shfl_xor_sync(~0u, v, D);", 16, 8, 4)
            + " v += threadIdx.x;"
            + out("v += __shfl_xor_sync(~0u, v, D);", 2, 1),
        ),
        (
            "__device__ void f(int &v) { v += threadIdx.x; }",
            out("v += __shfl_xor_sync(~0u, v, D);", 16, 8, 4)
            + " f(v);"
            + out("v += __shfl_xor_sync(~0u, v, D);", 2, 1),
        ),
        ("__device__ void f(int &v) { v += threadIdx.x; }", HALVED + "{ " + ADD + " f(v); }"),
        (SUM.replace("_xor", "_down"), "v = sum(v);"),
        (SUM.replace("16", "8"), "v = sum(v);"),
        (MAX.replace("a > b ? a", "a + 1 > b ? a"), HALVED + "v = larger(v, __shfl_xor_sync(~0u, v, o));"),
        (WRAPPED.replace("= 32", "= 8"), HALVED + "v += shfl_xor(v, o);"),
        (WRAPPED, HALVED + "v += shfl_xor(v, o, 16);"),
        ("#define XOR_OF(a, b) __shfl_down_sync(~0u, a, b)", HALVED + "v += XOR_OF(v, o);"),
    ],
)
def test_what_other_rows_give_is_each_lanes_own(head: str, code: str) -> None:
    assert "W023" in remaining(KERNEL % (head, code))


def test_a_loop_that_all_leave_by_a_sum() -> None:
    code = (
        "__global__ void k(const int *x, int *y, int k) { int at = 0; for (int t = 15; t >= 0; t--) {"
        " int c = sum(x[threadIdx.x] == t); if (c < k) k -= c; else { at = t; break; } }"
        " y[threadIdx.x] = at; }"
    )
    assert remaining(SUM + code) == []
    assert remaining(SUM.replace("_xor", "_down") + code) == ["W023"]
