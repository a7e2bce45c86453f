"""Steps down in blocks of 32 threads: of a row of them the first lane alone gets anything."""

from __future__ import annotations

import pytest
from helpers.warps import native, said

KERNEL = """
__global__ void k(float *o, const float *p, int n) {
    const int lane = threadIdx.x %% 32;
    float v = p[threadIdx.x];
    %s
}
void run(float *o, const float *p, int n) { k<<<1, 32>>>(o, p, n); }
"""
HALVES = "for (int d = 16; d > 0; d /= 2) "
ROW = "".join(f"v = fmaxf(v, __shfl_down_sync(~0u, v, {d}));" for d in (16, 8, 4, 2, 1))


def is_told(work: str) -> bool:
    return "W012" in said(native(KERNEL % work))


@pytest.mark.parametrize(
    "work",
    [
        HALVES + "v += __shfl_down_sync(~0u, v, d); o[lane] = v;",
        HALVES + "v = v + __shfl_down_sync(~0u, v, d); o[lane] = v;",
        HALVES + "{ float u = __shfl_down_sync(~0u, v, d); v += u; } o[lane] = v;",
        "v += __shfl_down_sync(~0u, v, 16); v += __shfl_down_sync(~0u, v, 8); o[lane] = v;",
        HALVES + "v = fmaxf(v, __shfl_down_sync(~0u, v, d)); if (lane == 0) o[0] = v;",
        HALVES + "v = fmaxf(v, __shfl_down_sync(~0u, v, d)); if (!threadIdx.x) o[0] = v;",
        HALVES + "v = fmaxf(v, __shfl_down_sync(~0u, v, d)); o[lane] = __shfl_sync(~0u, v, 0);",
        ROW + "if (lane == 0) o[0] = v;",
    ],
)
def test_rows_that_lead_to_the_first_lane(work: str) -> None:
    assert not is_told(work)


@pytest.mark.parametrize(
    "work",
    [
        "for (int d = 1; d < 32; d *= 2) v = fmaxf(v, __shfl_down_sync(~0u, v, d)); o[lane] = v;",
        "for (int d = 1; d < 32; d *= 2) v += __shfl_down_sync(~0u, v, d); o[lane] = v;",
        "for (int d = 8; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d); o[lane] = v;",
        HALVES + "v = fmaxf(v, __shfl_down_sync(~0u, v, d)); o[lane] = v;",
        HALVES + "v = fmaxf(v, __shfl_down_sync(~0u, v, d)); if (lane == n) o[0] = v;",
        HALVES + "v = fmaxf(v, __shfl_down_sync(~0u, v, d)); if (lane != 0) o[0] = v;",
        HALVES + "v = fmaxf(v, __shfl_down_sync(~0u, v, d)); if (lane == 0) o[0] = v; o[1] = v;",
        HALVES + "{ float u = __shfl_down_sync(~0u, v, d); v += u; o[d] = u; } o[lane] = v;",
        HALVES + "v += __shfl_down_sync(~0u, v, d); o[lane] = v + __shfl_down_sync(~0u, p[lane], 1);",
        "v += __shfl_down_sync(~0u, v, 16); v += __shfl_down_sync(~0u, v, 1); o[lane] = v;",
        "for (int i = 0; i < n; ++i) { o[i] = v; " + HALVES + "v = fmaxf(v, __shfl_down_sync(~0u, v, d)); }",
        ROW + "o[lane] = v;",
        ROW + "float m = __shfl_down_sync(~0u, p[lane], 1); if (lane == 0) o[0] = v; o[lane] += m;",
    ],
)
def test_steps_whose_outcome_means_something_in_other_lanes(work: str) -> None:
    assert is_told(work)
