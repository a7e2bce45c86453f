"""Masks for some lanes of a wavefront, and what works on so many."""

from __future__ import annotations

import pytest
from helpers.warps import native, said

RULES = {"W024", "W028", "W037"}
KERNEL = "__global__ void k(int *p, unsigned m) { %s }\nvoid run(int *p) { k<<<1, 256>>>(p, 1); }\n"


@pytest.mark.parametrize(
    ("work", "expected"),
    [
        ("*p = __shfl_sync(0xffff, *p, 0);", {"W024"}),
        ("*p = __shfl_sync(0xffff, *p, 0, 16);", set()),
        ("*p = __shfl_sync(0xffffffff, *p, 0);", set()),
        ("*p = __any_sync(0xffffffffull, *p);", {"W024"}),
        ("*p = __reduce_add_sync(0xff, *p);", {"W024", "W037"}),
        ("*p = __reduce_add_sync(m, *p);", {"W037"}),
        ("cub::WarpReduce<int>::TempStorage s; *p = cub::WarpReduce<int>(s).Sum(*p);", {"W028"}),
    ],
)
def test_what_is_for_some_lanes(work: str, expected: set[str]) -> None:
    assert RULES & {*said(native("#include <cub/cub.cuh>\n" + KERNEL % work))} == expected
