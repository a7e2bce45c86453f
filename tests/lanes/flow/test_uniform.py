"""What stays of an expression when that is taken out which all lanes have alike."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.uniform import alike


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("__ballot_sync(m, i) + i", "+ i"),
        ("x & __any(p)", "x &"),
        ("__all_sync(m, f(i, 1)) | __activemask()", "|"),
        ("__reduce_max_sync(m, i) * 2", "* 2"),
        ("__ballot(__any(i)) + j", "+ j"),
        ("hipify_warp32 :: reduce_add_sync(m, i)", ""),
    ],
)
def test_votes_and_reductions_are_alike(text: str, rest: str) -> None:
    assert alike(text.encode()).split() == rest.encode().split()


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("__shfl_sync(m, i, 3) + 1", "3 + 1"),
        ("__shfl(i, lane)", "lane"),
        ("hipify_warp32::shfl_sync(m, i, k + 2)", "k + 2"),
    ],
)
def test_a_shuffle_is_as_alike_as_the_lane_that_it_asks(text: str, rest: str) -> None:
    assert alike(text.encode()).split() == rest.encode().split()


@pytest.mark.parametrize(
    "text",
    [
        "i + 1",
        "__shfl_xor_sync(m, i, 1)",
        "__shfl_down(i, 1) + __shfl_up(i, 1)",
        "__match_any_sync(m, i)",
        "my__any(i) + __anyone(i) + any(i)",
        "__popc(i) + __any",
    ],
)
def test_what_differs_between_lanes_stays(text: str) -> None:
    assert alike(text.encode()) == text.encode()
