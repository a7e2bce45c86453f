"""Calls of what is kept to 32 lanes, in functions that count by a width of HIP's own."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of, run, said

CHOICE = """#ifdef __HIP_PLATFORM_AMD__
#define WARP_SIZE 64
#else
#define WARP_SIZE 32
#endif
"""
MEMBER = """constexpr __device__ unsigned warp_width() {
#ifdef USE_ROCM
    return 64u;
#else
    return 32u;
#endif
}
"""
DOWN = "__device__ float down(float v, int d) { return __shfl_down_sync(~0u, v, d); }\n"
KERNEL = """__global__ void k(const float *x, float *y) {
    float v = x[threadIdx.x];
    for (unsigned d = %s / 2; d > 0; d /= 2) v += down(v, d);
    y[threadIdx.x] = v;
}
"""


@pytest.mark.parametrize(
    "source",
    [
        CHOICE + DOWN + KERNEL % "WARP_SIZE",
        MEMBER + DOWN + KERNEL % "warp_width()",
        CHOICE + DOWN.replace("__shfl_down_sync(~0u, v, d)", "__any_sync(~0u, d)") + KERNEL % "WARP_SIZE",
    ],
)
def test_a_helper_of_32_lanes_beside_a_width_of_hips(source: str) -> None:
    assert said(run(source)) == ["W000", "W054"]
    assert "W054" not in rules_of(native(source))


@pytest.mark.parametrize(
    "source",
    [
        CHOICE + DOWN + KERNEL % "32",
        CHOICE + DOWN.replace("v, d)", "v, d, 8)") + KERNEL % "WARP_SIZE",
        CHOICE + DOWN + "__global__ void k(float *x) { x[threadIdx.x / WARP_SIZE] = 1; }\n",
        CHOICE + DOWN + "void k() { launch<WARP_SIZE>(down); }\n",
        CHOICE.replace("64", "32") + DOWN + KERNEL % "WARP_SIZE",
        CHOICE.replace("__HIP_PLATFORM_AMD__", "DEBUG") + DOWN + KERNEL % "WARP_SIZE",
    ],
)
def test_nothing_is_said_of_others(source: str) -> None:
    assert said(run(source)) == ["W000"]


def test_a_helper_that_counts_by_it_too_is_left_alone() -> None:
    source = CHOICE + DOWN.replace("v, d)", "v, d, WARP_SIZE)") + KERNEL % "WARP_SIZE"
    assert "W054" not in rules_of(run(source))
