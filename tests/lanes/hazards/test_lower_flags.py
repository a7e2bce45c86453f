"""Waits for flags below the one that a thread of the block sets: those are of other blocks."""

from __future__ import annotations

import pytest
from helpers.warps import run

ROWS = """__global__ void k(volatile int *flag, int *out, int *count, int tiles, int columns) {
    __shared__ int drawn;
    int tid = threadIdx.x, warp = tid / 32;
    if (tid == 0) drawn = atomicAdd(count, 1);
    __syncthreads();
    for (int t = drawn; t < tiles; t = drawn) {
        int row = t / columns, column = t %% columns, sum = 0;
        if (tid == 0) flag[t] = 1;
        if (tid < 8) {
            for (int p = %s; p >= 0; p--) {
                int at = %s;
                while (flag[at] == 0) ;
                sum += out[at * 8 + tid];
            }
        }
        __syncthreads();
        %s
        if (tid == 0) drawn = atomicAdd(count, 1);
        __syncthreads();
    }
}
"""
SETS = "if (tid == 0) flag[t] = 2;"


def severities(source: str) -> list[str]:
    """Give how grave it is that a kernel waits."""
    return [one.severity for one in run(source).findings if one.rule == "W026"]


@pytest.mark.parametrize(
    ("begin", "at"),
    [
        ("column - 1", "row * columns + p"),
        ("row - 1", "p * columns + column"),
        ("row - 1", "columns * p + column"),
        ("t % columns - 2", "(t / columns) * columns + p"),
        ("t - 1", "p"),
        ("t - 1 - tid", "p - 2"),
    ],
)
def test_tiles_that_come_before_in_rows_of_them(begin: str, at: str) -> None:
    plain = (begin, at) == ("t - 1", "p")  # which `earlier_blocks` tells
    assert severities(ROWS % (begin, at, SETS)) == ([] if plain else ["note"])


@pytest.mark.parametrize(
    ("begin", "at", "sets"),
    [
        ("column", "row * columns + p", SETS),
        ("column - 1", "row * columns + p + 1", SETS),
        ("column - 1", "row * tiles + p", SETS),
        ("row", "p * columns + column", SETS),
        ("row - 1", "p * columns + column + 1", SETS),
        ("row - 1", "p * columns + column + columns", SETS),
        ("column - 1", "row * columns + p", "if (tid % 32 == 0) flag[t] = 2;"),
        ("column - 1", "row * columns + p", "if (tid == 0) flag[t + 1] = 2;"),
        ("column - 1", "row * columns + p", "if (tid == 0) set(flag, t);"),
        ("column - 1", "row * columns + p", "columns++; " + SETS),
        ("t - 1 + warp", "p", SETS),
    ],
)
def test_flags_that_may_be_those_of_the_own_block(begin: str, at: str, sets: str) -> None:
    assert severities(ROWS % (begin, at, sets)) == ["error"]


LOOK = """typedef unsigned long long state;
__device__ void look(volatile state *status, unsigned tile, int own, int &base) {
    if (threadIdx.x == 0) atomicExch((state *)&status[tile], (1ull << 32) | (unsigned)own);
    if (threadIdx.x < 32) {
        const int lane = threadIdx.x;
        int frontier = (int)tile - 1;
        for (;;) {
            const int at = %s;
            unsigned flag = 0;
            do {
                if (at >= 0) flag = (unsigned)(atomicOr((state *)&status[at], 0ull) >> 32); else flag = 2;
            } while (flag == 0);
            if (flag == 2) break;
            %s;
        }
        if (lane == 0) atomicExch((state *)&status[tile], (2ull << 32) | (unsigned)own);
    }
}
"""
KERNEL = """__global__ void k(state *status, int *count, int *out) {
    __shared__ int drawn, base;
    if (threadIdx.x == 0) drawn = atomicAdd(count, 1);
    __syncthreads();
    int own = threadIdx.x / 32;
    %s
}
"""


@pytest.mark.parametrize("call", ["", "look(status, drawn, 1, base);", "look(status, blockIdx.x, 1, base);"])
def test_a_warp_looks_back_from_the_tile_that_it_is_handed(call: str) -> None:
    kernel = KERNEL % call if call else ""
    assert severities(LOOK % ("frontier - lane", "frontier -= 32") + kernel) == ["note"]


@pytest.mark.parametrize(
    ("at", "step", "call"),
    [
        ("frontier + lane", "frontier -= 32", ""),
        ("frontier - own", "frontier -= 32", ""),
        ("frontier - lane", "frontier += 32", ""),
        ("frontier - lane", "frontier -= own", ""),
        ("frontier - lane", "frontier -= 32; tile++", ""),
        ("frontier - lane", "frontier -= 32", "look(status, own, 1, base);"),
        ("frontier - lane", "frontier -= 32", "look(status, drawn, 1, base); status[own] = 1;"),
    ],
)
def test_what_may_not_lie_below_the_tile(at: str, step: str, call: str) -> None:
    kernel = KERNEL % call if call else ""
    assert severities(LOOK % (at, step) + kernel) == ["error"]
