"""Slots that are claimed for good: a loop that does so waits for nobody."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

PROBE = """__global__ void k(int *slots, int n, int *keys, int *more) {
    const int lane = threadIdx.x & 31, key = keys[threadIdx.x / 32];
    int b = key & (n - 1);
    for (;;) {
        int *slot = slots + b * 32 + lane;
        const int seen = *(volatile int *)slot;
        if (__ballot_sync(~0u, seen == key)) break;
        const unsigned empty = __ballot_sync(~0u, seen == -1);
        if (!empty) { b = (b + 1) & (n - 1); continue; }
        int old = 0;
        if (lane == __ffs(empty) - 1) old = atomicCAS(slot, -1, key);
        old = __shfl_sync(~0u, old, __ffs(empty) - 1);
        if (old == -1 || old == key) break;
    }
    more[0] = 1;
}
"""
HOST = "void empty(int *slots, int n) { for (int i = 0; i < n; i++) slots[i] = -1; }\n"


def test_who_finds_a_slot_taken_looks_elsewhere() -> None:
    assert remaining(PROBE) == []
    assert remaining(HOST + PROBE) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("}\n    more", "}\n    slots[b * 32 + lane] = -1; more"),
        ("}\n    more", "}\n    atomicExch(slots + b * 32, -1); more"),
        ("}\n    more", "}\n    atomicCAS(slots + b * 32, key, - 1); more"),
        ("-1, key)", "-1, 1)"),
        ("== key", "!= 0"),
    ],
)
def test_what_is_given_back_is_a_lock(old: str, new: str) -> None:
    assert old in PROBE
    assert remaining(PROBE.replace(old, new)) == ["W026"]


def test_a_lock_of_its_owner() -> None:
    lock = "__device__ void take(int *o, int me) { int w; do w = atomicCAS(o, 0, me); while (w && %s); }\n"
    assert remaining(lock % "w != me") == ["W026"]
    assert remaining(lock % "!(w == me)") == ["W026"]
    free = "__device__ void free(int *o) { atomicExch(o, 0); }\n"
    assert remaining(free + lock % "!(w == me)") == ["W026"]


BY_TURNS = """__device__ bool insert(unsigned *keys, unsigned at, unsigned key, unsigned empty) {
    while (empty) {
        const int who = __ffs(empty) - 1;
        unsigned old = 0;
        if ((threadIdx.x & 31) == who) old = atomicCAS(keys + at, 0u, key);
        old = __shfl_sync(~0u, old, who);
        if (old == 0 || old == key) return true;
        empty &= empty - 1;
    }
    return false;
}
"""


def test_one_lane_after_the_other_tries_the_slot_that_it_has() -> None:
    assert remaining(BY_TURNS) == []
    assert remaining(BY_TURNS.replace("== who)", "== 0)")) == ["W052"]
    freed = "__device__ void remove(unsigned *keys, int at) { keys[at] = 0; }\n"
    assert remaining(freed + BY_TURNS) == ["W052"]
