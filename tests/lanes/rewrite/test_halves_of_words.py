"""Shifts by 32 of words of 64 bits, which count no lanes."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of

KERNEL = """#include <stdint.h>
#define WARP 32
__device__ uint64_t other(int t);
__device__ uint64_t votes(int v) { return __ballot_sync(~0u, v); }
__global__ void k(uint64_t *p, unsigned *q, int n, uint64_t peers) {
    int t = threadIdx.x; uint64_t v = p[t]; unsigned x = __shfl_sync(~0u, q[t], n); %s
}
"""
NO_VOTES = "\n".join(line for line in KERNEL.splitlines() if "votes" not in line)


@pytest.mark.parametrize(
    "code",
    [
        "p[t] = (uint64_t)x << 32 | t;",
        "p[t] = ((uint64_t) x << (uint64_t) 32) + t;",
        "q[t] = (uint32_t)(v >> 32);",
        "q[t] = min(v, p[n]) >> 32u;",
        "q[t] = uint32_t(v >> 32);",
        "atomicMax((unsigned long long *)p, (unsigned long long)x << 32 | t);",
        "uint64_t mask = 0xFFFFFFFF00000000; q[t] = (v & mask) >> 32;",
    ],
)
def test_halves_of_words(code: str) -> None:
    assert "W012" not in rules_of(native(NO_VOTES % code))


@pytest.mark.parametrize(
    "code",
    [
        "q[t] = peers >> 32;",
        "uint64_t mask = 0xffffffff; p[t] = mask << 32;",
        "v = other(t); q[t] = v >> 32;",
        "p[t] = (uint64_t)x << 32 | other(t);",
        "p[t] = (uint64_t)x << WARP;",
        "q[t] = x >> (32 - n);",
        "for (int i = 0; i < 32; ++i) q[i] += v >> 32 & x;",
        'asm("vote.ballot.b32 %%0, 1;" : "=r"(x)); p[t] = (uint64_t)x << 32;',
    ],
)
def test_what_may_be_of_lanes(code: str) -> None:
    assert "W012" in rules_of(native(NO_VOTES % code))


@pytest.mark.parametrize(
    "code",
    [
        "p[t] = votes(n) << 32 | votes(t);",
        "p[t] = (uint64_t)__ballot_sync(~0u, n) << 32 | x;",
        "v = votes(n); p[t] = v << 32 | votes(t);",
    ],
)
def test_votes_that_are_put_together(code: str) -> None:
    assert "W012" in rules_of(native(KERNEL % code))
