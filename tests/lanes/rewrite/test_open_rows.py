"""Rows of threads of which each is a warp, as long as the host makes them."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of, run

from hipify_py.lanes.rewrite.open_rows import SAID

KERNEL = """
__global__ void k(float *a, float *b, int n) {
    int r = threadIdx.x, m = blockIdx.x * blockDim.y + threadIdx.y;
    float x = b[m * n + r];
    for (int i = 0; i < n; i++) { float t = __shfl_sync(0xffffffff, x, i); if (r > i) x -= t * a[i * n + r]; }
    b[m * n + r] = x;
}
"""
HOST = "void go(float *a, float *b, int n, int rows) { %s }\n"
START = HOST % "dim3 t(n, rows); k<<<9, t>>>(a, b, n);"


@pytest.mark.parametrize(
    "source",
    [
        KERNEL + START,
        KERNEL + HOST % "k<<<9, dim3(n, 8)>>>(a, b, n);",
        KERNEL + HOST % "k<<<9, dim3(n + 1, 8)>>>(a, b, n);",
        KERNEL.replace("x, i)", "x, 0)") + START,
        KERNEL.replace("_sync(0xffffffff, ", "(") + START,
    ],
)
def test_rows_that_may_be_warps(source: str) -> None:
    result = native(source)
    found = [one for one in result.findings if one.rule == "W012"]
    assert [source[slice(*one.span)] for one in found] in (["__shfl_sync"], ["__shfl"])
    assert SAID in found[0].message
    assert "W012" not in rules_of(run(source))


@pytest.mark.parametrize(
    "source",
    [
        KERNEL,  # nobody says how it is started
        KERNEL + HOST % "k<<<9, dim3(64, rows)>>>(a, b, n);",
        KERNEL + HOST % "int w = 128; k<<<9, dim3(w, rows)>>>(a, b, n);",
        KERNEL + HOST % "k<<<9, dim3(n, 1)>>>(a, b, n);",
        KERNEL + HOST % "k<<<9, n>>>(a, b, n);",
        KERNEL + HOST % "int warp = get(0); k<<<9, dim3(warp, rows)>>>(a, b, n);",
        KERNEL.replace("x, i)", "x, i, 16)") + START,
        KERNEL.replace("x, i)", "x, threadIdx.x ^ 1)") + START,
        KERNEL.replace("threadIdx.y", "blockIdx.y") + START,
        KERNEL.replace("int r", "int l = threadIdx.x % warpSize, r") + START,
        KERNEL.replace("    for (", "    if (threadIdx.y == 0)\n    for (") + START,
        KERNEL.replace("__shfl_sync", "__shfl_down_sync") + START,
    ],
)
def test_rows_that_are_no_warps_or_told_elsewhere(source: str) -> None:
    assert not [one for one in native(source).findings if one.rule == "W012" and SAID in one.message]
