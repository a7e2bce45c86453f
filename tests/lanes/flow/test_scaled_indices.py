"""Bits by an item's number, of which a lane's index is a factor, are no lanes."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of

KERNEL = """template <int N> __global__ void k(const float *x, unsigned *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x %% warpSize;
    const int sub = i * N %% n, first = i / N * N, later = sub + 1, same = i;
    unsigned bits = 0;
    for (int j = 0; j < N; j++) bits |= 1u << (%s);
    if (__any_sync(0xffffffff, bits)) atomicOr(out, bits);
}
"""


@pytest.mark.parametrize("count", ["sub + j", "later", "i * 4 + j", "(sub + 3) % 32", "j"])
def test_an_index_that_is_a_factor_is_no_lane(count: str) -> None:
    assert "W003" not in rules_of(native(KERNEL % count))


@pytest.mark.parametrize("count", ["lane", "lane + j", "i % 32", "same & 31", "first", "lane / 4 * 4 + j"])
def test_a_lane_is_one(count: str) -> None:
    assert "W003" in rules_of(native(KERNEL % count))


def test_a_name_made_of_the_last_one_many_times_is_followed_once() -> None:
    chain = "".join(f" int a{n} = {' | '.join([f'a{n - 1}'] * 40)};" for n in range(1, 9))
    source = f"__global__ void k(unsigned *o) {{ int a0 = threadIdx.x * 4;{chain} *o |= 1u << a8; }}"
    assert native(source).output


TILE = """#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(const int *p, unsigned *out) {
    auto g = %s;
    unsigned m = p[threadIdx.x] ? 1u << %s : 0;
    for (int j = 16; j > 0; j /= 2) m |= g.shfl_xor(m, j);
    out[threadIdx.x] = m;
}
"""


def test_a_rank_in_a_tile_is_of_no_more_lanes() -> None:
    tile, block = "cg::tiled_partition<32>(cg::this_thread_block())", "cg::coalesced_threads()"
    assert not {"W003", "W024"} & rules_of(native(TILE % (tile, "g.thread_rank()")))
    assert "W003" in rules_of(native(TILE % (tile, "(threadIdx.x % warpSize)")))
    assert "W003" in rules_of(native(TILE % (block, "g.thread_rank()")))
