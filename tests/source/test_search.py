"""Words looked for in a text, and expressions where a word of theirs stands."""

from __future__ import annotations

import re

import pytest

from hipify_py.model import Span
from hipify_py.source.search import matches, places, word_start


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ((b"ab",), [0, 3, 8]),
        ((b"ab", b"cd"), [0, 3, 6, 8]),
        ((b"cd", b"ab"), [0, 3, 6, 8]),
        ((b"x",), []),
        ((), []),
    ],
)
def test_words_are_found_in_order_of_the_text(words: tuple[bytes, ...], found: list[int]) -> None:
    assert places(b"ab ab cdab", *words) == found


def test_words_may_overlap() -> None:
    assert places(b"aaa", b"aa") == [0, 1]


def test_a_word_lies_in_the_part_as_a_whole() -> None:
    assert places(b"ab ab ab", b"ab", within=Span(1, 7)) == [3]
    assert places(b"ab ab ab", b"ab", within=Span(3, 5)) == [3]
    assert places(b"ab ab ab", b"ab", within=Span(4, 4)) == []


TEXT = b"for (a) while(b) forb (c) for(d) swhile (e) aafor (f) for for (g)"
LOOP = re.compile(rb"(?:for|while)\s*\(")


def test_matches_are_those_of_the_expression_itself() -> None:
    found = [one.span() for one in matches(TEXT, LOOP, b"for", b"while")]
    assert found == [one.span() for one in LOOP.finditer(TEXT)]
    assert [one[0] for one in matches(TEXT, LOOP, b"while")] == [b"while(", b"while ("]


def test_matches_do_not_overlap() -> None:
    assert [one.span() for one in matches(b"aaaaa", re.compile(b"aa"), b"a")] == [(0, 2), (2, 4)]


def test_matches_end_in_the_part_that_is_searched() -> None:
    part = Span(TEXT.index(b"while"), TEXT.index(b"(d)"))
    assert [one[0] for one in matches(TEXT, LOOP, b"for", b"while", within=part)] == [b"while("]


@pytest.mark.parametrize(
    ("text", "start"), [(b"a.bc_1", 2), (b"abc", 0), (b"a b", 2), (b"a.", 2), (b"", 0), (b"3x", 0)]
)
def test_where_a_word_begins_that_reaches_up_to_an_offset(text: bytes, start: int) -> None:
    assert word_start(text, len(text)) == start
    assert word_start(text + b"more", len(text)) == start


def test_of_a_long_word_only_its_end_is_looked_at() -> None:
    assert word_start(b"x" * 100, 100) == 36
    assert word_start(b"a " + b"x" * 9, 11, most=4) == 7
