"""Waits before which a block has set all that it sets."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = "__global__ void k(%s) { int t = threadIdx.x; %s }\n"
TAKES = "int *s, int **rows, volatile int *f, volatile int **g, int r, int *p, int n"
READ = "*(volatile int *)(s + (t ^ 32))"
FUNCTION = "__device__ void meet(int *s, int n) { int t = threadIdx.x; atomicAdd(s + t, 1); %s }\n"


def in_kernel(code: str, head: str = "") -> list[str]:
    return [one for one in remaining(head + KERNEL % (TAKES, code)) if one == "W026"]


@pytest.mark.parametrize(
    "code",
    [
        f"atomicAdd(s + t, 1); while ({READ} == 0) ; p[t] = 0;",
        f"if (t < 40) atomicAdd(s + t, 1); while ({READ} == 0) ; p[t] = 0;",
        f"if (t < 40) {{ atomicAdd(s + t, 1); while ({READ} == 0) ; }} p[t] = 0;",
        "if (t < 8) f[t] = 1; while (!__all_sync(~0u, t < 8 ? f[t ^ 1] : 1)) ; p[t] = 0;",
        f"auto u = static_cast<int>(threadIdx.x); atomicAdd(s + u, 1); while (u < 8 && {READ} == 0) ;",
        "g[t][r] = 1; __threadfence(); while (!g[r][t]) ; p[t] = 0;",
        f"atomicExch(s + t, 1); while ({READ} == 0) ; __syncthreads(); s[t] = 0;",
        (
            "if (t < 8) { atomicAdd(rows[r] + t, 9); atomicSub(rows[t] + r, 9); } while (true) {"
            " int v = t < 8 ? *(volatile int *)(rows[r] + t) : 0; if (__all_sync(~0u, v <= 0)) break; }"
        ),
    ],
)
def test_all_is_posted_before(code: str) -> None:
    assert in_kernel(code) == []


@pytest.mark.parametrize(
    "code",
    [
        "if (t < 32) f[t] = 1; else while (!f[t - 32]) ;",
        "if (t >= 32) { f[t] = 1; return; } while (!f[t + 32]) ;",
        f"s[t] = 1; while ({READ} == 0) ;",  # the compiler may keep it
        f"atomicAdd(s + t, 1); while ({READ} < 2) ; atomicAdd(s + t, 1);",
        f"atomicAdd(s + t, 1); while ({READ} < 2) ; if (t < 32) atomicAdd(s + t, 1);",
        f"auto post = [&] {{ atomicAdd(s + t, 1); }}; post(); while ({READ} < 2) ; post();",
        "auto mine = s + (t ^ 32); atomicAdd(s + t, 1); while (*(volatile int *)mine < 1) ;",
        f"int *mine = s + t; atomicAdd(s + t, 1); while ({READ} < 2) ; atomicAdd(mine, 1);",
        f"for (int j = 0; j < n; j++) {{ atomicAdd(s + t, 1); while ({READ} < j) ; }}",
        f"if (t < 32) {{ atomicAdd(s + t, 1); while ({READ} < 1) ; }} if (t >= 32) atomicAdd(s + t, 1);",
        f"switch (t / 32) {{ case 0: while ({READ} < 1) ; break; default: atomicAdd(s + t, 1); }}",
        f"atomicAdd(s + t, 1); while ({READ} < 2) ; if (n) {{ __syncthreads(); }} atomicAdd(s + t, 1);",
        f"while ({READ} < 1) ; p[t] = 1;",
    ],
)
def test_something_is_posted_elsewhere(code: str) -> None:
    assert in_kernel(code) == ["W026"]


def test_functions_that_all_threads_call() -> None:
    waits = f"while ({READ} < n) ;"
    behind = FUNCTION % (waits + " __syncthreads();")
    assert in_kernel("meet(s, 1); p[t] = 0; meet(s, 2);", behind) == []
    assert in_kernel("if (t < 32) meet(s, 1); else atomicAdd(s + t, 1);", behind) == ["W026"]
    assert in_kernel("meet(s, 1); meet(s, 2);", FUNCTION % waits) == ["W026"]


SLOTS = "int m = atomicAdd(p, 1); slot[m] = t; __syncwarp(); "
DRAIN = (
    "int v = atomicExch(slot + m - i, -1); while (v == -1) v = atomicExch(slot + m - i, -1); p[m - i] = v; "
)
DRAINED = "if (m % 32 == 31) { for (int i = 0; i < 7; i++) { " + DRAIN + "} }"


def with_slots(code: str) -> list[str]:
    return [one for one in remaining(KERNEL % ("int *slot, int *p, int n", code)) if one == "W026"]


@pytest.mark.parametrize(
    "code",
    [
        SLOTS + DRAINED,
        SLOTS.replace("__syncwarp", "__threadfence") + DRAINED,
        "int m = atomicAdd(p, 1); atomicExch(slot + m, t); " + DRAINED,
        "int m = t; if (t < 7) slot[m] = t; __syncthreads(); if (t == 0) { int i = 1; " + DRAIN + "}",
        SLOTS + DRAINED + " __syncthreads(); slot[t] = t;",
    ],
)
def test_slots_are_filled_before_they_are_drained(code: str) -> None:
    assert with_slots(code) == []


@pytest.mark.parametrize(
    "code",
    [
        SLOTS + DRAINED + " slot[m] = t;",
        "int m = atomicAdd(p, 1); if (m % 32 != 31) { slot[m] = t; __threadfence(); } else { int i = 1; "
        + DRAIN
        + "}",
        "for (int j = 0; j < n; j++) { " + SLOTS + DRAINED + "}",
        (
            "int m = t; if (t == 0) slot[0] = 0; __syncthreads(); while (atomicExch(slot, 1) != 0) ; p[0]++;"
            " __threadfence(); atomicExch(slot, 0);"
        ),
        "int m = t; while (atomicExch(slot, 1) != 0) ; p[0]++; __threadfence(); slot[0] = 0;",
        "int m = t, i = 0; " + DRAIN,
        "int m = atomicAdd(p, 1); slot[m] = t; " + DRAINED,
    ],
)
def test_slots_that_somebody_fills_later(code: str) -> None:
    assert with_slots(code) == ["W026"]
