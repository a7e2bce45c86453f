"""Strides of `warpSize` from a thread to the next item of its own, in rows of 32 threads."""

from __future__ import annotations

import pytest
from helpers.warps import broken, native, run

KERNEL = "__global__ void k(float *p, int n) { %s }\nvoid go(float *p) { %s }\n"
ROWS = "k<<<1, dim3(32, 2)>>>(p, 9);"


@pytest.mark.parametrize(
    "code",
    [
        "for (int i = threadIdx.x; i < n; i += warpSize) p[threadIdx.y * n + i] = 1;",
        "int t = threadIdx.x; for (int i = t; i < n; i += warpSize) p[i] = 1;",
        "for (int at = 0; at < n; at += warpSize) if (at + threadIdx.x < n) p[at + threadIdx.x] = 1;",
    ],
)
def test_rows_of_32_threads(code: str) -> None:
    for launch in (ROWS, "k<<<1, 32>>>(p, 9);", "dim3 b(32, 4); k<<<1, b>>>(p, 9);"):
        assert broken(native(KERNEL % (code, launch))) == {"W046"}
    for launch in ("", "k<<<1, 64>>>(p, 9);", "dim3 b(n(), 4); k<<<1, b>>>(p, 9);"):
        assert broken(native(KERNEL % (code, launch))) == set()
    assert broken(run(KERNEL % (code, ROWS))) == set()


@pytest.mark.parametrize(
    "code",
    [
        "for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] = warpSize;",
        "for (int i = threadIdx.x; i < n; i += 32) p[i] = warpSize;",
        "for (int i = threadIdx.y; i < n; i += warpSize) p[i] = 1;",
        "for (int i = 0; i < n; i += warpSize) p[i] = 1;",
    ],
)
def test_other_strides(code: str) -> None:
    assert broken(native(KERNEL % (code, ROWS))) == set()


ROW = (
    "__shared__ int s[%s]; for (int i = threadIdx.x; i < n; i += %s) { %s s[threadIdx.x] = 1; p[i] = s[%s]; }"
)


@pytest.mark.parametrize(
    ("row", "launch", "told"),
    [
        (("32", "warpSize", "", "threadIdx.x"), "", {"W061"}),
        (("32", "warpSize", "if (threadIdx.y == 0)", "0"), "", {"W061"}),
        (("64", "warpSize", "", "threadIdx.x"), "", set()),
        (("32", "blockDim.x", "", "warpSize - 1"), "", set()),
        (("32", "warpSize", "if (threadIdx.x < 32)", "0"), "", set()),
        (("32", "warpSize", "", "threadIdx.x"), ROWS, {"W046"}),
    ],
)
def test_rows_of_shared_memory(row: tuple[str, ...], launch: str, told: set[str]) -> None:
    assert broken(native(KERNEL % (ROW % row, launch))) == told
