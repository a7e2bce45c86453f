"""Shared arrays of 32 elements beside lanes by `warpSize`."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of, run

KERNEL = (
    "#define N 32\n__global__ void k(int *p, int n) { const int t = threadIdx.x, lane = t %% warpSize,"
    " w = t / warpSize; int v = p[t]; %s }\n"
)


@pytest.mark.parametrize(
    "code",
    [
        "__shared__ int s[32]; s[lane] = v;",
        "__shared__ int s[8][33]; s[w][lane] = v;",
        "__shared__ int s[63]; s[lane] = v;",
        "__shared__ int s[6][N][9]; s[w][lane][v & 7] = 1; __syncwarp(); p[t] = s[w][0][0];",
        "__shared__ float s[N], r[4]; r[w] = 1; s[t & (warpSize - 1)] = 2;",
        "__shared__ int s[32]; if (w == 0) s[lane] = v;",
        # conditions that leave all lanes of a wavefront
        "__shared__ int s[32]; if (w < 2) s[lane] = v;",
        "__shared__ int s[32]; if (blockIdx.x > n) return; if (p[0] >> 3) s[lane] = v;",
        "__shared__ int s[32]; int i = blockIdx.x * blockDim.x + t; if (i >= n) return; s[lane] = v;",
        "__shared__ int s[32]; if (lane < 32) v++; s[lane] = v;",
        "__shared__ int s[32]; bool ok = lane < n; ok = n > 3; if (ok) s[lane] = v;",
        "__shared__ int s[32]; bool ok = v < n; if (ok) s[lane] = v;",
        "__shared__ int s[32]; for (; n--;) if (lane < n) break; s[lane] = v;",
    ],
)
def test_rows_that_are_too_short(code: str) -> None:
    assert "W061" in rules_of(native(KERNEL % code))
    assert "W061" not in rules_of(run(KERNEL % code))


@pytest.mark.parametrize(
    "code",
    [
        "__shared__ int s[64]; s[lane] = v;",
        "__shared__ int s[32]; if (lane < 32) s[lane] = v;",
        "__shared__ int s[32]; s[w] = v;",
        "__shared__ int s[32]; if (lane >= 32) return; s[lane] = v;",
        "__shared__ int s[32]; for (; n--;) { if (31 < lane) continue; s[lane] = v; }",
        "__shared__ int s[32]; if (t >= blockDim.x / warpSize) return; v = s[lane];",
        "__shared__ int s[32]; if (v && t < n) s[lane] = v;",
        "__shared__ int s[32]; if (t < warpSize) { bool ok = t < n; v = ok ? s[t] : 0; }",
        "__shared__ int s[32]; const bool ok = lane < n; if (ok && v) s[lane] = v;",
        "__shared__ int s[32]; if (!lane) s[w] = v; v = t < blockDim.x / warpSize ? s[lane] : 0;",
        "__shared__ int s[32][64]; s[w][lane] = v;",
        "__shared__ int s[32]; s[t % 32] = v;",
        "__shared__ int s[32]; s[lane & 31] = v;",
        "int s[32]; s[lane] = v;",
    ],
)
def test_others(code: str) -> None:
    assert "W061" not in rules_of(native(KERNEL % code))


FIRST = "__shared__ int s[32]; s[w] = v; __syncthreads(); int c = (blockDim.x + warpSize - 1) / warpSize; %s"


@pytest.mark.parametrize(
    "code",
    [
        "if (w == 0) s[t] = v;",
        "if (!w) s[t] = v;",
        "if (w) return; s[t] = v;",
        "if (w > 0) return; s[t] = v;",
        "if (w == 0 && n > 3) { int i = t; s[i] = v; }",
        "if (0 == threadIdx.x / warpSize) s[threadIdx.x] = v;",
        "if (w == 0) { v = t < c ? s[t] : 0; s[t] = v; }",
        # below the width there are 64 lanes
        "if (t < warpSize) s[t] = v;",
        "if (t <= warpSize - 1) s[t] = v;",
        "if (t >= warpSize) return; v = s[t];",
        "if (t < warpSize) s[lane] = v;",
    ],
)
def test_threads_of_the_first_wavefront(code: str) -> None:
    assert "W061" in rules_of(native(KERNEL % (FIRST % code)))
    assert "W061" not in rules_of(run(KERNEL % (FIRST % code)))


@pytest.mark.parametrize(
    "code",
    [
        "if (w == 0) { v = t < c ? s[t] : 0; if (t < c) s[t] = v; }",
        "if (w == 0 && t < 32) s[t] = v;",
        "if (w == 0 && lane < n) s[t] = v;",
        "if (t < warpSize && t < c) s[t] = v;",
        "if (t < warpSize && lane < c) s[lane] = v;",
        "if (w < n) s[t] = v;",
        "if (n == 0) s[t] = v;",
        "if (t / 32 == 0) s[t] = v;",
        "if (w == 0) s[t % 32] = v;",
        "if (w == 0) s[t / 2] = v;",
        "s[t] = v;",
    ],
)
def test_other_threads(code: str) -> None:
    assert "W061" not in rules_of(native(KERNEL % (FIRST % code)))


def test_blocks_of_one_warp() -> None:
    code = KERNEL % (FIRST % "if (w == 0) s[t] = v;") + "void go(int *p) { k<<<1, THREADS>>>(p, 1); }\n"
    assert "W061" not in rules_of(native(code.replace("THREADS", "32")))
    assert "W061" in rules_of(native(code.replace("THREADS", "256")))


@pytest.mark.parametrize(
    ("lane", "told"),
    [("lane_id()", True), ("l", True), ("cub::LaneId()", True), ("lane_id() & 31", False), ("o", False)],
)
def test_lanes_by_their_register(lane: str, *, told: bool) -> None:
    head = (
        '__device__ int lane_id() { int l; asm("mov.u32 %0, %%laneid;" : "=r"(l)); return l; }\n'
        "__global__ void k(int *p) { __shared__ int s[4][32]; int l, o, w = threadIdx.x / warpSize;"
        ' asm("mov.u32 %0, %%laneid;" : "=r"(l)); asm("mov.u32 %0, %%smid;" : "=r"(o));'
    )
    assert ("W061" in rules_of(native(f"{head} s[w][{lane}] = p[w]; }}\n"))) == told


def test_longer_arrays() -> None:
    code = KERNEL % (FIRST % "if (w == 0) s[t] = v;")
    assert "W061" not in rules_of(native(code.replace("s[32]", "s[64]")))
