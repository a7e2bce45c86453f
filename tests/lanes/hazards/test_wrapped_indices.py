"""Indices below 0 that are compared without a sign: the first lanes may be those that are missing."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = (
    "__global__ void k(int n, unsigned m, const int *p, int *y) {"
    " int v = p[0], b = blockIdx.x * 30, t = threadIdx.x; unsigned u = threadIdx.x; %s y[t] = v; }\n"
)
UP = "v = __shfl_up_sync(~0u, v, 1);"


@pytest.mark.parametrize(
    "code",
    [
        "unsigned i = threadIdx.x - 5; if (i < n) %s",
        "unsigned i = t - 5; if (i >= m) return; %s",
        "int i = b + t - 1; if ((unsigned)i < n) %s",
        "int i = b + t - 1; if (static_cast<unsigned>(i) < n) %s",
        "int i = b + t - 1; if (i < m) %s",
        "int i = b + t - 1; if (m > i) %s",
        "size_t i = blockIdx.x * 30 - 1 + u; if (i < n) %s",
        "u -= 3; if (u < m) %s",
        "const auto i = threadIdx.x - 1; if (i < n) %s",
        "if (threadIdx.x - 5 < n) %s",
        "for (unsigned i = u - 5; i < m; i += 32) { %s }",
    ],
)
def test_the_first_lanes_may_be_missing(code: str) -> None:
    assert remaining(KERNEL % (code % UP)) == ["W023"]


@pytest.mark.parametrize(
    "code",
    [
        "unsigned i = blockIdx.x * blockDim.x + threadIdx.x; if (i < m) %s",
        "unsigned i = blockIdx.x * blockDim.x + threadIdx.x; if (i < m - 1) %s",
        "int i = b + t - 1; if (i < n) %s",
        "int i = b + t - 1; if (i < n - 1) %s",
        "int i = b + t - 1; if (i < 100) %s",
        "if ((int)(u - 5) < n) %s",
        "index_t i = b + t - 1; if (i < n) %s",
        "if (u + (m - 1) / 32 * 32 < m) %s",
    ],
)
def test_the_first_lanes_are_there(code: str) -> None:
    assert remaining(KERNEL % (code % UP)) == []
