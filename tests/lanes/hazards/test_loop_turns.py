"""Masks of before a loop that lanes leave in different turns."""

from __future__ import annotations

import pytest
from helpers.warps import facts_of, remaining, shown

from hipify_py.lanes.hazards.lane_exits import LaneExits
from hipify_py.lanes.hazards.loop_turns import outlived_masks
from hipify_py.source.function_reading import model
from hipify_py.source.unit import Unit

KERNEL = (
    "__global__ void k(int *row, int *x, int n, unsigned given) {"
    " int i = threadIdx.x, v = 0; unsigned m = __activemask(); %s }\n"
)
SHUFFLE = "v += __shfl_xor_sync(m, v, 1);"


def found(code: str) -> list[tuple[str, str, str]]:
    unit = Unit((KERNEL % code).encode())
    (facts,) = facts_of(unit)
    assert facts.function is not None
    assert facts.values is not None
    exits = LaneExits(unit, model(unit, facts.function), facts.values)
    return shown(unit, [*outlived_masks(unit, facts.ops, exits)])


@pytest.mark.parametrize(
    "code",
    [
        "for (int j = row[i]; j < row[i + 1]; ++j) " + SHUFFLE,
        "int j = row[i]; while (j--) { " + SHUFFLE + " }",
        "do { " + SHUFFLE + " } while (v < i);",
        "for (;;) { " + SHUFFLE + " if (v > i) break; }",
        "for (;;) { " + SHUFFLE + " if (v > i) return; }",
        "for (int j = i; j < n; ++j) for (int o = 16; o; o /= 2) " + SHUFFLE,
        "m = __ballot_sync(m, x[i]); for (int j = i; j < n; ++j) { if (x[j] == n) " + SHUFFLE + " }",
    ],
)
def test_lanes_leave_in_turns_of_their_own(code: str) -> None:
    assert found(code) == [("W042", "__shfl_xor_sync", "m")]


@pytest.mark.parametrize(
    "code",
    [
        "for (int j = 0; j < n; ++j) " + SHUFFLE,
        "for (int j = i / 32; j < n; j += 8) " + SHUFFLE,
        "for (int j = i; j < n; ++j) { m = __activemask(); " + SHUFFLE + " }",
        "while (m && v < i) { " + SHUFFLE + " m &= m - 1; }",
        "for (int j = i; j < n; ++j) v += __shfl_xor_sync(__activemask(), v, 1);",
        "for (int j = i; j < n; ++j) v += __shfl_xor_sync(given, v, 1);",
        "for (int j = i; j < n; ++j) v += __any_sync(m, v);",
        "for (int j = i; j < n; ++j) v++; " + SHUFFLE,
        "for (;;) { " + SHUFFLE + " if (v > n) break; }",
        "m = __match_any_sync(m, row[i]); for (int j = 0; j < row[i]; ++j) " + SHUFFLE,
    ],
)
def test_the_mask_holds_the_lanes_that_are_there(code: str) -> None:
    assert found(code) == []


def test_the_file_says_so() -> None:
    assert remaining(KERNEL % ("for (int j = row[i]; j < row[i + 1]; ++j) " + SHUFFLE)) == ["W042"]
