"""Loops that wait up to a bound, and those that do something else meanwhile."""

from __future__ import annotations

import pytest
from helpers.warps import remaining, run

KERNEL = (
    "__global__ void k(int *p, int *m, volatile int *f, int n) {"
    " int i = threadIdx.x, lane = i & 31, warp = i / 32, v = 0, tries = 0; bool done = false; %s }\n"
)
WAITS = [
    "for (int t = 0; t < 100000; ++t) if (f[warp]) { p[i] = 1; break; }",
    "for (int t = 0; t < n; ++t) { if (f[warp]) return; __nanosleep(20); }",
    "while (!f[warp + 1] && tries < 100000) tries++;",
    "while (f[warp] == 0) { if (++tries > 100000) return; }",
    "do { ++tries; } while (f[warp] < n && tries < 1000000);",
    "do { tries = tries + 1; } while (f[warp] < n && tries < 1000000);",
    "int left = 1000; while (left-- > 0 && f[warp] == 0) ;",
    "int left = 1000; while (f[warp] == 0) { if (left == 0) break; left -= 1; }",
    "long long t = clock64(); while (atomicAdd(m, 0) == 0 && clock64() - t < 100000000LL) ;",
    "long long t = clock64(), now = t; while (f[warp] == 0 && now - t < n) { now = clock64(); }",
    "for (unsigned t = 0; t < (1u << 30) && !done; t++) done = atomicAdd(m, 0);",
    "for (int t = 0; t < n && v == 0; t++) { v = f[warp]; }",
    "for (int t = 0, ns = 1; t < n; t++) { if (f[warp]) break; __nanosleep(ns); ns = ns < 9 ? ns * 2 : ns; }",
    "for (int t = 0; t < n; t++) if (atomicCAS(m, 0, 1) == 0) break; p[0]++; atomicExch(m, 0);",
    "while (atomicCAS(m, 0, 1) != 0 && tries < n) ++tries;",
]
WORKS = [
    "for (int t = 0; t < 32; ++t) { if (f[t]) break; }",
    "for (int t = 0; t < 32; ++t) { p[t] = f[0]; if (f[0]) break; }",
    "for (int t = 0; t < 32; ++t) { v += f[0] * t; if (v > n) break; }",
    "for (int t = 0; t < 32; ++t) { work(t); if (*f) break; }",
    "for (int t = 0; t < 32; ++t) { v = v * 3 + t; if (*f) break; }",
    "for (int t = 0; t < 32; ++t) { atomicAdd(p, t); if (*f) break; }",
    "for (int t = 0; t < 32; ++t) { m[t] = 0; if (atomicCAS(p, 0, 1) == 0) break; }",
    "for (int t = 0; t < 32; ++t) if (atomicCAS(m + t, 0, 1) == 0) break;",
    "for (int t = 0; t < 32; ++t) if (t == lane) break;",
    "for (int t = 0; t < f[0]; ++t) ;",
    "while (*f > tries) ++tries;",
    "while (v != 0 && tries < n) { v = p[v]; ++tries; }",
    "for (int t = 0; t < n; ++t) { __syncthreads(); if (*f) break; }",
    "for (v = n / 2; v > 0; v /= 2) if (f[v] > n) break;",
]


@pytest.mark.parametrize("code", WAITS)
def test_waits_up_to_a_bound(code: str) -> None:
    assert remaining(KERNEL % code) == ["W052"]


def test_nobody_of_the_kernel_sets_what_all_ask() -> None:
    assert remaining(KERNEL % "for (int t = 0; t < n; ++t) { if (*f) return; __nanosleep(20); }") == []


@pytest.mark.parametrize("code", WORKS)
def test_turns_that_do_something(code: str) -> None:
    assert "W052" not in remaining(KERNEL % code)


BOX = """struct Box { volatile int full, value; int plain; __device__ bool ready() const { return full; } };
__device__ bool receive(Box &b, int &v, int n) { int t = 0; bool ok = false; %s return ok; }
"""
IN_MEMBERS = [
    "for (int t = 0; t < n; ++t) { if (b.full) { __threadfence_block(); v = b.value; return true; } }",
    "while (n--) { if (b.full) return true; }",
    "for (;;) { if (b.full) break; if (++t > n) break; }",
    "do { if (b.full) return true; } while (++t < n);",
    "for (; t < n && !ok; ++t) ok = b.full;",
    "auto full = [&] { return b.full != 0; }; for (; t < n; ++t) if (full()) return true;",
    "for (; t < n; ++t) if (b.ready()) return true;",
    "for (int r = 0; r < 9; ++r) { for (t = 0; t < n; ++t) if (b.full) return true; __nanosleep(9); }",
    "again: if (b.full) return true; if (++t < n) goto again;",
    "for (; t < n; ++t) { int x = b.value; if (x >= 0) { v = x; return true; } }",
    "while (true) { t++; if (b.full || t == n) break; }",
]


@pytest.mark.parametrize("code", IN_MEMBERS)
def test_waits_for_a_member_of_a_class(code: str) -> None:
    assert remaining(BOX % code) == ["W052"]


@pytest.mark.parametrize(
    "code",
    [
        "while (!b.full) ++t;",
        "for (;;) { if (b.full) { v = b.value; break; } }",
        "auto full = [&] { return b.full != 0; }; while (!full()) ++t;",
        "while (!b.ready()) ++t;",
    ],
)
def test_waits_without_a_bound(code: str) -> None:
    assert remaining(BOX % code) == ["W026"]


@pytest.mark.parametrize(
    "code",
    [
        "for (; t < n; ++t) if (b.plain) return true;",
        "for (; t < n; ++t) { v += b.value; if (b.full) break; }",
        "auto plain = [&] { return b.plain != 0; }; for (; t < n; ++t) if (plain()) return true;",
    ],
)
def test_members_that_nobody_changes_and_turns_that_do_something(code: str) -> None:
    assert remaining(BOX % code) == []


def test_one_thread_of_the_block_may_wait() -> None:
    assert remaining(KERNEL % f"if (i == 0) {{ {WAITS[2]} }}") == []


def test_a_function_that_waits_for_its_caller() -> None:
    head = "__device__ int look(volatile int *q) { return *q; }\n"
    assert remaining(head + KERNEL % "while (look(f + warp) == 0 && tries < n) tries++;") == ["W052"]


def test_what_is_said() -> None:
    (found,) = run(KERNEL % WAITS[2]).findings
    assert (
        "this loop may use up its tries for a flag that another lane of the same wavefront" in found.message
    )
    (found,) = run(KERNEL % WAITS[-1]).findings
    assert (
        "this loop may use up its tries for a lock that another lane of the same wavefront" in found.message
    )
