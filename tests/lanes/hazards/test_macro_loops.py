"""Loops that macros make: with a body of their own, or with the one behind their use."""

from __future__ import annotations

import pytest
from helpers.warps import remaining, run

FUNCTION = "__device__ bool f(volatile int *f, int *m, int n) { bool done = false; %s return done; }\n"
TRIES = "#define TRIES(t, n) for (int t = 0; t < (n); ++t)\n"
UNTIL = "#define UNTIL(c) while (!(c))\n"
EVER = "#define EVER for (;;)\n"
BOUND = "#define WAIT(c, n) for (int t = 0; t < (n) && !(c); ++t)\n"
IN_BLOCK = "#define WAIT(c, n) do { int t = 0; while (!(c) && ++t < (n)) ; } while (0)\n"
LEFT = "#define WAIT(c, n) { int t = 0; while (!(c)) if (++t > (n)) break; }\n"
LOCK = "#define LOCK(m) while (atomicCAS(m, 0, 1))\n"
NESTED = "#define WAIT(f) UNTIL(*(f) != 0)\n"
EACH = "#define EACH(i, n) for (int i = 0; i < (n) && i < 100; i += 2)\n"


@pytest.mark.parametrize(
    ("macro", "code", "rule"),
    [
        (TRIES, "TRIES(t, n) { if (*f) return true; }", "W052"),
        (TRIES, "TRIES(t, n) { if (*f) break; __nanosleep(20); }", "W052"),
        (TRIES, "TRIES(t, n) if (*f) return true;", "W052"),
        (TRIES, "TRIES(t, n) { if (atomicCAS(m, 0, 1) == 0) { done = true; break; } }", "W052"),
        (BOUND, "WAIT(*f, n);", "W052"),
        (BOUND, "WAIT(*f, n) {}", "W052"),
        (BOUND, "WAIT(*f, n) { __nanosleep(20); }", "W052"),
        (IN_BLOCK, "WAIT(*f, n);", "W052"),
        (LEFT, "WAIT(*f, n)", "W052"),
        (UNTIL, "UNTIL(*f);", "W026"),
        (UNTIL, "UNTIL(*f) {}", "W026"),
        (UNTIL, "UNTIL(*f) { __nanosleep(20); }", "W026"),
        (UNTIL, "UNTIL(done) { done = *f; }", "W026"),
        ("#define WAIT while (!*f)\n", "WAIT;", "W026"),
        ("#define WAIT() while (!*f)\n", "WAIT();", "W026"),
        ("#define WAIT while (!done)\n", "WAIT { done = *f; }", "W026"),
        (EVER, "EVER { if (*f) break; }", "W026"),
        (EVER, "EVER { if (atomicAdd(m, 0)) return true; }", "W026"),
        (LOCK, "LOCK(m); *f = 1; atomicExch(m, 0);", "W026"),
        (UNTIL + NESTED, "WAIT(f);", "W026"),
        (NESTED + UNTIL, "if (n) WAIT(f + 1);", "W026"),
    ],
)
def test_macros_that_wait(macro: str, code: str, rule: str) -> None:
    found = run(macro + FUNCTION % code).findings
    assert [one.rule for one in found if one.severity != "note"] == [rule]


@pytest.mark.parametrize(
    ("macro", "code"),
    [
        (EACH, "EACH(i, n) { f[i] = 1; }"),
        (EACH, "EACH(i, n) { if (f[i]) break; }"),
        (EACH, "EACH(i, n) if (f[i]) return true;"),
        (TRIES, "TRIES(t, n) { m[t] = 1; if (*f) break; }"),
        (TRIES, "TRIES(t, n) { work(t); if (*f) break; }"),
        (UNTIL, "int i = 0; UNTIL(i > n) { i++; }"),
        (EVER, "EVER { if (n-- < 0) break; }"),
        (EVER, "EVER { __syncthreads(); if (*f) break; }"),
        (LOCK, "done = true;"),
        ("#define DO(x) do { x; } while (0)\n", "DO(n = *f);"),
    ],
)
def test_macros_that_move_on(macro: str, code: str) -> None:
    assert not {"W026", "W052"} & set(remaining(macro + FUNCTION % code))


def test_macros_in_each_other_have_an_end() -> None:
    macros = "#define A(c) while (!(c)) B(c)\n#define B(c) A(c)\n"
    assert remaining(macros + FUNCTION % "A(*f);") == ["W026"]
