"""Counts of shifts that go as far as all bits, or wrap, and what is asked before that keeps them from it."""

from __future__ import annotations

import pytest
from helpers.warps import wide_counts

FUNCTION = """
__device__ void f(const unsigned *x, unsigned t, unsigned a, unsigned long long w, int n) {
  unsigned m = __ballot_sync(~0u, a > 7), v = 0, far = x[t] & 63; %s use(v); }
"""


def said(code: str) -> list[str]:
    return wide_counts(FUNCTION % code)


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("v = m >> far;", "up to 63"),
        ("v = m >> ((far & 7) - 1);", "-1 at the least, which wraps"),
        ("w = 1ull << (far * 2);", "up to 126"),
        ("if (n > 3) v = m >> far;", "up to 63"),  # of something else
        (
            "for (unsigned i = 0; i < 16; i++) v |= m << ((a - i) << 4);",
            "240 more or less by the loop's turn",
        ),
        ("for (unsigned i = 0; i < 16; i++) v |= m << (16 * (a - i));", None),
    ],
)
def test_counts_that_go_too_far(code: str, found: str | None) -> None:
    assert said(code) == ([found] if found else [])


@pytest.mark.parametrize(
    "code",
    [
        "v = m >> (far & 31);",
        "w = 1ull << far;",
        "if (far < 32) v = m >> far;",
        "if (far >= 32) return; v = m >> far;",
        "v = far < 32 ? m >> far : 0;",
        "v = 3u << ((far & 31) + 1);",  # made by compilers, and right
        "for (unsigned i = 0; i < 2; i++) v |= m << ((a - i) << 4);",
        "for (unsigned i = 0; i < 16; i++) { a = x[i]; v |= m << ((a - i) << 4); }",
        "for (unsigned i = 0; i < 16; i++) if (a > i) v |= m << ((a - i) << 4);",
    ],
)
def test_counts_that_stay_within_or_are_asked_for(code: str) -> None:
    assert said(code) == []


def test_of_what_is_left_of_a_word_another_check_tells() -> None:
    assert said("v = m << (32 - far);") == ["32 where far is 0"]
