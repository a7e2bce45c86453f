"""Waits of some blocks of a kernel for what others set, on the other side of a condition on the block."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

CODE = (
    "__device__ void more(volatile int *f) { f[0] = 1; }\n"
    "__global__ void k(volatile int *f, volatile int *g, int *o, int n) { int i = threadIdx.x; %s }\n"
)
WAIT = "if (i < 8) while (f[i] == 0) ;"
BACK = "if (i == 0) while (g[0] == 0) ;"
SET = "if (i < 8) f[i] = 1;"


@pytest.mark.parametrize(
    "code",
    [
        f"if (blockIdx.x & 1) {{ {WAIT} o[i] = 1; }} else {{ {SET} }}",
        f"if (blockIdx.x == 0) {{ {SET} }} else {{ {WAIT} }}",
        f"int b = blockIdx.x / 2; if (b > n) {{ {WAIT} }} else {{ __threadfence(); __syncthreads(); {SET} }}",
        f"if (blockIdx.x & 1) {{ if (n) {{ {WAIT} }} }} else {{ for (int j = 0; j < n; j++) {{ {SET} }} }}",
        f"if (blockIdx.x & 1) {{ {WAIT} }} else {{ {SET} more(g); }}",
    ],
)
def test_another_block_sets_it(code: str) -> None:
    assert remaining(CODE % code) == []


@pytest.mark.parametrize(
    "code",
    [
        f"if (blockIdx.x & 1) {{ {WAIT} {SET} }} else {{ {SET} }}",
        f"if (blockIdx.x & 1) {{ {WAIT} }} else {{ {SET} }} {SET}",
        f"if (n & 1) {{ {WAIT} }} else {{ {SET} }}",
        f"if ((blockIdx.x + i) & 1) {{ {WAIT} }} else {{ {SET} }}",
        f"if (blockIdx.x & 1) {{ {WAIT} }}",  # another kernel sets it, or nobody
        f"if (blockIdx.x & 1) {{ {WAIT} more(f); }} else {{ {SET} }}",
        f"if (blockIdx.x & 1) {{ {WAIT} }} else {{ more(f); }}",
        f"volatile int *h = f; if (blockIdx.x & 1) {{ {WAIT} h[i] = 1; }} else {{ {SET} }}",
        # The other block waits for the first lane that has left the loop, which the others keep.
        f"if (blockIdx.x & 1) {{ {WAIT} g[i] = 1; }} else {{ f[0] = 1; {BACK} {SET} }}",
    ],
)
def test_a_lane_may_hold_it_back(code: str) -> None:
    assert "W026" in remaining(CODE % code)


ROLES = (
    "__device__ void a(volatile int *f, int n) { for (int s = 0; s < n; s++) { __syncthreads(); %s } }\n"
    "__device__ void b(volatile int *f, int *o, int n) { int i = threadIdx.x;"
    " for (int s = 0; s < n; s++) { if (i < 4) while (f[i] <= s) ; __syncthreads(); o[i] += s; %s } }\n"
    "__global__ void k(volatile int *f, int *o, int n) { %s }\n"
)
SETS = "if (threadIdx.x < 4) f[threadIdx.x] = s + 1;"
CALLS = "if (blockIdx.x % 2 == 0) a(f, n); else b(f, o, n);"


def test_functions_for_some_blocks_each() -> None:
    assert remaining(ROLES % (SETS, "", CALLS)) == []


@pytest.mark.parametrize(
    ("sets", "more", "calls"),
    [
        (SETS, "", "if (threadIdx.x % 2 == 0) a(f, n); else b(f, o, n);"),
        (SETS, "", "a(f, n); b(f, o, n);"),
        (SETS, "", CALLS + " f[1] = 1;"),
        (SETS, "", CALLS + " else f[1] = 1;"),
        (SETS, SETS, CALLS),
        (SETS + " while (f[5] == 0) ;", "", CALLS),
        (SETS + " unknown(f);", "", CALLS),
        (SETS, "", "if (blockIdx.x % 2 == 0) n++; else b(f, o, n);"),
    ],
)
def test_functions_that_others_may_call_too(sets: str, more: str, calls: str) -> None:
    assert "W026" in remaining(ROLES % (sets, more, calls))
