"""What the first lane of a coalesced group writes for all of it, to what belongs to a warp of 32 lanes."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of, run

HEAD = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
KERNEL = """template <int W> __global__ void k(int *o, const int *in, int n) {
  auto row = cg::tiled_partition<32>(cg::this_thread_block()); int t = threadIdx.x, v = in[t], base = 0;
  int w = t / 32, s = (blockIdx.x * blockDim.x + t) / row.size(), x = t / W, *mine = o + s;
  if (v > 0) { auto g = cg::coalesced_threads(); %s o[g.shfl(base, 0) + g.thread_rank()] = v; } }
"""
TOLD = [
    "if (g.thread_rank() == 0) base = atomicAdd(mine, g.size());",
    "if (g.thread_rank() == 0) base = atomicAdd(&o[w], g.size());",
    "if (!g.thread_rank()) { base = atomicAdd(o + x, (int)g.size()); }",
    "if (g.thread_rank() == 0) o[row.meta_group_rank()] = v;",
    "if (g.thread_rank() == 0 && n) o[t >> 5] += v;",
    "int rank = g.thread_rank(); if (rank == 0) *mine = v;",
    "const bool first = g.thread_rank() == 0; if (first) o[w] = v;",
    "base = g.thread_rank() == 0 ? atomicAdd(&o[w], 1) : 0;",
]
QUIET = [
    "if (g.thread_rank() == 0) base = atomicAdd(o, (int)g.size());",
    "if (g.thread_rank() == 0) o[blockIdx.x] = v;",
    "if (g.thread_rank() == 0) o[t / warpSize] = v;",
    "if (g.thread_rank() == 0) o[t / 256] = v;",
    "if (g.thread_rank() == 0) o[n / 32] = v;",
    "if (g.thread_rank() == 0) base = w;",
    "if (g.thread_rank() != 0) o[w] = v;",
    "if (row.thread_rank() == 0) o[w] = v;",
    "o[w] = v;",
]


@pytest.mark.parametrize("code", TOLD)
def test_what_belongs_to_a_warp_is_told(code: str) -> None:
    assert "W012" in rules_of(native(HEAD + KERNEL % code))
    assert "W012" not in rules_of(run(HEAD + KERNEL % code))


@pytest.mark.parametrize("code", QUIET)
def test_what_belongs_to_all_or_to_a_lane_is_not(code: str) -> None:
    assert "W012" not in rules_of(native(HEAD + KERNEL % code))
