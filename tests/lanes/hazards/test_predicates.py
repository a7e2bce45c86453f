"""Predicates that a loop asks: it waits for what they read of memory that others write."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = "__global__ void k(volatile int *f, int *p, int n) { int w = threadIdx.x / 32; %s p[w] = n; }\n"
HELPER = "template <class P> __device__ void wait_for(P ready) { while (!ready()) {} }\n"
LOCAL = "int seen = n; "


@pytest.mark.parametrize(
    "code",
    [
        "auto ready = [&] { return f[w] != 0; }; while (!ready()) {}",
        "wait_for([&] { return f[w] != 0; });",
    ],
)
def test_a_loop_that_waits(code: str) -> None:
    head = HELPER if "wait_for" in code else ""
    assert remaining(head + KERNEL % code) == ["W026"]


@pytest.mark.parametrize(
    "code",
    [
        LOCAL + "auto more = [&] { return --seen < 0; }; while (!more()) {}",
        LOCAL + "auto big = [](int a) { return a > 8; }; while (!big(seen)) ++seen;",
    ],
)
def test_a_loop_that_counts(code: str) -> None:
    assert remaining(KERNEL % code) == []
