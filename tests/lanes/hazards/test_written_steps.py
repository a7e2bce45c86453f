"""Sums by halves that are written out for groups of lanes whose number a template is given."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = """template <int N> __global__ void k(int n, const int *p, int *y) {
    int row = (blockIdx.x * 512 + threadIdx.x) / N, t = threadIdx.x %% N;
    if (row >= n) return;
    int v = p[row];
    %s
}
"""
STEPS = (
    "if (N >= 32) v += __shfl_down_sync(~0u, v, 16); if (N >= 16) v += __shfl_down_sync(~0u, v, 8); "
    "if (N >= 8) v += __shfl_down_sync(~0u, v, 4); "
    "v += __shfl_down_sync(~0u, v, 2); v += __shfl_down_sync(~0u, v, 1); "
)
STEPS_OF_W = STEPS.replace("v +=", "w +=").replace("v, ", "w, ")
STORE = "if (t == 0) y[row] = v;"


@pytest.mark.parametrize(
    "code",
    [
        f"{STEPS} {STORE}",
        f"{STEPS} if (!t && row) y[row] = v;",
        f"{STEPS.replace('N >= 32', 'N > 31')} {STORE}",
        f"{STEPS.replace('if (', 'if constexpr (')} {STORE}",
        f"{STEPS.replace('v, 4)', 'v, 4, 8)')} {STORE}",
        f"for (int j = 0; j < n; ++j) {{ int w = p[j]; {STEPS_OF_W} if (t == 0) y[j] = w; }}",
        f"{STEPS.replace('v += __shfl_down_sync(~0u, v, 1)', 'v = v + __shfl_down_sync(~0u, v, 1)')} {STORE}",
    ],
)
def test_the_first_lane_of_a_group_has_all_that_it_uses(code: str) -> None:
    assert remaining(KERNEL % code) == []


@pytest.mark.parametrize(
    "code",
    [
        f"{STEPS} y[row + t] = v;",
        f"{STEPS} if (t == 1) y[row] = v;",
        f"{STEPS} if (threadIdx.x % 32 == 0) y[row] = v;",
        f"{STEPS.replace('N >= 16', 'N >= 4')} {STORE}",
        f"{STEPS.replace('N >= 32', 'N > 15')} {STORE}",
        f"{STEPS.replace('v, 2)', 'v, 4)')} {STORE}",
        f"{STEPS.replace('N >= 32', 'n >= 32')} {STORE}",
        f"{STEPS.replace('v += __shfl_down_sync(~0u, v, 1)', 'y[t] = __shfl_down_sync(~0u, v, 1)')} {STORE}",
        f"for (int j = 0; j < n; ++j) {{ {STEPS} {STORE} }}",
        f"int *q = &v; {STEPS} {STORE} y[n + t] = *q;",
        f"{STEPS.replace('down', 'up')} {STORE}",
        "v += __shfl_down_sync(~0u, v, 2); v += __shfl_down_sync(~0u, v, 1); " + STORE,
    ],
)
def test_what_another_lane_uses_or_reaches_farther(code: str) -> None:
    assert remaining(KERNEL % code) == ["W023"]


def test_a_group_of_which_lanes_may_have_returned() -> None:
    code = KERNEL.replace("if (row >= n) return;", "if (p[row + t] < 0) return;") % f"{STEPS} {STORE}"
    assert remaining(code) == ["W023"]
