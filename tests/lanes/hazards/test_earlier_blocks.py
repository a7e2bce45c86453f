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


HANDED = """__device__ void look(volatile int *f, int *p, int %s) {
    int lane = threadIdx.x %% 32, at = id - 1 - lane, val = -1;
    if (threadIdx.x == 0) f[id] = -1;
    do { if (at >= 0) val = f[at]; } while (%s);
    if (lane == 0) f[id] = val; }
%s
__global__ void k(volatile int *f, int *p, int *count, int n) {
    __shared__ int drawn, each[32]; int i = threadIdx.x, warp = i / 32, own = atomicAdd(count, 1);
    if (i == 0) drawn = atomicAdd(count, 1);
    if (i %% 32 == 0) each[warp] = atomicAdd(count, 1);
    __syncthreads();
    %s
}
"""
VOTES = "__any_sync(~0u, val == 0) || __all_sync(~0u, val <= 0)"
INNER = "__device__ void outer(volatile int *f, int *p, int tile) { look(f, p, tile); }"


@pytest.mark.parametrize("asked", [VOTES, "val == 0"])
@pytest.mark.parametrize(
    ("more", "call"),
    [
        ("", "look(f, p, blockIdx.x);"),
        ("", "look(f, p, (int)blockIdx.x);"),
        ("", "look(f, p, drawn);"),
        ("", "const int tile = drawn; if (tile < n) look(f, p, tile);"),
        ("", "for (int tile = blockIdx.x; tile < n; tile += gridDim.x) look(f, p, tile);"),
        (INNER, "outer(f, p, blockIdx.x);"),
    ],
)
def test_the_number_of_the_block_is_handed_to_a_function(asked: str, more: str, call: str) -> None:
    assert "W026" not in remaining(HANDED % ("id", asked, more, call))


@pytest.mark.parametrize("asked", [VOTES, "val == 0"])
@pytest.mark.parametrize(
    ("more", "call"),
    [
        ("", "look(f, p, warp);"),
        ("", "look(f, p, threadIdx.x / 32);"),
        ("", "look(f, p, blockIdx.x * 4 + warp);"),
        ("", "look(f, p, blockIdx.x * blockDim.x / 32 + i / 32);"),
        ("", "look(f, p, each[warp]);"),
        ("", "look(f, p, own);"),
        ("", "look(f, p, blockIdx.x); look(f, p, warp);"),
        ("", "look(f, p, n);"),
        (INNER, "outer(f, p, warp);"),
        (INNER, "outer(f, p, blockIdx.x); look(f, p, warp);"),
        ("__device__ void (*other)(volatile int *, int *, int) = look;", "look(f, p, blockIdx.x);"),
    ],
)
def test_the_number_of_a_warp_is_handed_to_a_function(asked: str, more: str, call: str) -> None:
    assert "W026" in remaining(HANDED % ("id", asked, more, call))


def test_a_flag_for_each_warp_of_the_block_that_is_handed() -> None:
    code = HANDED.replace("id - 1 - lane", "id * 4 + threadIdx.x / 32 - 1") % ("id", "val == 0", "", "%s")
    assert "W026" in remaining(code.replace("%s", "look(f, p, blockIdx.x);"))
