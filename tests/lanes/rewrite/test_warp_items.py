"""Items by the number of a warp in the grid."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of

KERNEL = """__global__ void k(int *p, int n) {
    int t = threadIdx.x, w = t / warpSize, b = blockIdx.x, id = b * blockDim.x + t; %s
}
void go(int *p, int n) { k<<<n / 4, 128>>>(p, n); }
"""
ITEM = "int row = %s; if (row < n) p[row] = __any_sync(~0u, p[row]);"


def told(body: str) -> bool:
    return "W040" in rules_of(native(KERNEL % body))


@pytest.mark.parametrize(
    "item", ["id / warpSize", "b * 4 + w", "w + (blockDim.x / warpSize) * b", "(b * 128 + t) / warpSize"]
)
def test_numbers_that_names_hold(item: str) -> None:
    assert told(ITEM % item)


@pytest.mark.parametrize(
    "item", ["w", "b * 128 + t", "b + t / 64", "t / warpSize", "(n - b * 128) / warpSize"]
)
def test_other_numbers(item: str) -> None:
    assert not told(ITEM % item)


@pytest.mark.parametrize(
    ("value", "is_told"),
    [
        ("p[id]", False),
        ("__shfl_sync(~0u, id, 0)", False),
        ("id < n ? p[id] : 0", False),
        ("id + 4 * n", True),
    ],
)
def test_what_is_read_at_such_a_number_is_none(value: str, *, is_told: bool) -> None:
    assert told(f"int size = {value}; int row = size / warpSize; p[row] = __any(n);") == is_told


@pytest.mark.parametrize(
    ("around", "is_told"),
    [
        ("", True),
        ("if (n > warpSize)", True),
        ("if (threadIdx.x < 8)", True),
        ("for (b = blockIdx.x; b < n; b += gridDim.x)", True),  # a block of 32 threads is half a wavefront
        ("if (threadIdx.x < warpSize)", False),
        ("if (w == 0)", False),
    ],
)
def test_loops_of_one_warp(around: str, *, is_told: bool) -> None:
    loop = " for (int j = threadIdx.x; j < n; j += warpSize) p[j] = __any(p[j]);"
    assert told(around + loop) == is_told


LOOP = "for (; id < %s; id += gridDim.x * blockDim.x) { int r = id / warpSize; p[r] = __any(n); }"


@pytest.mark.parametrize(("bound", "is_told"), [("n * warpSize", False), ("n * 32", True), ("n", True)])
def test_threads_in_turn_up_to_so_many_warps(bound: str, *, is_told: bool) -> None:
    assert told(LOOP % bound) == is_told
