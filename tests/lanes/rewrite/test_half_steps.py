"""Lanes half a warp of 32 away, by the own index."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of, run

KERNEL = """__global__ void k(int *y, int n) {
    int v = y[threadIdx.x], lane = threadIdx.x %% warpSize; %s y[threadIdx.x] = v; }
"""


@pytest.mark.parametrize(
    "code",
    [
        "v = __shfl_sync(~0u, v, lane ^ 16);",
        "v = __shfl_sync(~0u, v, 16 + lane);",
        "v = __shfl_sync(~0u, v, lane < 16 ? lane + 16 : lane - 16);",
        "int from = lane ^ 16; v = __shfl(v, from);",
    ],
)
def test_half_a_warp_away(code: str) -> None:
    assert "W011" in rules_of(native(KERNEL % code))
    assert "W011" not in rules_of(run(KERNEL % code))


@pytest.mark.parametrize(
    "code",
    [
        "v = __shfl_sync(~0u, v, lane ^ 8);",
        "v = __shfl_sync(~0u, v, lane ^ (warpSize / 2));",
        "v = __shfl_sync(~0u, v, lane ^ 16, 32);",
        "v = __shfl_sync(~0u, v, n + 16);",
        "v = __shfl_sync(~0u, v, lane % 16);",
        "int from = lane ^ 16; from = lane; v = __shfl(v, from);",
        "v = __shfl_sync(~0u, v, 0) + (lane ^ 16);",
    ],
)
def test_other_lanes(code: str) -> None:
    assert "W011" not in rules_of(native(KERNEL % code))
