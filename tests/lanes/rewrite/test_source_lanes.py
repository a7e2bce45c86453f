"""Lanes half a warp of 32 away, by the own index, and those of a number modulo 32."""

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


@pytest.mark.parametrize(
    "code",
    [
        "v = __shfl_sync(~0u, v, n & 31);",
        "v = __shfl(v, (n + 3) % 32);",
        "int from = y[0] & 0x1f; v = __shfl_sync(~0u, v, from);",
    ],
)
def test_one_of_the_first_lanes(code: str) -> None:
    assert "W012" in rules_of(native(KERNEL % code))
    assert "W012" not in rules_of(run(KERNEL % code))


@pytest.mark.parametrize(
    "code",
    [
        "v = __shfl_sync(~0u, v, n & (warpSize - 1));",
        "v = __shfl_sync(~0u, v, n % 16);",
        "v = __shfl_sync(~0u, v, n & 31, 32);",
        "v = __shfl_sync(~0u, v, 0) + (n & 31);",
        "v = __shfl_xor_sync(~0u, v, n & 31);",
    ],
)
def test_lanes_of_any_width(code: str) -> None:
    assert "W012" not in rules_of(native(KERNEL % code))
