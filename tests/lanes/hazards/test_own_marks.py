"""Locks taken by atomics that set a bit, keep a bound or are taken back."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = (
    "__global__ void k(int *p, unsigned *m, volatile int *v, int n) {"
    " if (threadIdx.x %% 32 == 0) { bool done = false; int old; const unsigned bit = 1u << n; %s } }\n"
)
TAKES = [
    "while (atomicOr(m, 1u) != 0) ; p[0]++; *(volatile unsigned *)m = 0;",
    "while (atomicOr(m, bit) & bit) ; p[0]++; atomicAnd(m, ~bit);",
    "while (atomicOr(m, 1u << p[n]) >> p[n] & 1u) ; p[0]++; atomicAnd(m, ~(1u << p[n]));",
    "while (!(atomicAnd(m, ~p[1]) & p[1])) ; p[0]++; atomicOr(m, p[1]);",
    "while (!(atomicAnd(m, ~4u) & 4u)) ; p[0]++; atomicOr(m, 4u);",
    "do { old = atomicAnd(m, ~(1u << n)); } while (!(old >> n & 1)); p[0]++; atomicOr(m, 1u << n);",
    "while (atomicMax(p, 1) == 1) ; p[1]++; atomicExch(p, 0);",
    "while ((old = atomicMax(p, 1)) == 1) ; p[1]++; atomicExch(p, 0);",
    "while (atomicExch(p, 1) == 1) ; p[1]++; atomicExch(p, 0);",
    "while (atomicExch(p, 1) == n) ; p[1]++; atomicExch(p, 0);",
    "while (atomicExch(p, 0) == 0) ; p[1]++; atomicExch(p, 1);",
    "for (;;) { if ((atomicOr(m, 2) & 2) == 0) break; } p[0]++; atomicAnd(m, ~2);",
    "do { old = atomicOr(&m[blockIdx.x], 0x80000000u); } while (old >> 31); m[blockIdx.x] = 0;",
    "while (__sync_fetch_and_or(m, 1) & 1) ; p[0]++;",
    "while (__hip_atomic_fetch_or(m, 1, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) & 1) ; p[0]++;",
    "while (atomicAdd(p, 1) != 0) atomicSub(p, 1); p[1]++; atomicSub(p, 1);",
    "do { old = atomicSub(p, 1); if (old <= 0) atomicAdd(p, 1); } while (old <= 0); atomicAdd(p, 1);",
    "for (;;) { if (atomicAdd(p, 1) == 0) break; atomicAdd(p, -1); } p[1]++; atomicSub(p, 1);",
    "while (!done) { if (atomicAdd(p, n) == 0) { done = true; } else atomicSub(p, n); } p[1]++;",
]
ENDS = [
    "while (!(atomicOr(m, 1u) & 1u)) ;",  # the second time it is there
    "while (atomicMax(p, n) < n) ;",
    "while ((old = atomicAnd(p, 0)) != 0) p[old] = 1;",
    "while ((old = atomicExch(p, 0))) p[old] = 1;",
    "do { old = atomicExch(p, 0); p[old] = 1; } while (old != 0);",
    "while (atomicMin(p, n) > n) p[1]++;",
    "while (atomicXor(m, 1u)) ;",
    "while (atomicInc(m, 1) != 0) ; p[0]++; atomicExch(m, 0);",  # is 0 again the next time
    "while (atomicAdd(p, 1) < n) ;",
    "int b = 0; while (b < 32 && (atomicOr(m, 1u << b) >> b & 1u)) ++b;",
    "do { old = __ffs(~*m) - 1; } while (atomicOr(m, 1u << old) >> old & 1u);",
    "for (int i = 0; i < n; i++) { old = atomicAdd(p, 1); if (old > n) break; atomicSub(p, 1); }",
]
IN_TURN = "for (volatile bool d = false; !d;) { %s }"
GIVES_BACK = [
    "if (!(atomicOr(m, 1) & 1)) { v[0] = v[0] + 1; __threadfence(); atomicAnd(m, ~1); d = true; }",
    "if (atomicAdd(p, 1) == 0) { v[0] = v[0] + 1; __threadfence(); d = true; } atomicSub(p, 1);",
    "if (atomicAdd(p, 1) == 0) { v[0] = 1; atomicSub(p, 1); d = true; } else atomicSub(p, 1);",
]


@pytest.mark.parametrize("code", TAKES)
def test_what_a_lane_did_itself_keeps_it_out(code: str) -> None:
    assert remaining(KERNEL % code) == ["W026"]


@pytest.mark.parametrize("code", ENDS)
def test_what_a_lane_did_itself_ends_its_wait(code: str) -> None:
    assert remaining(KERNEL % code) == []


@pytest.mark.parametrize("code", GIVES_BACK)
def test_locks_given_back_in_the_turn_that_took_them(code: str) -> None:
    assert remaining(KERNEL % (IN_TURN % code)) == []
    assert remaining(KERNEL % (IN_TURN.replace("volatile ", "") % code)) == ["W026"]


@pytest.mark.parametrize("taken", ["atomicOr(m, 1) & 1", "atomicMax(m, 1) == 1", "atomicExch(m, 1)"])
@pytest.mark.parametrize(
    "code", ["if (%s) return false; return true;", "if (!(%s)) return true; return false;", "return !(%s);"]
)
def test_functions_that_try_to_take_a_lock(taken: str, code: str) -> None:
    helper = "__device__ bool take(unsigned *m) { " + code % taken + " }\n"
    assert remaining(helper + KERNEL % "while (!take(m)) ; p[0]++; atomicAnd(m, 0);") == ["W026"]
