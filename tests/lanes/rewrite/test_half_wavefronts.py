"""`warpSize` beside what works on 32 lanes, with `--warp native`."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.conversion import convert
from hipify_py.settings import Options

GROUP = """#include <cooperative_groups.h>
__device__ int f(int v) {
  %s {
    cooperative_groups::coalesced_group g = cooperative_groups::coalesced_threads();
    for (int d = warpSize / 2; d > 0; d /= 2) v += g.shfl_down(v, d);
  }
  return v;
}
"""
CALLED = """__device__ int sum(int v) {
  for (int d = 16; d; d /= 2) v += __shfl_xor_sync(~0u, v, d, %s);
  return v;
}
__global__ void k(int *p) { p[0] = sum(p[threadIdx.x + warpSize * 2]); }
"""


def said(source: str) -> int:
    result = convert(source.encode(), RULES, Options(path="a.cu", warp="native"))
    again = convert(result.output, RULES, Options(path="a.cu", warp="native"))
    found = [[one.rule for one in each.findings].count("W046") for each in (result, again)]
    assert found[0] == found[1]
    return found[0]


@pytest.mark.parametrize(
    ("source", "count"),
    [
        (GROUP % "if (threadIdx.x < 32)", 1),
        (GROUP % "if (v && threadIdx.x <= 31)", 1),
        (GROUP % "if (threadIdx.x < warpSize)", 0),
        (GROUP % "if (v > 100)", 0),
        (GROUP % "", 0),
        (CALLED % "32", 1),
        (CALLED % "16", 1),
        (CALLED % "warpSize", 0),
        (CALLED.replace("warpSize * 2", "64") % "32", 0),
        (CALLED.replace("sum(p", "__any_sync(~0u, p[0]) + sum(p") % "32", 0),
    ],
)
def test_what_counts_by_warp_size_beside_32_lanes_is_said(source: str, count: int) -> None:
    assert said(source) == count


BY_DEFAULT = """template <class T> __device__ T turned(T v, int d, int width = warpSize) {
  %s
  return __shfl_xor_sync(~0u, v, d, width);
}
template <int N> __global__ void k(float *p) {
  float v = p[threadIdx.x];
  for (int d = N / 2; d > 0; d /= 2) v += turned(v, d%s);
  p[threadIdx.x] = v;
}
"""


@pytest.mark.parametrize(
    ("more", "width", "count"), [("", ", N", 0), ("", ", 32", 0), ("if (d > warpSize) return v;", ", N", 1)]
)
def test_a_width_by_default_that_no_call_leaves_counts_nothing(more: str, width: str, count: int) -> None:
    assert said(BY_DEFAULT % (more, width)) == count


CUB = """#include <cub/cub.cuh>
#define W 32
__global__ void k(int *p) { p[0] = %s; p[1] = warpSize; }
"""


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("cub::ShuffleIndex<32>(p[2], warpSize - 1, ~0u)", 1),
        ("cub::ShuffleIndex<W, int>(p[2], warpSize - 1, ~0u)", 1),
        ("cub::ShuffleUp<32>(p[2], warpSize / 2, 0, ~0u)", 1),
        ("cub::ShuffleIndex<32>(p[2], 31, ~0u)", 0),
        ("cub::ShuffleIndex<64>(p[2], warpSize - 1, ~0u)", 0),
        ("other::ShuffleIndex<32>(p[2], warpSize - 1, ~0u)", 0),
    ],
)
def test_cubs_shuffles_of_32_lanes(code: str, count: int) -> None:
    found = convert((CUB % code).encode(), RULES, Options(path="a.cu", warp="native")).findings
    assert [one.rule for one in found].count("W046") == count
