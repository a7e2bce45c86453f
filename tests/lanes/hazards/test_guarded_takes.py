"""Shuffles whose value a guard keeps from use where the lane that it is of is not there."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = """__global__ void k(float *p, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, lanes = min(32, n - (i - lane));
    %s
    float v = p[i], w;
    for (int d = 1; d < 32; d <<= 1) {
        %s
    }
    if (lane == 0) p[i] = v;
}
"""
LEAVES = "if (i >= n) return;"
TAKEN = "w = __shfl_down_sync(0xffffffff, v, d); "


@pytest.mark.parametrize(
    "guarded",
    [
        "if (lane + d < lanes) v += w;",
        "if (d + lane < lanes) { v = fmaxf(v, w); }",
        "if (lanes > lane + d) v += w;",
        "if (i + d < n) v += w;",
        "if (m) { if (i + d < n) v += w; }",
    ],
)
def test_a_guard_by_the_bound_of_those_who_left(guarded: str) -> None:
    assert remaining(KERNEL % (LEAVES, TAKEN + guarded)) == []
    assert remaining(KERNEL % (LEAVES, TAKEN.replace("= ", "= (").replace("; ", "); ") + guarded)) == []


@pytest.mark.parametrize(
    ("leaves", "turn"),
    [
        (LEAVES, TAKEN + "v += w;"),
        (LEAVES, TAKEN + "if (lane + d < 32) v += w;"),
        (LEAVES, TAKEN + "if (lane + d < m) v += w;"),  # which is another bound
        (LEAVES, TAKEN + "if (lane < lanes) v += w;"),
        (LEAVES, TAKEN + "if (lane + 1 < lanes) v += w;"),
        (LEAVES, TAKEN + "if (lane + d <= lanes) v += w;"),
        (LEAVES, TAKEN + "if (lane + d < lanes) v += w; else v -= w;"),
        (LEAVES, TAKEN + "if (lane + d < lanes) v += w; p[i] = w;"),
        (LEAVES, "v += __shfl_down_sync(0xffffffff, v, d); if (lane + d < lanes) v += 1;"),
        (LEAVES, "w = 2 * __shfl_down_sync(0xffffffff, v, d); if (lane + d < lanes) v += w;"),
        (LEAVES, TAKEN.replace("_down", "_xor") + "if (lane + d < lanes) v += w;"),
        ("if (p[i] > 2) return;", TAKEN + "if (lane + d < lanes) v += w;"),
        (LEAVES.replace(">=", "<"), TAKEN + "if (lane + d < lanes) v += w;"),
        (LEAVES + " if (i < m) return;", TAKEN + "if (lane + d < lanes) v += w;"),
        (LEAVES, TAKEN + "if (lane + d < lanes) v += w; if (v > 2) break;"),
    ],
)
def test_others_are_told(leaves: str, turn: str) -> None:
    assert "W023" in remaining(KERNEL % (leaves, turn))
