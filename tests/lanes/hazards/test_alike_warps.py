"""Barriers under conditions that all warps of a block meet alike, and others."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = """__device__ void change(unsigned &x);
__global__ void k(const int *keys, int *more, int n, int *out) {
    __shared__ int best; __shared__ unsigned shared;
    unsigned mask = 0; int key = 0, warp = threadIdx.x / 32;
    for (int k = 0; k < n || mask;) {
        if (!mask) { int i = k + threadIdx.x %% 32; key = i < n ? %s : -1; mask = %s; k += 32; %s continue; }
        int first = __ffs(mask) - 1; mask ^= 1u << first;
        int other = __shfl_sync(~0u, key, first);
        if (threadIdx.x == 0) best = other;
        __syncthreads();
        out[threadIdx.x] += best;
    }
}
"""
VOTE = "__ballot_sync(~0u, key != -1)"


@pytest.mark.parametrize(
    ("read", "vote", "more", "is_said"),
    [
        ("keys[i]", VOTE, "", False),
        ("keys[i + blockIdx.x]", VOTE, "", False),
        ("min(keys[i], n)", VOTE, "", False),
        ("keys[i]", VOTE, "if (key > n) k += 32;", True),  # by lane
        ("keys[i]", VOTE, "if (__any_sync(~0u, key > n)) k += 32;", False),
        ("more[i]", VOTE, "", True),
        ("keys[i + warp]", VOTE, "", True),
        ("keys[threadIdx.x]", VOTE, "", True),
        ("keys[i]", "shared", "", False),  # the same for all that read it
        ("keys[i]", VOTE + " & shared", "", True),
        ("keys[i]", VOTE, "change(mask);", True),
        ("keys[i]", VOTE, "if (warp == 1) mask = 0;", True),
        ("keys[i]", VOTE, "if (warp == 1) continue;", True),
        ("rand()", VOTE, "", True),
    ],
)
def test_a_vote_of_what_each_warp_reads_alike(read: str, vote: str, more: str, *, is_said: bool) -> None:
    assert ("G016" in remaining(KERNEL % (read, vote, more))) == is_said


@pytest.mark.parametrize(("threads", "is_said"), [("64", False), ("n", False), ("48", True)])
def test_a_last_warp_with_fewer_lanes(threads: str, *, is_said: bool) -> None:
    launch = f"void run(int *p, int n) {{ k<<<1, {threads}>>>(p, p, n, p); }}\n"
    assert ("G016" in remaining(KERNEL % ("keys[i]", VOTE, "") + launch)) == is_said
