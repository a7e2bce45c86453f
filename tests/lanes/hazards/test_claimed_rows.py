"""Waits for a word of a row that the winner of the row sets before, or in the first turn of the wait."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = """__device__ void give(unsigned *p, unsigned v) { atomicExch(p, v); }
__global__ void k(unsigned *row, const unsigned *key, unsigned *y, unsigned n) { %s y[threadIdx.x] = 1; }
"""
OWN = "unsigned *r = row + 2 * (key[threadIdx.x] % 16); "
CLAIM = "unsigned old = atomicCAS(r, 0u, key[threadIdx.x]); "
SET = "atomicExch(r + 1, key[threadIdx.x + 1]); "
WAIT = "while (atomicAdd(r + 1, 0u) == 0u) { } "
WON = "if (old == 0u) "
ALL = "for (unsigned i = 1; i < n; i++) atomicExch(r + i, key[i]); "


@pytest.mark.parametrize(
    "code",
    [
        OWN + CLAIM + WON + SET + WAIT,
        OWN + CLAIM + "if (0u == old) { " + SET + "} " + WAIT,
        OWN + "if (atomicCAS(r, 0u, key[0]) == 0u) " + SET + WAIT,
        OWN + CLAIM + WON + "{ r[1] = 5; __threadfence(); } " + WAIT.replace("r + 1", "&r[1]"),
        OWN + CLAIM + "if (old == 0u && n > 1) " + ALL + "if (n > 1) { " + WAIT.replace("1,", "n - 1,") + "}",
        OWN + "for (unsigned t = 0; t < n; t++) { " + CLAIM + WON + SET + WAIT + "}",
        "for (unsigned t = 0; t < n; t++) { " + OWN + CLAIM + WON + SET + WAIT + "}",
        "auto r = reinterpret_cast<unsigned *>(row + 2 * n); " + CLAIM + WON + SET + WAIT,
        (
            "unsigned old = atomicCAS(row, 0u, key[0]); while (atomicAdd(row + 1, 0u) == 0u) {"
            " if (old == 0u) atomicExch(row + 1, 5u); }"
        ),
        (
            "unsigned old = atomicCAS(row, 0u, key[0]); if (old == 0u) atomicExch(row + 1, 5u);"
            " while (atomicAdd(row + 1, 0u) == 0u) { } row[2 + threadIdx.x] = row[1]; row[3] = 1;"
        ),
        OWN + CLAIM + WON + SET + WAIT + "atomicExch(r + 2, 0u); atomicAdd(&r[3], 1u); give(r + 4, r[1]);",
    ],
)
def test_the_winner_has_set_the_word(code: str) -> None:
    assert "W026" not in remaining(KERNEL % code)


@pytest.mark.parametrize(
    "code",
    [
        OWN + CLAIM + WON + SET + "else " + WAIT,
        OWN + "if (atomicCAS(r, 0u, key[0]) == 0u) " + SET + "else { " + WAIT + "}",
        OWN + CLAIM + WAIT + WON + SET,
        OWN + CLAIM + WON + SET + WAIT + SET,
        OWN + CLAIM + WON + SET + WAIT + "r[n] = 0;",
        OWN + CLAIM + WON + SET + WAIT + "row[n] = 0;",
        OWN + CLAIM + WON + SET + WAIT + "give(r + 1, 0u);",
        OWN + CLAIM + WON + SET + WAIT + "give(row + n, 0u);",
        OWN + CLAIM + WON + SET + WAIT + "give(r + n, 0u);",
        OWN + CLAIM + WON + SET + WAIT + "copy(r + 2, row);",
        OWN + CLAIM + WON + SET + WAIT + "copy(r + 2, r + 3);",
        OWN + CLAIM + WON + "atomicExch(r + 2, 1u); " + WAIT,
        OWN + CLAIM + WON + "r[1] = 5; " + WAIT,
        OWN + CLAIM + "if (old != 0u) " + SET + WAIT,
        OWN + CLAIM + "if (old == 0u || n) " + SET + WAIT,
        OWN + CLAIM.replace("(r,", "(r + n,") + WON + SET + WAIT,
        OWN + CLAIM + "r = row + n; " + WON + SET + WAIT,
        OWN + CLAIM + "if (n) { " + WON + SET + "} " + WAIT,
        OWN + "unsigned old = 1; if (n) old = atomicCAS(r, 0u, key[0]); " + WON + SET + WAIT,
        OWN + CLAIM + WON + "{ if (n) return; " + SET + "} " + WAIT,
        OWN + CLAIM + WON + "{ while (atomicAdd(y, 0u) == 0u) { } " + SET + "} " + WAIT,
        OWN + CLAIM + "for (unsigned t = 0; t < n; t++) { " + WON + SET + WAIT + "}",
        OWN + CLAIM + "unsigned t = 0; " + WAIT.replace("{ }", "{ if (old == 0u && t++ > 9) " + SET + "}"),
        OWN + CLAIM + "if (threadIdx.x < 32) { " + WON + SET + "} else { " + WAIT + "}",
        OWN + WAIT,
    ],
)
def test_somebody_may_set_the_word_later(code: str) -> None:
    assert "W026" in remaining(KERNEL % code)
