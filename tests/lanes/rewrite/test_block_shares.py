"""Lanes and warps by the share of a block that each of so many warps has."""

from __future__ import annotations

import pytest
from helpers.warps import native, run

KERNEL = "#define WARPS 4\ntemplate <int NWARPS> __global__ void k(int *x, int *o) { %s }\n"
TAKE = "o[0] = __shfl_sync(~0u, x[0], 1);"


def told(code: str) -> list[str]:
    return [one.message for one in native(KERNEL % code).findings if one.rule == "W012"]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("const int n = blockDim.x / WARPS; int l = threadIdx.x % n; o[l] = 1;", "counts the lane by 32"),
        ("const int n = blockDim.x / NWARPS; int w = threadIdx.x / n; o[w] = 1;", "counts the warp by 32"),
        ("int lane = threadIdx.x % (blockDim.x / 4); o[lane] = 1;", "counts the lane by 32"),
        ("unsigned t = threadIdx.x; o[t / (int)(blockDim.x / WARPS)] = 1;", "counts the warp by 32"),
    ],
)
def test_they_are_told(code: str, said: str) -> None:
    (message,) = told(code + TAKE)
    assert said in message
    assert "W012" not in {one.rule for one in run(KERNEL % (code + TAKE)).findings}


@pytest.mark.parametrize(
    "code",
    [
        "const int n = blockDim.x / 4; int row = threadIdx.x / n; o[row] = 1;" + TAKE,
        "int w = blockDim.x / warpSize, n = blockDim.x / w; o[threadIdx.x / n] = 1;" + TAKE,
        "int warps = blockDim.x / warpSize; int lane = threadIdx.x % (blockDim.x / warps); o[lane] = 1;"
        + TAKE,
        "const int n = blockDim.x / WARPS; o[blockIdx.x / n] = 1;" + TAKE,
        "const int n = blockDim.x / WARPS; o[threadIdx.x / n] = x[0];",
        "const int n = gridDim.x / WARPS; o[threadIdx.x / n] = 1;" + TAKE,
    ],
)
def test_others_are_not(code: str) -> None:
    assert told(code) == []
