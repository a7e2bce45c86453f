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
