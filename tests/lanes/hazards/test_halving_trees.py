"""Sums by halves over fewer lanes than a warp has, of which the first lane alone uses the outcome."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = """__device__ int best(int a, int b);
__global__ void k(int *p, int n) {
    __shared__ int s[32];
    int t = threadIdx.x, lane = t & 31, warps = blockDim.x / 32, v = p[t];
    %s
}
"""
LOOP = "for (int d = %s; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);"
TREE = LOOP % 4
STEPS = "".join(f"v += __shfl_down_sync(~0u, v, {d}); " for d in (4, 2, 1))
STORE = "if (t == 0) p[0] = v;"


@pytest.mark.parametrize(
    "code",
    [
        f"if (t < 8) {{ {TREE} {STORE} }}",
        f"if (t < 8) {{ v = s[t]; {TREE} }} {STORE}",
        f"if (lane < 8) {{ {TREE} if (!lane) p[t / 32] = v; }}",
        f"if (lane < 8) {{ {TREE} {STORE} }}",
        f"if (t < blockDim.x / 32) {{ {LOOP % 'blockDim.x / 64'} {STORE} }}",
        f"if (t < blockDim.x >> 5) {{ {LOOP % '(blockDim.x >> 6)'} {STORE} }}",
        f"if (t < warps) {{ {LOOP % 'warps / 2'} {STORE} }}",
        f"if (t < n) {{ {LOOP % 'n >> 1'} {STORE} }}",
        "if (t < 8) { for (int d = 4; d; d >>= 1) v = best(v, __shfl_down_sync(~0u, v, d)); " + STORE + " }",
        "if (t < 8) { for (int d = 4; d >= 1; d = d / 2) v += __shfl_down_sync(~0u, v, d, 32); "
        + STORE
        + " }",
        f"if (t < 8) {{ {STEPS} {STORE} }}",
    ],
)
def test_the_first_lane_has_all_that_it_is_given(code: str) -> None:
    assert remaining(KERNEL % code) == []


@pytest.mark.parametrize(
    "code",
    [
        f"if (t < 8) {{ {TREE} p[t] = v; }}",
        f"if (t < 8) {{ {TREE} }} p[t] = v;",
        f"if (t < 8) {{ {TREE} if (t == 1) p[0] = v; }}",
        f"if (t < 8) {{ {TREE} if (lane == 0) p[0] = v; }}",
        f"if (t < 8) {{ {TREE} if (t == 0) {{ }} else p[0] = v; }}",
        f"if (t < 8) {{ {TREE} if ((t & 7) == 0) p[0] = v; }}",
        f"if (t < 7) {{ {TREE} {STORE} }}",
        f"if (t <= 8) {{ {TREE} {STORE} }}",
        f"if (t > 8) {{ {TREE} {STORE} }}",
        f"if (t % 8 < 8 - n) {{ {TREE} {STORE} }}",
        f"if (t < p[t]) {{ {TREE} {STORE} }}",
        f"if (t < n) {{ {TREE} {STORE} }}",
        f"if (t < n) {{ {LOOP % 'n'} {STORE} }}",
        f"if (t < warps) {{ {LOOP % 'n / 2'} {STORE} }}",
        f"if (t < 8) if (lane < n) {{ {TREE} {STORE} }}",
        f"if (t < 8) for (int i = 0; i < n; i++) {{ {TREE} {STORE} }}",
        "if (t < 8) { for (int d = 4; d > 0; d -= 1) v += __shfl_down_sync(~0u, v, d); " + STORE + " }",
        "if (t < 8) { for (int d = 4; d > -1; d /= 2) v += __shfl_down_sync(~0u, v, d); " + STORE + " }",
        "if (t < 8) { for (int d = 4; d > 0; d /= 2) { v += __shfl_down_sync(~0u, v, d); p[t] = v; } "
        + STORE
        + " }",
        "if (t < 8) { for (int d = 8; d > 0; d /= 2) v += __shfl_xor_sync(~0u, v, d); " + STORE + " }",
        "if (t < 8) { for (int d = 4; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d, n); " + STORE + " }",
        "if (t < 8) { for (int d = 4; d > 0; d /= 2) v += __shfl_down_sync(~0u, p[d], d); " + STORE + " }",
        f"if (t < 7) {{ {STEPS} {STORE} }}",
        f"if (t < 8) {{ {STEPS} p[t] = v; {STORE} }}",
        f"if (t < 8) {{ {STEPS} v += __shfl_down_sync(~0u, v, n); {STORE} }}",
        "for (int d = 4; d > 0; d /= 2) if (t < d) v += __shfl_down_sync(~0u, v, d);",
    ],
)
def test_what_lacks_some_lanes(code: str) -> None:
    assert remaining(KERNEL % code) == ["W023"]
