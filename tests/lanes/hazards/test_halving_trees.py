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
        f"if (t < blockDim.x / warpSize) {{ {LOOP % '(blockDim.x / warpSize) / 2'} {STORE} }}",
        f"int w = blockDim.x / warpSize; if (t < w) {{ {LOOP % 'w >> 1'} {STORE} }}",
        f"if (t < blockDim.x / warpSize) {{ {LOOP % 'blockDim.x / 2 / warpSize'} {STORE} }}",
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
        f"if (t < 7) {{ {TREE} {STORE} }}",
        f"if (t <= 8) {{ {TREE} {STORE} }}",
        f"if (t > 8) {{ {TREE} {STORE} }}",
        f"if (t % 8 < 8 - n) {{ {TREE} {STORE} }}",
        f"if (t < p[t]) {{ {TREE} {STORE} }}",
        f"if (t < n) {{ {TREE} {STORE} }}",
        f"if (t < n) {{ {LOOP % 'n'} {STORE} }}",
        f"if (t < warps) {{ {LOOP % 'n / 2'} {STORE} }}",
        f"if (t < blockDim.x / warpSize) {{ {LOOP % 'blockDim.x / warpSize'} {STORE} }}",
        f"if (t < blockDim.x / warpSize) {{ {LOOP % 'blockDim.x / 64'} {STORE} }}",  # as many where it is 64
        f"if (t < blockDim.x / 32) {{ {LOOP % 'blockDim.y / warpSize / 2'} {STORE} }}",
        f"int warpSize = n; if (t < n / warpSize) {{ {LOOP % '(n / warpSize) / 2'} p[t] = v; }}",
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


ROWS = """template <int w> __global__ void k(const int *off, int *out, int num, int n) {
    const int lane = threadIdx.x %% 32, warp = threadIdx.x / 32, t = threadIdx.x;
    %s
}
"""
BY_8 = "int row = (blockIdx.x * blockDim.x + t) / 8, me = t % 8; "
BY_W = "const int me = lane % w, batch = lane / w; int row = blockIdx.x * 64 / w + warp * 32 / w + batch; "
TURN = "{{ int v = off[row + me]; {} if (me == 0) out[row] = v; row += gridDim.x * blockDim.x / {}; }}"
TURN_8, TURN_W = TURN.format(TREE, 8), TURN.format(LOOP % "w >> 1", "w")
WHILE = "while (row < num) "


@pytest.mark.parametrize(
    "code",
    [
        BY_8 + WHILE + TURN_8,
        BY_W + WHILE + TURN_W,
        BY_W + WHILE + TURN_W.replace("w >> 1", "w / 2"),
        BY_8.replace("t % 8", "lane & 7") + WHILE + TURN_8.replace("me == 0", "!me && row < n"),
        BY_8 + "if (row < num) " + TURN_8.replace("row +=", "n +="),
        BY_8 + "if (row >= num) return; " + TURN_8.replace("row +=", "n +="),
        BY_8 + "for (; row < num; row += gridDim.x) " + TURN_8.replace("row +=", "n +="),
        BY_8 + "int v = 0; if (row < num) " + TURN_8.replace("int v =", "v =").replace("row +=", "n +="),
        BY_8 + WHILE + TURN_8.replace(", d)", ", d, 8)").replace("if (me == 0)", ""),
        "if (t < 8) { int v = off[t]; " + TREE + " if ((t & 7) == 0) out[0] = v; }",
    ],
)
def test_rows_that_groups_of_lanes_share(code: str) -> None:
    assert remaining(ROWS % code) == []


@pytest.mark.parametrize(
    "code",
    [
        BY_8 + WHILE + TURN_8.replace("if (me == 0)", ""),
        BY_8 + WHILE + TURN_8.replace("me == 0", "me == 1"),
        BY_8 + WHILE + TURN_8.replace("me == 0", "lane % 4 == 0"),
        BY_8 + WHILE + TURN_8.replace("d = 4", "d = 8"),
        BY_8 + WHILE + TURN_8.replace("_down", "_up"),
        BY_8.replace("/ 8", "/ 4") + WHILE + TURN_8,
        BY_8.replace("+ t)", "+ t + n)") + WHILE + TURN_8,
        BY_8 + WHILE + TURN_8.replace("row += gridDim.x", "row += off[t]"),
        BY_8 + WHILE + TURN_8.replace("row +=", "if (off[t]) row +="),
        BY_8 + WHILE + TURN_8.replace("row +=", "row *="),
        BY_8 + "int v = 0; " + WHILE + TURN_8.replace("int v =", "v +="),
        BY_8 + "while (row < off[t]) " + TURN_8,
        BY_8 + WHILE + TURN_8.replace("if (me", "if (off[t]) break; if (me"),
        BY_W + WHILE + TURN_W.replace("w >> 1", "w"),
        BY_W.replace("lane / w", "lane / 4") + WHILE + TURN_W,
        BY_W.replace("lane % w", "lane % n") + WHILE + TURN_W,
    ],
)
def test_rows_of_which_some_lanes_may_be_missing(code: str) -> None:
    assert remaining(ROWS % code) == ["W023"]
