"""Roles by the number of a warp that a block has of 32 lanes, and not of 64."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of, run

KERNEL = (
    "#define LAST 3\n__global__ void k(int *p, int n) {{ const int t = threadIdx.x, w = t / warpSize;"
    " const int g = (blockIdx.x * blockDim.x + t) / warpSize; {} }}\n"
    "void go(int *p) {{ k<<<1, {}>>>(p, 1); }}\n"
)


@pytest.mark.parametrize(
    ("code", "threads"),
    [
        ("if (w == 2) p[0] = 1;", "128"),
        ("if (LAST == w) p[0] = 1;", "128"),
        ("if (threadIdx.x / warpSize != 1) return; p[0] = 1;", "64"),
        ("p[0] = w == 5 ? 1 : 2;", "6 * 32"),
        ("switch (w) { case 0: p[0] = 1; break; case 3: p[1] = 2; }", "128"),
        ("if (w != 3) { p[1] = 2; return; } p[0] = 1;", "128"),
        ("if (w != 3) p[1] = 2; else p[0] = 1;", "128"),
        ("p[0] = w != 3 ? 1 : 2;", "128"),
        ("bool is_last = w == LAST; if (is_last) p[0] = 1;", "dim3(64, 2)"),
    ],
)
def test_a_warp_that_is_no_wavefront(code: str, threads: str) -> None:
    source = KERNEL.format(code, threads)
    assert "W065" in rules_of(native(source))
    assert "W065" not in rules_of(run(source))


@pytest.mark.parametrize(
    ("code", "threads"),
    [
        ("if (w == 1) p[0] = 1;", "128"),
        ("if (w == 0) p[0] = 1;", "64"),
        ("if (warpSize == 32 && w == 3) p[0] = 1;", "128"),
        ("if (warpSize == 64 ? w == 1 : w == 3) p[0] = 1;", "128"),
        ("if (warpSize == 32) { switch (w) { case 3: p[0] = 1; } }", "128"),
        ("if (w != 3) p[0] = 1;", "128"),  # of all the others
        ("if (w == 4) p[0] = 1;", "128"),  # none of 32 either
        ("if (w == 3) p[0] = 1;", "n"),
        ("if (g == 3) p[0] = 1;", "128"),
        ("if (t / 32 == 3) p[0] = 1;", "128"),
        ("if (w > 2) p[0] = 1;", "128"),
        ("if (w == n) p[0] = 1;", "128"),
        ("switch (n) { case 3: p[0] = w; }", "128"),
        ("switch (w) { case 1: p[0] = 1; }", "128"),
    ],
)
def test_others(code: str, threads: str) -> None:
    assert "W065" not in rules_of(native(KERNEL.format(code, threads)))
