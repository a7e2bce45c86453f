"""What conditions are worth of which a part is known."""

from __future__ import annotations

import pytest

from hipify_py.resolve.condition_truth import DEEPEST, KNOWN, Truth, of_condition, of_name, truth

SURE = {b"THERE": True, b"GONE": False}


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        (b"defined(THERE)", True),
        (b"defined GONE", False),
        (b"!defined(GONE)", True),
        (b"THERE && OTHER", None),
        (b"GONE && OTHER", False),
        (b"THERE || OTHER", True),
        (b"GONE || OTHER", None),
        (b"!(THERE || OTHER)", False),
        (b"ZERO", False),
        (b"THERE > 2", None),  # that it is there does not say what it is worth
        (b"(THERE", None),
        (b"THERE THERE", None),
        (b"", None),
    ],
)
def test_a_condition(text: bytes, worth: Truth) -> None:
    assert of_condition(text, SURE, frozenset({b"ZERO"})) is worth


def test_what_is_known_of_parts() -> None:
    assert truth(KNOWN[True] + b" && OTHER", frozenset()) is None
    assert truth(KNOWN[False] + b" && OTHER", frozenset()) is False
    assert truth(KNOWN[True] + b" && THERE", frozenset(), SURE) is True


def test_one_that_is_too_deep_is_not_known() -> None:
    assert of_condition(b"!" * (DEEPEST + 1) + b"THERE", SURE, frozenset()) is None


@pytest.mark.parametrize(("text", "there"), [(b" THERE", True), (b" GONE ", False), (b" OTHER", None)])
def test_a_name(text: bytes, there: Truth) -> None:
    assert of_name(text, SURE, negated=False) is there
    assert of_name(text, SURE, negated=True) is (None if there is None else not there)


def test_two_names_are_none() -> None:
    assert of_name(b"THERE GONE", SURE, negated=False) is None
