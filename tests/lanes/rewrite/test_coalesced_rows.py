"""Rows of 32 elements whose index is the rank in a coalesced group."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of, run

KERNEL = """#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(const int *in, int *rows, int n) {
    __shared__ int buf[32], pairs[2][32], wide[64];
    int t = threadIdx.x, base = in[n];
    if (in[t] > 0) {
        cg::coalesced_group g = cg::coalesced_threads();
        const int r = g.thread_rank();
        %s
    }
}
void run(const int *in, int *rows, int n) { k<<<n, %d>>>(in, rows, n); }
"""


def is_told(code: str, threads: int = 256) -> bool:
    return "W012" in rules_of(native(KERNEL % (code, threads)))


@pytest.mark.parametrize(
    "code",
    [
        "rows[base * 32 + g.thread_rank()] = t;",
        "rows[r + 32 * base] = t;",
        "rows[(blockIdx.x << 5) + r] = t;",
        "int *row = rows + base * 32; row[g.thread_rank()] = t;",
        "atomicAdd(rows + base * 32 + r, t);",
        "buf[g.thread_rank()] = t;",
        "pairs[base & 1][r] = t;",
    ],
)
def test_rows_that_are_too_short(code: str) -> None:
    assert is_told(code)
    assert not is_told(code, 32)
    assert "W012" not in rules_of(run(KERNEL % (code, 256)))


@pytest.mark.parametrize(
    "code",
    [
        "rows[base + g.thread_rank()] = t;",
        "rows[base * 64 + g.thread_rank()] = t;",
        "rows[base * g.size() + g.thread_rank()] = t;",
        "rows[g.thread_rank()] = base * 32;",
        "wide[r] = t;",
        "buf[base & 31] = g.thread_rank();",
    ],
)
def test_others(code: str) -> None:
    assert not is_told(code)
