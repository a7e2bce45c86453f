"""Shuffles that read the lane whose turn it is in a loop which each lane leaves behind its own turn."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = """__global__ void k(const unsigned *in, unsigned *out, int n) {
  unsigned t = threadIdx.x, lane = t %% 32, v = in[t], s = 0;
  %s
  out[t] = s;
}
"""
TAKE = "s += __shfl_sync(0xffffffff, v, g, 16);"


@pytest.mark.parametrize(
    "code",
    [
        f"for (unsigned g = t & ~15u; g <= t; g++) {TAKE}",
        f"for (unsigned g = t / 16 * 16; g <= t; ++g) {{ {TAKE} }}",
        f"for (unsigned g = t - t % 16; t >= g; g += 1) {TAKE}",
        f"for (unsigned g = 0; g <= lane; g++) {TAKE}",
        "for (unsigned g = 0; g <= lane; g++) s += __shfl_sync(~0u, v, g);",
        "for (unsigned g = t & ~31; g <= threadIdx.x; g++) s += __shfl_sync(~0u, v, g);",
        f"for (unsigned g = t & ~15u; g <= t; g++) if (n) {TAKE}",
    ],
)
def test_the_lane_of_a_turn_is_in_it(code: str) -> None:
    assert remaining(KERNEL % code) == []


@pytest.mark.parametrize(
    "code",
    [
        f"for (unsigned g = t & ~7u; g <= t; g++) {TAKE}",
        f"for (unsigned g = t / 8 * 8; g <= t; g++) {TAKE}",
        f"for (unsigned g = t / 16 * 8; g <= t; g++) {TAKE}",
        f"for (unsigned g = t & ~15u; g < t; g++) {TAKE}",
        f"for (unsigned g = t & ~15u; g <= t; g += 2) {TAKE}",
        f"for (unsigned g = t & ~15u; g <= t; g++) {{ {TAKE} g++; }}",
        f"for (unsigned g = t & ~15u; g <= t; g++) {{ {TAKE} t--; }}",
        f"for (unsigned g = t & ~15u; g <= t; g++) {{ if (in[t]) continue; {TAKE} }}",
        f"for (unsigned g = t & ~15u; g <= t; g++) {{ {TAKE} if (in[t]) break; }}",
        f"for (unsigned g = t & ~15u; g <= t; g++) if (lane & 1) {TAKE}",
        f"if (in[t]) return; for (unsigned g = t & ~15u; g <= t; g++) {TAKE}",
        f"for (unsigned g = 0; g <= in[t]; g++) {TAKE}",
        "for (unsigned g = t & ~15u; g <= t; g++) s += __shfl_sync(~0u, v, g);",
        "for (unsigned g = t & ~15u; g <= t; g++) s += __shfl_sync(~0u, v, g + 1, 16);",
        "for (unsigned g = t & ~15u; g <= t; g++) s += __shfl_down_sync(~0u, v, g, 16);",
        "for (unsigned g = t & ~15u; g <= t; g++) s += __shfl_sync(~0u, v, g, n);",
    ],
)
def test_it_may_have_left(code: str) -> None:
    assert remaining(KERNEL % code) == ["W023"]
