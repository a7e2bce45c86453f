"""Comparisons in conditions of macros that nothing defines."""

from __future__ import annotations

import pytest

from hipify_py.resolve.condition_truth import KNOWN
from hipify_py.resolve.zero_comparisons import compared


@pytest.mark.parametrize(
    ("text", "answered"),
    [
        (b"A >= 12000", KNOWN[False]),
        (b"11000 > A", KNOWN[True]),
        (b"A * 100 + A < 1102", KNOWN[True]),
        (b"A == 0 && B", KNOWN[True] + b" && B"),
        (b"(A < 7L)", b"(" + KNOWN[True] + b")"),
        # another macro, no macro, and numbers that are read otherwise
        (b"A + B > 3", b"A + B > 3"),
        (b"3 > 2", b"3 > 2"),
        (b"A + 010 > 9", b"A + 010 > 9"),
        (b"A > 0x10", b"A > 0x10"),
        (b"A - 1 < 10u", b"A - 1 < 10u"),
        (b"A", b"A"),
    ],
)
def test_compared(text: bytes, answered: bytes) -> None:
    assert compared(text, lambda name: name == b"A") == answered


def test_a_long_condition_is_read() -> None:
    for text in (b"+".join([b"A"] * 20_000) + b" > 0", b"(" * 20_000 + b"A" + b")" * 20_000 + b" > 0"):
        assert compared(text, lambda _: True) in {text, KNOWN[False]}
