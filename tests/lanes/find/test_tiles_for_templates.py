"""Templates of a file of its own that are handed tiles alone: what they do is a tile's, at any width."""

from __future__ import annotations

import pytest
from helpers.warps import NOTES, run, said

HEAD = """#include <cooperative_groups.h>
namespace cg = cooperative_groups;
struct P { int a, b; };
template <class G> __device__ int f(const G &g, P p) {
    unsigned v = g.ballot(p.a > 1); return v + g.shfl_xor(p.b, 1); }
"""
KERNEL = """__global__ void k(int *x) {
    P p = {x[0], 1}; auto block = cg::this_thread_block(); auto tile = cg::tiled_partition<8>(block);
    auto some = cg::coalesced_threads(); %s }
"""


def native(code: str) -> list[str]:
    return sorted(set(said(run(HEAD + code, warp="native"))) - NOTES)


@pytest.mark.parametrize("code", ["x[1] = f(tile, p);", "x[1] = f(cg::tiled_partition<16>(block), p);"])
def test_tiles_alone(code: str) -> None:
    assert not {"G017", "W003"} & set(native(KERNEL % code))


@pytest.mark.parametrize("code", ["x[1] = f(some, p);", "x[1] = f(tile, p) + f(some, p);", ""])
def test_others(code: str) -> None:
    assert {"G017", "W003"} <= set(native(KERNEL % code))


def test_a_file_without_kernels_may_be_for_others() -> None:
    assert "G017" in native("__device__ int g(cg::thread_block_tile<8> t, P p) { return f(t, p); }\n")


@pytest.mark.parametrize("size", ["64", "N"])
def test_tiles_that_may_be_wider_than_half_a_wavefront(size: str) -> None:
    made = KERNEL.replace("<8>", f"<{size}>").replace("__global__", "template <int N> __global__")
    assert "W003" in native(made % "x[1] = f(tile, p);")
