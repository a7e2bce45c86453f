"""Lanes that shuffles name in blocks of 32 threads: what is told of those that may be others."""

from __future__ import annotations

import pytest
from helpers.warps import native, said

KERNEL = """
__global__ void k(int *o, const int *p, int n) {
    const int lane = threadIdx.x %% 32;
    const unsigned m = __ballot_sync(~0u, p[lane] > 0);
    const int leader = __ffs(m) - 1;
    int v = p[threadIdx.x], w = 0;
    for (int i = 0; i < 32; ++i) w += __shfl_sync(~0u, v, %s);
    o[lane] = w;
}
void run(int *o, const int *p, int n) { k<<<1, 32>>>(o, p, n); }
"""


@pytest.mark.parametrize(
    ("lane", "is_told"),
    [
        ("31", False),
        ("i", False),
        ("lane", False),
        ("lane ^ 1", False),
        ("(lane + 16) % 32", False),
        ("(lane + i) & 31", False),
        ("threadIdx.x", False),
        ("leader", False),
        ("__ffs(m) - 1", False),
        ("n > 0 ? lane : 0", False),
        ("32", True),
        ("n", True),
        ("p[lane]", True),
        ("p[lane] + lane", True),
        ("lane + 16", True),
        ("i + 1", True),
        ("lane ^ n", True),
        ("n > 0 ? lane : n", True),
        ("n % 33", True),
        ("__ffs(m) - n", True),
    ],
)
def test_lanes_of_the_first_32(lane: str, *, is_told: bool) -> None:
    assert ("W012" in said(native(KERNEL % lane))) == is_told
