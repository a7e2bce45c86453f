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
        "__shared__ int s[6][N][9]; s[w][lane][v & 7] = 1; __syncwarp(); p[t] = s[w][0][0];",
        "__shared__ float s[N], r[4]; r[w] = 1; s[t & (warpSize - 1)] = 2;",
        "__shared__ int s[32]; if (w == 0) s[lane] = v;",
        # conditions that leave all lanes of a wavefront
        "__shared__ int s[32]; if (w < 2) s[lane] = v;",
        "__shared__ int s[32]; if (blockIdx.x > n) return; if (p[0] >> 3) s[lane] = v;",
        "__shared__ int s[32]; int i = blockIdx.x * blockDim.x + t; if (i >= n) return; s[lane] = v;",
        "__shared__ int s[32]; if (lane < 32) v++; s[lane] = v;",
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
        "__shared__ int s[32]; if (!lane) s[w] = v; v = t < blockDim.x / warpSize ? s[lane] : 0;",
        "__shared__ int s[32][64]; s[w][lane] = v;",
        "__shared__ int s[32]; s[t % 32] = v;",
        "__shared__ int s[32]; s[lane & 31] = v;",
        "int s[32]; s[lane] = v;",
    ],
)
def test_others(code: str) -> None:
    assert "W061" not in rules_of(native(KERNEL % code))
