"""One lane of each tile, that waits: two of them share a wavefront. One thread of the block is alone."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

HEAD = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
LOCK = "while (atomicCAS(l, 0, 1) != 0) ; n[0]++; __threadfence(); atomicExch(l, 0);"
KERNEL = (
    HEAD + "__global__ void k(int *l, int *n) { auto b = cg::this_thread_block(); %s { " + LOCK + " } }\n"
)
TILE = "auto g = cg::tiled_partition<32>(b); "
TWO = (
    HEAD
    + "__global__ void k(volatile int *flag, int *o) { "
    + "auto t = cg::tiled_partition<32>(cg::this_thread_block()); const auto b = threadIdx; %s }"
)
TAKER = (
    "%s { if (g.thread_rank() == 0) while (atomicCAS(l, 0, 1) != 0) ; g.sync(); }\n"
    "__global__ void k(int *l, int *n) { auto b = cg::this_thread_block(); %s enter(%s, l); n[0]++; }\n"
)
ANY = "template <class G> __device__ void enter(const G &g, int *l)"
CLASS = """struct Lock { int l;
    template <class CG> __device__ void acquire(CG const &g) {
        if (g.thread_rank() == 0) { while (atomicCAS(&l, 1, 2) != 1) ; } g.sync(); } };
__global__ void k(Lock *m, int *n) { auto g = %s; m->acquire(g); n[0]++; }
"""


@pytest.mark.parametrize(
    "text",
    [
        TILE + "if (g.thread_rank() == 0)",
        TILE + "if (0 == g.thread_rank())",
        TILE + "if (!g.thread_rank())",
        TILE + "if ((int)g.thread_rank() == 0)",
        TILE + "const int rank = g.thread_rank(); if (rank == 0)",
        TILE + "const bool first = g.thread_rank() == 0; if (first && n)",
        TILE + "if (g.thread_rank() == g.size() - 1)",
        TILE + "if (g.thread_rank() == 0 && g.meta_group_rank() == n[1] % g.meta_group_rank())",
        TILE + "auto h = cg::tiled_partition<32>(b); if (g.thread_rank() == 0 && h.meta_group_rank() == 0)",
        "cg::thread_block_tile<32> g = cg::tiled_partition<32>(b); if (g.thread_rank() == 0)",
        "auto g = cg::tiled_partition<8>(b); if (g.thread_rank() == 0)",
        TILE + "auto h = cg::tiled_partition<4>(g); if (h.thread_rank() == 0)",
        "auto g = cg::coalesced_threads(); if (g.thread_rank() == 0)",
        "if (cg::tiled_partition<32>(b).thread_rank() == 0)",
    ],
)
def test_leaders_of_tiles_want_one_lock(text: str) -> None:
    assert "W026" in remaining(KERNEL % text)


@pytest.mark.parametrize(
    "text",
    [
        "if (b.thread_rank() == 0)",
        "if (!b.thread_rank())",
        "if (cg::this_thread_block().thread_rank() == 0)",
        "const int rank = b.thread_rank(); if (rank == 0)",
        "const bool first = b.thread_rank() == 0; if (first)",
        "auto g = cg::this_grid(); if (g.thread_rank() == 0)",
        "auto &g = b; if (g.thread_rank() == 0)",
        TILE + "if (g.thread_rank() == 0 && g.meta_group_rank() == 0)",
        TILE + "if (g.meta_group_rank() == 1) if (g.thread_rank() == 0)",
        "const int warp = threadIdx.x / 32, lane = threadIdx.x & 31; if (warp == 0 && lane == 0)",
    ],
)
def test_one_thread_of_the_block_takes_a_lock(text: str) -> None:
    assert remaining(KERNEL % text) == []


@pytest.mark.parametrize(
    ("head", "made", "given"),
    [
        (ANY, TILE, "g"),
        (ANY, "auto g = cg::tiled_partition<16>(b);", "g"),
        (ANY, TILE + "enter(b, l);", "g"),
        ("__device__ void enter(cg::thread_block_tile<32> g, int *l)", TILE, "g"),
        ("__device__ void enter(const cg::thread_group &g, int *l)", TILE, "g"),
    ],
)
def test_functions_that_are_handed_tiles(head: str, made: str, given: str) -> None:
    assert "W026" in remaining(HEAD + TAKER % (head, made, given))


@pytest.mark.parametrize(
    "head",
    [
        ANY,
        "__device__ void enter(cg::thread_block g, int *l)",
        "__device__ void enter(const cg::thread_group &g, int *l)",
        ANY.replace("enter", "inner")
        + "{ if (g.thread_rank() == 0) while (atomicCAS(l, 0, 1) != 0) ; }\n"
        + ANY.replace("&g", "&h")
        + " { inner(h, l); }\n"
        + "__device__ void other(cg::thread_block g, int *l)",
    ],
)
def test_functions_that_are_handed_the_block(head: str) -> None:
    assert remaining(HEAD + TAKER % (head, "", "b")) == []


def test_a_lock_that_is_a_class() -> None:
    assert "W026" in remaining(HEAD + CLASS % "cg::tiled_partition<32>(cg::this_thread_block())")
    assert remaining(HEAD + CLASS % "cg::this_thread_block()") == []


@pytest.mark.parametrize(
    "text",
    [
        "if (t.meta_group_rank()) { if (!t.thread_rank()) while (!*flag) ; } else if (!b.x) *flag = 1;",
        "if (!t.thread_rank()) { while (*flag != t.meta_group_rank()) ; o[0] = *flag; *flag = *flag + 1; }",
        "if (t.meta_group_rank() == 0 && t.thread_rank() == 0) while (!*flag) ; __syncthreads(); o[1] = 1;",
        "if (t.meta_group_rank() == 1) { while (!*flag) t.sync(); o[1] = 1; } else { *flag = 1; }",
    ],
)
def test_one_tile_waits_for_the_other(text: str) -> None:
    assert "W026" in remaining(TWO % text)


@pytest.mark.parametrize(
    "text",
    [
        "if (cg::this_thread_block().thread_rank() == 0) while (!*flag) ; __syncthreads(); o[1] = 1;",
        "do { o[threadIdx.x] += *flag; cg::this_thread_block().sync(); } while (o[0] < 7);",
    ],
)
def test_waits_for_another_block(text: str) -> None:
    assert remaining(TWO % text) == []
