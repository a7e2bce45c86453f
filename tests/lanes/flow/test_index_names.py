"""What the name of an index tells of it."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow import index_names
from hipify_py.lanes.flow.index_names import LANES, THREADS, WARPS


@pytest.mark.parametrize("name", ["lane", "lane_id", "laneid", "laneIdx", "LANE_INDEX"])
def test_names_of_lanes(name: str) -> None:
    assert index_names.names_lane(name.encode())
    assert name.lower().encode() not in THREADS | WARPS


@pytest.mark.parametrize("name", ["lanes", "lane_mask", "plane", "my_lane", "tid", "lane__id", ""])
def test_what_names_no_lane(name: str) -> None:
    assert not index_names.names_lane(name.encode())


def test_names_of_threads_and_warps() -> None:
    assert {b"tid", b"tx", b"tid_x", b"threadidx", b"thread_idx_x", b"thread_index"} <= THREADS
    assert {b"warp", b"wid", b"warp_id", b"warpidx", b"wid_num"} <= WARPS
    assert not {b"thread", b"t", b"ty", b"warps", b"warp_size", b"width"} & (THREADS | WARPS | LANES)


@pytest.mark.parametrize(
    ("name", "ends"),
    [
        ("laneId", True),
        ("get_lane_id", True),
        ("getLaneID", True),
        ("LANEID", True),
        ("lane_idx", False),
        ("laneIds", False),
    ],
)
def test_names_that_end_in_the_number_of_a_lane(name: str, ends: bool) -> None:
    assert index_names.ends_in_lane_id(name.encode()) is ends


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("warp_tid", True),
        ("laneIndex", True),
        ("my_warp_lane", True),
        ("WarpThreadId", True),
        ("lane_rank", True),
        ("lane", False),
        ("warp_id", False),
        ("tid", False),
        ("warp_tid_x", False),
    ],
)
def test_names_of_a_place_in_a_warp(name: str, says: bool) -> None:
    assert index_names.names_lane_of_warp(name.encode()) is says


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("t", True),
        ("tx", True),
        ("lid", True),
        ("tid2", True),
        ("my_tid", True),
        ("threadPos", True),
        ("subLane", True),
        ("i", False),
        ("ty", False),
        ("mytid", False),
        ("at", False),
    ],
)
def test_names_that_may_be_of_threads(name: str, says: bool) -> None:
    assert index_names.names_thread(name.encode()) is says
    assert index_names.speaks_of_lane(name.encode()) is ("lane" in name.lower())
