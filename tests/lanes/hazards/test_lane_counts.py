"""Counts that a mask of lanes gives, and functions that give such."""

from __future__ import annotations

import pytest
from helpers.warps import wide_counts

from hipify_py.lanes.hazards.lane_counts import finders
from hipify_py.source.unit import Unit

FUNCTION = (
    "__device__ int first(unsigned m) { return __ffs(m) - 1; }\n"
    "__device__ unsigned f(unsigned v, int p, int n) { unsigned m = __ballot_sync(~0u, p); %s }\n"
)
LAST, EMPTY = "32 where lane 31 alone has a bit in the mask", "where no lane has a bit in the mask"


def said(code: str) -> list[str]:
    return wide_counts(FUNCTION % code)


@pytest.mark.parametrize(
    ("code", "part"),
    [
        ("return v >> __ffs(m);", LAST),
        ("int at = __ffs(m); return v >> at;", LAST),
        ("return v << __clz(m);", EMPTY),
        ("return v >> first(m);", EMPTY),
    ],
)
def test_counts_of_a_mask(code: str, part: str) -> None:
    (found,) = said(code)
    assert part in found


@pytest.mark.parametrize(
    "code",
    [
        "if (m) return v << __clz(m); return 0;",
        "return v >> __popc(n & 7);",
        "unsigned k = __ballot_sync(~0u, threadIdx.x % 32 == 3); return v << __clz(k);",
        "return v >> (n & 31);",
    ],
)
def test_what_is_asked_or_no_mask(code: str) -> None:
    assert said(code) == []


def test_the_functions_that_find_a_lane() -> None:
    unit = Unit((FUNCTION % "return first(m);").encode())
    assert b"first" in finders(unit)
    assert b"f" not in finders(unit)
