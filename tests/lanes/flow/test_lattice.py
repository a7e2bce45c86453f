"""How values meet in what is known of them."""

from __future__ import annotations

from itertools import product

import pytest

from hipify_py.lanes.flow.lattice import (
    LANE,
    NEUTRAL,
    NOTHING,
    OF_LANE,
    OF_WARP,
    OPEN,
    THREAD,
    UNKNOWN,
    VARIES,
    WARP_ALONE,
    Value,
    added,
    either,
    joined,
    mixed,
    once,
    summed,
    without_indices,
)

ALL = (NOTHING, OF_LANE, OF_WARP, THREAD, VARIES, WARP_ALONE)


@pytest.mark.parametrize(("one", "other"), [*product(ALL, ALL)])
def test_what_is_joined_is_at_least_either(one: Value, other: Value) -> None:
    found = joined((one, other))
    assert found == joined((other, one))
    assert found.level == max(one.level, other.level)
    assert found.indices == one.indices | other.indices
    assert joined((found, one)) == found


def test_one_joined_with_nothing_known_yet_stays() -> None:
    assert [joined((NEUTRAL, one)) for one in ALL] == [*ALL]
    assert joined(()) == NOTHING


def test_what_is_mixed_has_no_slope_that_is_told() -> None:
    assert mixed((OF_LANE, NOTHING)) == OF_LANE._replace(slope=UNKNOWN)
    assert mixed((OF_WARP, NOTHING)) == OF_WARP
    assert mixed((NEUTRAL, OF_LANE)).slope == OPEN


@pytest.mark.parametrize(
    ("one", "other", "sum_", "difference"),
    [(1, 1, 2, 0), (1, 0, 1, 1), (THREAD.slope, 1, 2, 0), (2, 1, UNKNOWN, 1), (OPEN, UNKNOWN, OPEN, OPEN)],
)
def test_slopes_of_sums(one: int, other: int, sum_: int, difference: int) -> None:
    assert (summed(one, other, 1), summed(one, other, -1)) == (sum_, difference)


def test_slopes_of_what_may_be_either() -> None:
    assert either(1, 1) == 1
    assert either(THREAD.slope, 1) == once(THREAD.slope) == 1
    assert either(1, 2) == UNKNOWN
    assert either(OPEN, 2) == either(2, OPEN) == 2
    assert (added(NOTHING), added(OF_LANE)) == (OPEN, UNKNOWN)


def test_what_is_no_index_any_more_differs_as_before() -> None:
    assert without_indices(OF_LANE) == Value(LANE, 0, 1)
    assert without_indices(WARP_ALONE) is WARP_ALONE
