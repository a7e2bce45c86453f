"""Loops that a `goto` makes: those that wait, and those that come to an end."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = (
    "__global__ void k(int *p, int *m, volatile int *f, int n) {"
    " int i = threadIdx.x, lane = i & 31, warp = i / 32, v = 0; %s }\n"
)


@pytest.mark.parametrize(
    "code",
    [
        "again: if (atomicAdd(m, 0) == 0) goto again;",
        "again: if (*f == 0) { __nanosleep(20); goto again; } p[i] = 1;",
        "again: if (*f) return; goto again;",
        "again: v = f[warp]; if (v == 0) goto again;",
        "p[i] = 0; retry: if (atomicCAS(m, 0, 1) != 0) goto retry; p[0]++; atomicExch(m, 0);",
        "if (lane == 0) { again: if (*f == 0) goto again; }",
    ],
)
def test_waits(code: str) -> None:
    assert remaining(KERNEL % code) == ["W026"]


def test_a_number_of_tries() -> None:
    assert remaining(KERNEL % "again: if (*f == 0 && ++v < n) goto again;") == ["W052"]


@pytest.mark.parametrize(
    "code",
    [
        "again: if (f[v++] == 0) goto again;",
        "again: p[v] = 1; if (++v < n) goto again;",
        "again: v = p[v]; if (v) goto again;",
        "if (*f == 0) goto out; p[i] = 1; out: ;",
        "again: if (atomicCAS(m, 0, 1) != 0) goto again; p[0]++; atomicExch(m, 0); if (n--) goto again;",
        "if (i == 0) { again: if (*f == 0) goto again; }",
        "v = n ? again : p[0]; goto again; again: ;",
    ],
)
def test_jumps_that_come_to_an_end(code: str) -> None:
    expected = ["W026"] if "atomicCAS" in code else []
    assert remaining(KERNEL % code) == expected


@pytest.mark.parametrize(
    "code",
    [
        "int total = 0; while (total < 1) { total += atomicExch(m, 0); }",
        "int seen = 0; while (seen != 3) { seen |= atomicExch(m, 0); }",
        "enum { WAIT, DONE } st = WAIT; while (st != DONE) { if (st == WAIT && atomicAdd(m, 0)) st = DONE; }",
        "while (v != 2) { if (v == 0 && *f) v = 1; else if (v == 1 && *f == 2) v = 2; }",
    ],
)
def test_what_is_gathered_and_what_goes_through_states(code: str) -> None:
    assert remaining(KERNEL % code) == ["W026"]


@pytest.mark.parametrize(
    "code",
    [
        "int total = 0; while (total < n) { total += atomicAdd(m, 1); }",
        "int total = 0; while (total < n) { total += f[total]; }",
        "while (v != 2) { if (v == 0) v = 1; else v = 2; }",
        "while (v != 2) { if (v == 0) v = 1; else if (v == 1) v = 2; }",
    ],
)
def test_what_goes_on_by_itself(code: str) -> None:
    assert remaining(KERNEL % code) == []


def test_jumps_over_many_others_are_reported_and_not_read() -> None:
    labels = "".join(f"L{at}: if (p[{at}]) goto L{199 - at}; " for at in range(200))
    assert remaining(KERNEL % labels) == ["W026", "W031"]
