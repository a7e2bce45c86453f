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
