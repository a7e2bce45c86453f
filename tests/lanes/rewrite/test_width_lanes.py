"""Indices of lanes by `warpSize`, by a name, a parameter, a function and a member."""

from __future__ import annotations

import pytest

from hipify_py.lanes.rewrite.width_lanes import is_width, is_width_lane, splits_lane
from hipify_py.source.expression_reading import expression
from hipify_py.source.functions import functions
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("t % warpSize", True),
        ("(t + 1) & (warpSize - 1)", True),
        ("t & warpSize", False),
        ("t % (warpSize - 1)", False),
        ("t / warpSize", False),
        ("t % 32", False),
        ("warpSize % t", False),
    ],
)
def test_what_is_left_by_the_width(text: str, *, expected: bool) -> None:
    assert splits_lane(expression(text.encode())) is expected


@pytest.mark.parametrize(
    ("text", "whole", "last", "either"),
    [
        ("warpSize", True, False, True),
        ("(warpSize - 1)", False, True, True),
        ("warpSize - 2", False, False, False),
        ("2 * warpSize", False, False, False),
    ],
)
def test_the_width_and_its_last_lane(text: str, *, whole: bool, last: bool, either: bool) -> None:
    node = expression(text.encode())
    assert (is_width(node, last=False), is_width(node, last=True), is_width(node)) == (whole, last, either)


HEAD = """
__device__ int lane_of(int t) { return t % warpSize; }
__device__ int warp_of(int t) { return t / warpSize; }
struct S {
  int lane, warp;
  __device__ S() { lane = threadIdx.x & (warpSize - 1); warp = threadIdx.x / warpSize; }
};
__device__ void take(int l, int w) { TAKEN; }
__global__ void k() {
  int a = (int)(threadIdx.x % warpSize), b = threadIdx.x / warpSize, c = lane_of(3);
  S s;
  take(a, b);
  GIVEN;
}
"""


@pytest.mark.parametrize(
    ("place", "text", "expected"),
    [
        ("GIVEN", "a", True),
        ("GIVEN", "b", False),
        ("GIVEN", "c", True),
        ("GIVEN", "lane_of(threadIdx.x)", True),
        ("GIVEN", "warp_of(threadIdx.x)", False),
        ("GIVEN", "s.lane", True),
        ("GIVEN", "s.warp", False),
        ("GIVEN", "unknown(1)", False),
        ("TAKEN", "l", True),
        ("TAKEN", "w", False),
    ],
)
def test_it_is_followed_through_names_functions_members_and_calls(
    place: str, text: str, *, expected: bool
) -> None:
    unit, at = Unit(HEAD.replace(place, text).encode()), HEAD.index(place)
    assert is_width_lane(unit, functions(unit, [at])[at], expression(text.encode()), at) is expected
