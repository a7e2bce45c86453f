"""Calls whose shuffles stay within groups that leave together."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

MOST = "template <class T, int N> __device__ T most(T v) { %s return v; }\n"
CROSS = "for (int m = N / 2; m > 0; m /= 2) { T o = __shfl_xor_sync(~0u, v, m); v = o > v ? o : v; }"
KERNEL = """template <int B> __global__ void k(int *x, const int *dim, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, group = i / B;
    if (group >= n) return;
    if (dim[group] <= 0) return;
    x[i] = %s;
}
"""
CALL = KERNEL % "most<int, B>(x[i])"


@pytest.mark.parametrize(
    "source",
    [
        MOST % CROSS + CALL,
        MOST % CROSS.replace("N / 2", "(N >> 1)").replace("m /= 2", "m = m >> 1") + CALL,
        (MOST % CROSS).replace(", int N>", ">").replace("T v)", "T v, int N)") + KERNEL % "most(x[i], B)",
        MOST % CROSS + CALL.replace("<int, B>", "<int, 16>").replace("i / B", "i / 16"),
    ],
)
def test_groups_that_leave_together(source: str) -> None:
    assert remaining(source) == []


@pytest.mark.parametrize(
    "source",
    [
        MOST % CROSS + CALL.replace("<int, B>", "<int, 32>"),
        MOST % CROSS + CALL.replace("i / B", "i / 8").replace("<int, B>", "<int, 16>"),
        MOST % CROSS + CALL.replace("group >= n", "i >= n"),
        MOST % CROSS.replace("N / 2", "N") + CALL,
        MOST % CROSS.replace("m /= 2", "m -= 2") + CALL,
        MOST % CROSS.replace("_xor", "_down") + CALL,
        MOST % (CROSS + " v += __shfl_sync(~0u, v, 0);") + CALL,
        MOST % (CROSS + " v += __shfl_xor_sync(~0u, v, 16);") + CALL,
    ],
)
def test_others(source: str) -> None:
    assert remaining(source) == ["W023"]


HELPERS = """__device__ float most(float m, int d) { return fmaxf(m, __shfl_xor_sync(~0u, m, d)); }
__device__ float both(float m, int d) { return most(most(m, d), 1); }
template <int D> __device__ float far(float m) { return most(m, D); }
__device__ float other(float m, int d) { d *= 2; return m + __shfl_xor_sync(~0u, m, d); }
__device__ float down(float m, int d) { return m + __shfl_down_sync(~0u, m, d); }
"""
GROUPS = (
    HELPERS + "__global__ void k(float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; %s }\n"
)


@pytest.mark.parametrize(
    "code",
    [
        "if ((i >> 3) < n) x[i] = most(x[i], 4);",
        "if (i / 8 < n) { x[i] = most(x[i], 1); x[i] = most(x[i], 7); }",
        "if (i / 8 >= n) return; x[i] = both(x[i], 4);",
        "if (i < n * 8) x[i] = far<4>(x[i]);",
        "if (i < n * 8) for (int d = 4; d > 0; d /= 2) x[i] = most(x[i], d);",
    ],
)
def test_helpers_that_are_told_how_far_to_cross(code: str) -> None:
    assert remaining(GROUPS % code) == []


@pytest.mark.parametrize(
    "code",
    [
        "if ((i >> 3) < n) x[i] = most(x[i], 8);",
        "if (i / 8 >= n) return; x[i] = both(x[i], 8);",
        "if (i < n * 8) x[i] = far<16>(x[i]);",
        "if (i < n * 8) for (int d = 8; d > 0; d /= 2) x[i] = most(x[i], d);",
        "if (i / 8 < n) x[i] = most(x[i], n);",
        "if (i / 8 < n) x[i] = other(x[i], 4);",
        "if (i / 8 < n) x[i] = down(x[i], 4);",
        "if (i < n) x[i] = most(x[i], 4);",
    ],
)
def test_helpers_that_may_cross_farther(code: str) -> None:
    assert remaining(GROUPS % code) == ["W023"]


BACK = """__global__ void k(const float *x, float *y, int n, int per) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, of = i / per, in = i %% per;
    if (%s) {
        float v = in == 0 ? x[of] : 0;
        y[i] = __shfl_up_sync(0xffffffff, v, %s);
    }
}
"""


@pytest.mark.parametrize(
    ("entry", "back"), [("of < n", "in"), ("x[of] > 0", "in"), ("i / (per / 4) < x[0]", "i % (per / 4)")]
)
def test_back_to_the_first_of_a_group_that_comes_whole(entry: str, back: str) -> None:
    assert remaining(BACK % (entry, back)) == []


@pytest.mark.parametrize(
    ("entry", "back"),
    [
        ("x[i] > 0", "in"),
        ("x[of] > 0", "n"),
        ("x[of] > 0", "(i + 1) % per"),
        ("x[of] > 0", "i % n"),
        ("x[of] > 0", "of % per"),
        ("x[i / (per / 4)] > 0", "in"),
    ],
)
def test_back_to_a_lane_that_may_be_missing(entry: str, back: str) -> None:
    assert remaining(BACK % (entry, back)) == ["W023"]


@pytest.mark.parametrize(
    "more",
    [
        "v += other(v);",
        "v = t.shfl_xor(v, 8);",
        "v = cub::WarpReduce<int>(tmp).Sum(v);",
        'asm volatile("shfl.sync.bfly.b32 %0, %0, 8, 31, -1;" : "+r"(v));',
    ],
)
def test_a_function_that_may_do_more_on_the_warp_stays_within_no_group(more: str) -> None:
    helper = "__device__ int f(int v) { v += __shfl_xor_sync(~0u, v, 1); %s return v; }\n"
    kernel = "__global__ void k(int *p, int n) { if (threadIdx.x / 4 < n) p[0] = f(p[1]); }\n"
    assert "W023" not in remaining(helper % "" + kernel)
    assert "W023" in remaining(helper % more + kernel)
