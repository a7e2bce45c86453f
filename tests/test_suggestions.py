"""Which words are suggested for one that is not known."""

from __future__ import annotations

import time

import pytest

from hipify_py.suggestions import did_you_mean, near

KNOWN = ("include-dirs", "include", "exclude", "rocm", "W010", "W011")


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("include_dirs", ["include-dirs", "include"]),
        ("Rocm", ["rocm"]),
        ("W01O", ["W010", "W011"]),
        ("colour", []),
        ("", []),
        ("r", []),
        ("rocm" * 100, []),
    ],
)
def test_near(word: str, found: list[str]) -> None:
    assert near(word, KNOWN) == found


def test_a_question_or_nothing() -> None:
    assert did_you_mean("rcm", KNOWN) == "did you mean rocm"
    assert did_you_mean("colour", KNOWN) == ""


def test_a_long_word_costs_nothing() -> None:
    started = time.process_time()
    assert near("x" * 1_000_000, ["x" * 999_999] * 100) == []
    assert time.process_time() - started < 0.1
