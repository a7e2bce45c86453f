"""Where each word of a file stands: the same as a search for it."""

from __future__ import annotations

import pytest

from hipify_py.model import Span
from hipify_py.source.tokens import Token, words
from hipify_py.source.unit import Unit
from hipify_py.source.word_places import standing

SOURCE = b"int f(int a) { return f(a2) + a + 2a - a::f(ff, _f); } // f\n#define f a\n"


@pytest.mark.parametrize("name", [b"f", b"a", b"a2", b"_f", b"int", b"2a", b"none"])
def test_it_gives_what_a_search_gives(name: bytes) -> None:
    unit = Unit(SOURCE)
    assert [*standing(unit, name)] == [*words(unit.code, name)]


def test_places_are_in_order_and_of_whole_words() -> None:
    assert [*standing(Unit(b"a aa a_a;a"), b"a")] == [Token(b"a", 0, 1), Token(b"a", 9, 10)]


def test_a_part_of_a_file_is_asked_alone() -> None:
    unit = Unit(SOURCE)
    for within in (Span(0, 5), Span(4, 40), Span(5, 5), Span(30, len(SOURCE))):
        assert [*standing(unit, b"f", within)] == [*words(unit.code, b"f", within=within)]
