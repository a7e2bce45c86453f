"""Widths of shuffles that each call of a function or a macro gives, or leaves as they are by default."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of

SIZES = "const unsigned WARP_SIZE = 32, HALF_WARP = 16;\n"
DOWN = SIZES + "#define down(x, y, z) __shfl_down_sync(0xffffffffu, x, y, z)\n"
BY = DOWN + "#define BY(v, d, w) down(v, d, w)\n"
FROM = SIZES + (
    "template <class T> __device__ T from(T v, int d, int width = %s) {"
    " return __shfl_down_sync(~0u, v, d, width); }\n"
)
ON = FROM % 32 + "template <class T> __device__ T on(T v, int d, int w) { return from(v, d, w); }\n"
KERNEL = """__global__ void k(const float *x, float *y, int n) {
    __shared__ float part[32]; float s = x[threadIdx.x];
    for (int o = WARP_SIZE >> 1; o; o >>= 1) s += %s;
    if (threadIdx.x %% WARP_SIZE == 0) part[threadIdx.x / WARP_SIZE] = s;
    __syncthreads(); if (threadIdx.x == 0) y[blockIdx.x] = part[0] + part[1]; }
"""
SCAN = """__device__ unsigned scan(unsigned s, unsigned tid) {
    for (unsigned d = 1; d < 32; d *= 2) {
        unsigned o = __shfl_up_sync(~0u, s, d%s); if (tid %% 32 >= d) s += o; }
    return s; }
"""


@pytest.mark.parametrize(
    ("head", "call"),
    [
        (DOWN, "down(s, o, WARP_SIZE)"),
        (DOWN, "down(s, o, (32))"),
        (DOWN, "down(s, o, HALF_WARP) + down(s, o, 8)"),
        (BY, "BY(s, o, WARP_SIZE)"),
        (FROM % 32, "from(s, o)"),
        (FROM % 32, "from(s, o, 32)"),
        (FROM % "warpSize", "from<float>(s, o, WARP_SIZE)"),
        (ON, "on(s, o, WARP_SIZE)"),
    ],
)
def test_each_call_gives_32_at_most(head: str, call: str) -> None:
    assert {"W011", "W012"}.isdisjoint(rules_of(native(head + KERNEL % call)))


@pytest.mark.parametrize(
    ("head", "call"),
    [
        (DOWN, "down(s, o, warpSize)"),
        (DOWN, "down(s, o, n)"),
        (DOWN, "down(s, o, WARP_SIZE) + down(s, o, n)"),
        (DOWN, "down(s, o, 64)"),
        (FROM % 32, "from(s, o, warpSize)"),
        (FROM % "warpSize", "from(s, o)"),
        (FROM % 64, "from(s, o)"),
        (FROM % 32, "from(s, o) + from(s, o, n)"),
        (SIZES, "__shfl_down_sync(~0u, s, o)"),
    ],
)
def test_a_call_may_give_another(head: str, call: str) -> None:
    assert rules_of(native(head + KERNEL % call)) & {"W011", "W012"}


def test_a_helper_with_its_own_width_counts_by_that() -> None:
    kernel = "__global__ void v(int *x) { x[0] = __any_sync(~0u, x[threadIdx.x]); }\n"
    assert "W012" not in rules_of(native(SCAN % ", 32" + kernel))
    assert "W012" in rules_of(native(SCAN % "" + kernel))
    assert "W012" in rules_of(native("__device__ int lane() { return threadIdx.x % 32; }\n" + kernel))


def test_names_of_old_shuffles_as_macros() -> None:
    old = "".join(
        f"#define __shfl{way}(x, y, z) __shfl{way}_sync(0xffffffffu, x, y, z)\n"
        for way in ("", "_up", "_down")
    )
    made = f"const int WARP_SIZE = 32;\n#if __CUDACC_VER_MAJOR__ >= 9\n{old}#endif\n"
    lane = "__device__ int lane(int t) { return t & (WARP_SIZE - 1) ? threadIdx.x % 32 : 0; }\n"
    told = rules_of(native(made + lane + KERNEL % "__shfl_down(s, o, WARP_SIZE)"))
    assert {"W011", "W012"}.isdisjoint(told)
    assert "W011" in rules_of(native(made + lane + KERNEL % "__shfl_down(s, o, warpSize)"))
