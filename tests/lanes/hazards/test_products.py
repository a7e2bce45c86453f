"""Multiples, and the terms and factors of expressions."""

from __future__ import annotations

import pytest

from hipify_py.lanes.hazards.products import (
    NONE,
    Multiple,
    Term,
    operands,
    part,
    product,
    terms,
    texts,
    without,
)
from hipify_py.source.expression_reading import expression

F, G = b"F", b"G"


def spelt(found: list[Term]) -> list[tuple[str, str]]:
    return [(sign.decode(), node.text.decode()) for sign, node in found]


def test_a_product_is_a_multiple_of_all_that_its_factors_are() -> None:
    assert Multiple(4, (F,)).times(Multiple(8, (F, G))) == Multiple(32, (F, F, G))
    assert product([Multiple(2), Multiple(3, (F,)), Multiple(5, (G,))]) == Multiple(30, (F, G))
    assert product([]) == NONE


def test_a_sum_is_a_multiple_of_what_both_sides_are() -> None:
    assert Multiple(12, (F, F, G)).beside(Multiple(32, (F, F))) == Multiple(4, (F, F))
    assert Multiple(12, (F,)).beside(Multiple(7, (G,))) == NONE


@pytest.mark.parametrize(
    ("one", "other", "holds"),
    [
        (Multiple(64, (F,)), Multiple(32), True),
        (Multiple(64, (F, F)), Multiple(32, (F,)), True),
        (Multiple(64, (F,)), Multiple(32, (F, F)), False),
        (Multiple(48), Multiple(32), False),
        (Multiple(32), NONE, True),
    ],
)
def test_a_multiple_of_another(one: Multiple, other: Multiple, holds: bool) -> None:
    assert one.holds(other) is holds


def test_a_part_is_a_multiple_only_where_it_divides() -> None:
    assert part(Multiple(64, (F,)), 2) == Multiple(32, (F,))
    assert part(Multiple(64, (F,)), 3) == NONE


@pytest.mark.parametrize(
    ("text", "sign", "found"),
    [
        ("a * (b * c)", b"*", ["a", "b", "c"]),
        ("(a + b) * c", b"*", ["+", "c"]),
        ("a + b", b"*", ["+"]),
        ("x < n && (y && z)", b"&&", ["<", "y", "z"]),
    ],
)
def test_operands_of_one_sign(text: str, sign: bytes, found: list[str]) -> None:
    assert [one.text.decode() for one in operands(expression(text.encode()), sign)] == found


def test_terms_have_the_signs_that_they_come_to() -> None:
    assert spelt(terms(expression(b"a - (b - c) + d"))) == [("+", "a"), ("-", "b"), ("+", "c"), ("+", "d")]
    assert spelt(terms(expression(b"a * b"))) == [("+", "*")]


def test_a_sum_without_terms_that_are_all_in_it() -> None:
    whole = terms(expression(b"a + b - c + b"))
    assert spelt(without(whole, terms(expression(b"b - c"))) or []) == [("+", "a"), ("+", "b")]
    assert without(whole, terms(expression(b"c"))) is None
    assert without(whole, terms(expression(b"b + b + b"))) is None


def test_the_words_of_a_member() -> None:
    assert texts(expression(b"blockDim.x")) == [b"blockDim", b".", b"x"]
    assert texts(expression(b"n")) == [b"n"]
