"""Waits for flags of earlier blocks, of which no lane of the own wavefront sets one."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = """struct Part {
    int flag, value;
};
__global__ void k(volatile int *f, int *p, int *count, int n) {
    __shared__ int drawn;
    int i = threadIdx.x, lane = i & 31, warp = i / 32, tile = blockIdx.x;
    if (i == 0) drawn = atomicAdd(count, 1);
    %s
}
"""


@pytest.mark.parametrize(
    "code",
    [
        "while (f[tile - 1] == 0) ;",
        "while (f[blockIdx.x - 1] == 0) __threadfence();",
        "int at = tile - 1, s; while (at >= 0) { do { s = f[at]; } while (s == 0); p[i] += s; at--; }",
        "int at = tile; while (at > 0) { --at; while (f[at] == 0) { } }",
        "int look = tile - 1, s; do { int at = look - lane; s = at < 0 ? 2 : f[at]; } while (s == 0);",
        "int at = drawn - 1; while (!f[at]) ;",
        "int s[2]; do { s[0] = f[tile - 1]; s[1] = f[tile - 2]; } while (s[0] == 0);",
        "int s[2]; do { for (int j = 0; j < 2; j++) s[j] = f[tile - 1 - j]; } while (s[0] == 0);",
        "int2 s; do { s.x = f[tile - 1]; } while (s.x == 0);",
        "volatile Part *state = (volatile Part *)f; while (state[tile - 1].flag == 0) ;",
    ],
)
def test_flags_of_blocks_before_the_own_one(code: str) -> None:
    assert remaining(KERNEL % code) == []


@pytest.mark.parametrize(
    "code",
    [
        "while (f[tile] == 0) ;",
        "while (f[tile + 1] == 0) ;",
        "while (f[warp - 1] == 0) ;",
        "while (f[tile - 1 + warp] == 0) ;",
        "while (f[tile * 8 + lane - 1] == 0) ;",
        "int w = (blockIdx.x * blockDim.x + i) / 32; while (f[w - 1] == 0) ;",
        "while (f[n - 1] == 0) ;",
        "while (f[tile - lane] == 0) ;",
        "while (f[tile - 0] == 0) ;",
        "int at = tile; at -= lane; while (f[at] == 0) ;",
        "int own = atomicAdd(count, 1); while (f[own - 1] == 0) ;",
        "int own; if (lane == 0) own = atomicAdd(count, 1); own = __shfl(own, 0); while (f[own - 1] == 0) ;",
        "while (*(f + tile - 1) == 0) ;",
        "while (f[tile - 1] == 0 && *f == 0) ;",
        "while (f[tile - 1] == 0 || f[warp] == 0) ;",
        "int s[2]; do { s[0] = f[tile - 1]; s[1] = f[warp]; } while (s[0] == 0 || s[1] == 0);",
        "volatile Part *state = (volatile Part *)f; while (state[warp].flag == 0) ;",
    ],
)
def test_flags_that_a_lane_of_the_wavefront_may_hold_back(code: str) -> None:
    assert remaining(KERNEL % code) == ["W026"]
