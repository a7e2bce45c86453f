"""Which names and words speak of warps."""

from __future__ import annotations

import re

import pytest

from hipify_py.lanes import warp_names


@pytest.mark.parametrize(
    "name",
    [
        *("__shfl", "__shfl_up", "__shfl_down_sync", "__shfl_xor_sync", "__shfl_sync"),
        *("__ballot", "__ballot_sync", "__any", "__any_sync", "__all", "__all_sync", "__activemask"),
        *("__match_any_sync", "__match_all_sync", "__syncwarp", "__reduce_add_sync", "__reduce_xor_sync"),
    ],
)
def test_an_intrinsic_is_known_and_its_words_are_looked_for(name: str) -> None:
    assert warp_names.INTRINSIC.fullmatch(name.encode())
    assert any(word in name.encode() for word in warp_names.WORDS)


@pytest.mark.parametrize(
    "name",
    ["__shfl_left", "__anyone", "__alloca", "__syncthreads", "__match_sync", "__reduce_mul_sync", "_any"],
)
def test_what_is_no_intrinsic(name: str) -> None:
    assert not warp_names.INTRINSIC.fullmatch(name.encode())


@pytest.mark.parametrize(
    ("name", "speaks"),
    [
        ("warpReduce", True),
        ("warp_sum", True),
        ("block_warp", True),
        ("WARP_REDUCE", True),
        ("my_shfl", True),
        ("Shuffle", True),
        ("BALLOT", True),
        ("warp2", True),
        ("warped", False),
        ("swarm", False),
        ("wrap", False),
        ("reduce", False),
    ],
)
def test_names_of_functions(name: str, *, speaks: bool) -> None:
    """Whoever looks for such names looks for one of some words first, which each of them holds."""
    assert (re.search(warp_names.FUNCTION, name.encode()) is not None) is speaks
    assert not speaks or any(hint in name.encode() for hint in warp_names.HINTS)


@pytest.mark.parametrize(
    ("name", "speaks"),
    [
        ("WARP_SIZE", True),
        ("kWarpSize", True),
        ("FULL_MASK", True),
        ("fullMask", True),
        ("lane_mask_t", True),
        ("LANES", True),
        ("WAVEFRONT", True),
        ("BLOCK", False),
        ("kThreads", False),
    ],
)
def test_names_of_constants(name: str, *, speaks: bool) -> None:
    assert warp_names.is_about_warps(name.encode()) is speaks


@pytest.mark.parametrize(
    "name", ["warpSize", "WARP_SIZE", "kWarpSize", "k_warp_size", "WarpThreads", "warp_width"]
)
def test_a_name_for_the_number_of_lanes(name: str) -> None:
    assert warp_names.names_size(name.encode())
    assert not warp_names.names_size(f"my{name}".encode())
    assert not warp_names.names_size(f"{name}s".encode())


@pytest.mark.parametrize(
    ("name", "whole"),
    [
        ("WARP_SIZE", True),
        ("WARPSIZE", True),
        ("C10_WARP_SIZE", True),
        ("THREADS_PER_WARP", True),
        ("kWarpSize", True),
        ("k_warp_size", True),
        ("warpSize", False),
        ("WARP_SIZES", False),
        ("NWARPS", False),
        ("warp_size", False),
    ],
)
def test_a_constant_for_the_number_of_lanes(name: str, *, whole: bool) -> None:
    assert (re.fullmatch(warp_names.SIZE_CONSTANT, name.encode()) is not None) is whole


def test_the_words_of_assembly_are_those_of_ptx() -> None:
    ptx = b"mov.u32 %0, %laneid; shfl.sync.idx.b32 p; vote.all.pred q; redux.sync.add; bar.sync 1; mov a, b;"
    found = [word for word in re.split(rb";\s*", ptx) if any(one in word for one in warp_names.IN_PTX)]
    assert [word.split()[0] for word in found] == [
        b"mov.u32",
        b"shfl.sync.idx.b32",
        b"vote.all.pred",
        b"redux.sync.add",
        b"bar.sync",
    ]


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("__ballot_sync", "ballot"),
        ("__activemask", "activemask"),
        ("__reduce_add_sync", "reduce_add"),
        ("hipify_warp32::shfl_up", "shfl_up"),
        ("ballot_sync", ""),
        ("my_ballot", ""),
    ],
)
def test_the_name_of_an_intrinsic_without_what_is_around_it(name: str, plain: str) -> None:
    assert warp_names.bare_name(name.encode()) == plain.encode()


def test_each_shuffle_is_an_intrinsic_or_of_the_header() -> None:
    for name in warp_names.SHUFFLES_BY_NAME:
        bare = name.removeprefix(warp_names.HEADER)
        assert warp_names.INTRINSIC.fullmatch(name) or bare in warp_names.OF_HEADER
    assert warp_names.SHUFFLES < warp_names.SHUFFLES_BY_NAME
