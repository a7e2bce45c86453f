"""Loops over the warps of a block, by `warpSize` and a plain number."""

from __future__ import annotations

import pytest
from helpers.warps import broken, native, run

KERNEL = (
    "#define WARPS 4\n__global__ void k(int *p, int n) {"
    " const int t = threadIdx.x, lane = t %% warpSize, w = t / warpSize; %s }\n"
    "void go(int *p) { %s }\n"
)
LAUNCH = "k<<<1, 128>>>(p, 9);"


@pytest.mark.parametrize(
    "code",
    [
        "for (int i = w; i < n; i += WARPS) if (lane == 0) p[i] = 1;",
        "for (int i = 0; i < n; i += 4) if (i + w < n && lane == 0) p[i + w] = 1;",
        "for (int i = blockIdx.x * 64 + w; i < n; i += 4) p[i] = 1;",
        "for (int i = 8; i < n; i += WARPS) p[w + i] = 1;",
        "int row = w; for (int i = row; i < n; i += 4) p[i] = 1;",
        "for (int i = (t - lane) / warpSize; i < n; i += 4) p[i] = 1;",
    ],
)
def test_turns_of_so_many_warps(code: str) -> None:
    assert broken(native(KERNEL % (code, LAUNCH))) == broken(native(KERNEL % (code, ""))) == {"W012"}
    assert broken(run(KERNEL % (code, LAUNCH))) == set()


@pytest.mark.parametrize(
    "code",
    [
        "for (int i = w; i < n; i += blockDim.x / warpSize) p[i] = 1;",
        "for (int i = w; i < n; i += 128 / warpSize) p[i] = 1;",
        "for (int i = w; i < n; i++) p[i] = 1;",
        "for (int i = t; i < n; i += 4) p[i] = 1;",
        "for (int i = 0; i < n; i += 4) p[i] = w;",
        "for (int i = w; i < n; i += 8) p[i] = 1;",
        "for (int i = w; i < n; i += n) p[i] = 1;",
    ],
)
def test_other_turns(code: str) -> None:
    assert broken(native(KERNEL % (code, LAUNCH))) == set()


@pytest.mark.parametrize(
    ("launch", "told"),
    [
        ("const int threads = 32 * WARPS; k<<<1, threads>>>(p, 9);", {"W012"}),
        ("k<<<1, dim3(128)>>>(p, 9);", {"W012"}),
        ("k<<<1, 256>>>(p, 9);", set()),
        ("cudaDeviceProp d; cudaGetDeviceProperties(&d, 0); k<<<1, 4 * d.warpSize>>>(p, 9);", set()),
    ],
)
def test_blocks_of_so_many(launch: str, told: set[str]) -> None:
    code = "for (int i = w; i < n; i += WARPS) if (lane == 0) p[i] = 1;"
    assert broken(native(KERNEL % (code, launch))) - {"W016"} == told
