"""Means over 32 lanes, by numbers with a point."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of, run

SUM = "for (int d = warpSize / 2; d; d /= 2) v += __shfl_xor_sync(~0u, v, d);"
HELPER = f"__device__ float sum(float v) {{ {SUM} return v; }}\n"
KERNEL = HELPER + "__global__ void k(float *y, float x) { float v = *y, w = 1.0f; %s *y = v; }\n"


@pytest.mark.parametrize(
    "code",
    [
        SUM + " v = v / 32.0f;",
        SUM + " v /= 32.f;",
        SUM + " w = (v + 1) * 0.03125f;",
        SUM + " w = 0.03125 * v;",
        SUM + " v *= (1.0f / 32.0f);",
        "w = sum(v) / 32.0;",
        "w = sum(v); v = w / 32.0F;",
    ],
)
def test_means_over_32_lanes(code: str) -> None:
    assert "W012" in rules_of(native(KERNEL % code))
    assert "W012" not in rules_of(run(KERNEL % code))


@pytest.mark.parametrize(
    "code",
    [
        SUM + " v = v / warpSize;",
        SUM + " v = v / 64.0f;",
        SUM + " v = v * 32.0f;",
        SUM + " w = x / 32.0f;",
        SUM + " v = 32.0f / v;",
        "v = v / 32.0f;",
    ],
)
def test_other_numbers(code: str) -> None:
    assert "W012" not in rules_of(native(KERNEL % code))
