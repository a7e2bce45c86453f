"""Masks of all lanes in names, in blocks of 32 threads: what is told where bits of them are worked off."""

from __future__ import annotations

import pytest
from helpers.warps import native, said

KERNEL = """
#define FULL 0xffffffffu
__device__ int first(unsigned left) { return left %% 3; }
__global__ void k(int *o, const int *p) {
    const int lane = threadIdx.x & 31;
    unsigned left = FULL;
    unsigned same = __ballot_sync(FULL, p[lane]);
    %s
    o[lane] = same;
}
void run(int *o, const int *p) { k<<<1, 32>>>(o, p); }
"""


@pytest.mark.parametrize(
    ("work", "is_told"),
    [
        ("same = __ballot_sync(left, p[lane] > 1);", False),
        ("if (__any_sync(left, p[lane] > 1)) return;", False),
        ("left = __ballot_sync(left, p[lane] > 1);", False),
        ("while (left) { same = __ballot_sync(FULL, same); left &= ~same; }", True),
        ("while (left != 0) { same = __ballot_sync(FULL, same); left &= ~same; }", True),
        ("for (; left; left &= left - 1) same += p[__ffs(left) - 1];", True),
        ("same = __popc(left);", True),
        ("same = left >> lane;", True),
        ("if (left) same = 0;", True),
    ],
)
def test_full_masks_that_are_worked_off(work: str, *, is_told: bool) -> None:
    assert ("W012" in said(native(KERNEL % work))) == is_told


WORKER = """
__device__ int done(int v, unsigned left) {
    const int lane = threadIdx.x & 31;
    int n = 0;
    for (; left; n++) {
        unsigned same = __ballot_sync(left, v == __shfl_sync(~0u, v, __ffs(left) - 1));
        left &= ~same;
    }
    return n + lane;
}
__global__ void k(int *o) { %s o[threadIdx.x] = done(o[threadIdx.x], %s); }
void run(int *o) { k<<<1, 32>>>(o); }
"""


@pytest.mark.parametrize(
    ("made", "given", "is_told"),
    [
        ("", "~0u", True),
        ("unsigned all = ~0u;", "all", True),
        ("unsigned some = __ballot_sync(~0u, 1);", "some", False),
    ],
)
def test_full_masks_that_calls_give(made: str, given: str, *, is_told: bool) -> None:
    assert ("W012" in said(native(WORKER % (made, given)))) == is_told
