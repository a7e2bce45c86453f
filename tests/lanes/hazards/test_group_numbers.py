"""Conditions that lanes meet alike by the number of a group as wide as a shuffle, and others."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = (
    "template <int TPR> __global__ void k(int rows, const int *p, int *y) {"
    " int lane = threadIdx.x & (TPR - 1), id = blockIdx.x * blockDim.x + threadIdx.x, row = id / TPR,"
    " n = gridDim.x * blockDim.x / TPR, s = 0; %s }\n"
)
SUM = "s += __shfl_down_sync(~0u, s, 1, TPR);"


@pytest.mark.parametrize(
    "code",
    [
        "if (row < rows) { %s }",
        "if (row >= rows) return; %s",
        "for (int r = row; r < rows; r += n) { %s }",
        "int g = (blockIdx.x * blockDim.x + threadIdx.x) / TPR; if (g < rows && p[g] > 0) %s",
        "if ((id / (TPR)) < rows) for (int j = 0; j < p[row]; ++j) { %s }",
    ],
)
def test_groups_that_come_whole(code: str) -> None:
    assert remaining(KERNEL % (code % SUM)) == []


@pytest.mark.parametrize(
    "code",
    [
        "if (id < rows) { %s }",
        "if (id >= rows) return; %s",
        "for (int j = p[row] + lane; j < p[row + 1]; j += TPR) { %s }",
        "if (lane < 2) %s",
        "if (p[id] > 0) %s",
        "int r = row; if (lane == 0) r = rows; if (r < rows) %s",
        "if (id / 2 < rows) %s",
        "if (rows / TPR < lane) %s",
    ],
)
def test_groups_of_which_lanes_may_be_missing(code: str) -> None:
    assert remaining(KERNEL % (code % SUM)) == ["W023"]


@pytest.mark.parametrize("more", [", 16", ""])
def test_groups_of_another_width(more: str) -> None:
    code = f"if (row < rows) s += __shfl_down_sync(~0u, s, 1{more});"
    assert remaining(KERNEL % code) == ["W023"]
