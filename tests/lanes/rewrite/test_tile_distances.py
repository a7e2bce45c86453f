"""Distances of 32 and more in the shuffles of tiles."""

from __future__ import annotations

import pytest
from helpers.warps import native, run

KERNEL = """#include <cooperative_groups.h>
namespace cg = cooperative_groups;
template <int N> __device__ int f(cg::thread_block_tile<%s> t, cg::coalesced_group c, int v, int d) {
  return %s;
}
"""
LOOP = """#include <cooperative_groups.h>
namespace cg = cooperative_groups;
template <int N> __device__ int f(cg::thread_block_tile<%s> t, int v, int d) {
  for (%s) v += t.shfl_xor(v, o);
  return v;
}
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("t.shfl_xor(v, d)", "t.shfl_xor(v, d & 31)"),
        ("t.shfl_up(v, d + 1)", "t.shfl_up(v, (d + 1) & 31)"),
        ("t.shfl_down(v, 40)", "t.shfl_down(v, 40 & 31)"),
        ("t.shfl_down(v, /* far */ 1 << d)", "t.shfl_down(v, /* far */ (1 << d) & 31)"),
        ("t.shfl_down(v + t.shfl_up(1, d), 2)", "t.shfl_down(v + t.shfl_up(1, d & 31), 2)"),
        ("t.shfl_xor(v, c.size() / 2)", "t.shfl_xor(v, (c.size() / 2) & 31)"),
    ],
)
def test_the_low_bits_of_a_distance_are_taken_as_cuda_does(before: str, after: str) -> None:
    for made in (run(KERNEL % (32, before)), native(KERNEL % (32, before))):
        assert f"return {after};" in made.text
    settled = KERNEL % (32, after)
    assert f"return {after};" in run(settled).text


@pytest.mark.parametrize(
    ("size", "code"),
    [
        ("32", "t.shfl_xor(v, 16)"),
        ("32", "t.shfl_xor(v, d & 15)"),
        ("32", "t.shfl(v, d)"),  # a lane, of which HIP takes the low bits itself
        ("32", "t.shfl_down(v, t.size() / 2)"),
        ("32", "t.shfl_down(v, t.num_threads() - 1)"),
        ("N", "t.shfl_down(v, N / 2)"),
        ("64", "t.shfl_down(v, d)"),  # is no tile of one of CUDA's warps
        ("32", "other.shfl_down(v, d)"),
        ("32", "t.shfl_down(v, {d})"),  # a list is no operand
    ],
)
def test_a_distance_that_stays_within_a_tile_is_left(size: str, code: str) -> None:
    assert f"return {code};" in native(KERNEL % (size, code)).text


@pytest.mark.parametrize(
    ("size", "loop"),
    [
        ("32", "int o = 16; o > 0; o /= 2"),
        ("32", "int o = t.size() / 2; o > 0; o >>= 1"),
        ("32", "int o = 1; o < t.num_threads(); o *= 2"),
        ("N", "int o = N / 2; o; o /= 2"),
        ("N", "int o = 1; o < N; o <<= 1"),
    ],
)
def test_a_loop_over_the_lanes_of_a_tile_is_left(size: str, loop: str) -> None:
    for made in (run(LOOP % (size, loop)), native(LOOP % (size, loop))):
        assert "t.shfl_xor(v, o);" in made.text


def test_a_loop_that_goes_further_is_not() -> None:
    assert "t.shfl_xor(v, o & 31);" in run(LOOP % ("32", "int o = 1; o <= d; o *= 2")).text
    assert "t.shfl_xor(v, o & 31);" in run(LOOP % ("32", "int o = 1; o < 64; o *= 2")).text


def test_coalesced_groups_are_left() -> None:
    assert "c.shfl_down(v, d)" in run(KERNEL % (32, "c.shfl_down(v, d)")).text


def test_a_width_that_the_program_chooses_for_hip_is_left() -> None:
    width = "#ifdef __HIP_PLATFORM_AMD__\n#define WARP_SIZE 64\n#else\n#define WARP_SIZE 32\n#endif\n"
    assert "t.shfl_down(v, d)" in run(width + KERNEL % ("WARP_SIZE", "t.shfl_down(v, d)")).text


def test_a_width_that_is_not_told_is_left() -> None:
    assert "t.shfl_down(v, d)" in run(KERNEL % ("kTile", "t.shfl_down(v, d)")).text


def test_what_goes_by_the_header_is_left_to_it() -> None:
    code = "t.shfl_down(t.shfl_up(v, d), d)"
    assert "hipify_warp32::shfl_down(t, t.shfl_up(v, d & 31), d)" in run(KERNEL % (32, code)).text
