"""First lanes of tiles of 32, and elements of warps by `warpSize`."""

from __future__ import annotations

import pytest
from helpers.warps import broken, native, run

KERNEL = """#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(float *p) {
  __shared__ float parts[64];
  auto tile = cg::tiled_partition<%s>(cg::this_thread_block());
  int warp = threadIdx.x / warpSize, lane = threadIdx.x %% warpSize, rank = tile.thread_rank();
  %s
}
"""


@pytest.mark.parametrize(
    "code",
    [
        "if (tile.thread_rank() == 0) parts[warp] = 1;",
        "if (!tile.thread_rank()) parts[threadIdx.x / warpSize] = 1;",
        "if (rank == 0) { p[0] = 1; p[warp] = 1; }",
    ],
)
def test_an_element_that_two_tiles_store(code: str) -> None:
    assert broken(native(KERNEL % (32, code))) == {"W046"}
    assert broken(run(KERNEL % (32, code))) == set()


@pytest.mark.parametrize(
    "code",
    [
        "if (lane == 0) parts[warp] = 1;",
        "if (tile.thread_rank() == 0) parts[tile.meta_group_rank()] = warp;",
        "if (tile.thread_rank() == 0) p[threadIdx.x / 32] = warp;",
        "parts[warp] = rank;",
    ],
)
def test_elements_of_one_lane_each(code: str) -> None:
    assert "W046" not in broken(native(KERNEL % (32, code)))
