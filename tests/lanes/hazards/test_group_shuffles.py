"""Loops that whole groups leave, for what they ask for comes of one lane of the group."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = """template <int T> __global__ void k(int *next, const int *off, const float *v, float *y, int n) {
    int lane = threadIdx.x %% T, row = 0;
    if (lane == 0) row = atomicAdd(next, 1);
    %s
    while (%s) {
        float sum = 0;
        for (int i = off[row] + lane; i < off[row + 1]; i += T) sum += v[i];
        for (int i = T / 2; i > 0; i /= 2) sum += __shfl_down_sync(~0u, sum, i, %s);
        if (lane == 0) { y[row] = sum; row = atomicAdd(next, 1); }
        %s
    }
}
"""
SHARED = "row = __shfl_sync(~0u, row, 0, T);"
OF_8 = SHARED.replace("T)", "8)")


@pytest.mark.parametrize(
    "parts",
    [
        (SHARED, "row < n", "T", SHARED),
        (SHARED, "row < n && n > 3", "T", SHARED),
        (OF_8, "row < n", "8", OF_8),
        (OF_8, "row < n", "4", OF_8),
        (SHARED, "row < n", "32", SHARED),  # the first lane of a group takes from its own group
        (SHARED.replace("_sync(~0u, ", "("), "row < n", "T", SHARED),
    ],
)
def test_groups_leave_as_wholes(parts: tuple[str, ...]) -> None:
    assert remaining(KERNEL % parts) == []


@pytest.mark.parametrize(
    "parts",
    [
        ("", "row < n", "T", SHARED),
        (SHARED, "row < n", "T", ""),
        (OF_8, "row < n", "16", OF_8),
        (OF_8, "row < n", "T", OF_8),
        (SHARED, "row < n - lane", "T", SHARED),
        (SHARED.replace("0, T", "lane / 2, T"), "row < n", "T", SHARED),
        (SHARED, "row < n", "T", SHARED + " row += lane;"),
        (SHARED, "row < n", "T", "if (n > lane) " + SHARED),
        (SHARED, "row < n", "T", "if (row > 3) continue; " + SHARED),
    ],
)
def test_lanes_leave_by_themselves(parts: tuple[str, ...]) -> None:
    assert "W023" in remaining(KERNEL % parts)
