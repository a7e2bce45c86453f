"""Functions that count by 32 and by a width of HIP's own."""

from __future__ import annotations

import pytest
from helpers.warps import native, remaining, said

SIDES = """#ifdef __HIP_PLATFORM_AMD__
constexpr int hw_warp_size = %s;
#else
constexpr int hw_warp_size = 32;
#endif
__global__ void k(int *p) { int tid = threadIdx.x; auto block = cooperative_groups::this_thread_block(); %s }
"""
TILE = "auto tile = cooperative_groups::tiled_partition<hw_warp_size>(block);"


@pytest.mark.parametrize("width", ["64", "ROCM_WAVEFRONT_SIZE"])
@pytest.mark.parametrize(
    "code",
    [
        "int warp = tid >> 5; " + TILE,
        TILE + " p[tid & 0x1f] = 1;",
        "p[tid / 32] = hw_warp_size;",
        "p[tid / 32] = own::hw_warp_size + hipify_warp32::hw_warp_size;",
    ],
)
def test_two_widths(width: str, code: str) -> None:
    assert remaining(SIDES % (width, code)) == ["W054"]
    assert "W054" in said(native(SIDES % (width, code)))


@pytest.mark.parametrize(
    ("width", "code"),
    [
        ("64", "int warp = tid / hw_warp_size; " + TILE),
        ("64", TILE + " p[tid] = 32;"),
        ("64", "int warp = tid >> 5;"),
        ("64", "p[tid / 8] = hw_warp_size;"),
        ("32", "int warp = tid >> 5; " + TILE),
        ("64", "p[tid / 32] = hipify_warp32::hw_warp_size(p[0]);"),  # of 32 lanes, as all of our header
    ],
)
def test_one_width(width: str, code: str) -> None:
    assert remaining(SIDES % (width, code)) == []
