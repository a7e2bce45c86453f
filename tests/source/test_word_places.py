"""Where each word of a file stands: the same as a search for it."""

from __future__ import annotations

import re

import pytest

from hipify_py.model import Span
from hipify_py.source.search import matches
from hipify_py.source.tokens import Token, words
from hipify_py.source.unit import Unit
from hipify_py.source.word_places import (
    FEW,
    all_standing,
    all_words,
    found_words,
    holds_part,
    standing,
    word_matches,
    words_with,
)

SOURCE = b"int f(int a) { return f(a2) + a + 2a - a::f(ff, _f); } // f\n#define f a\n"


@pytest.mark.parametrize("name", [b"f", b"a", b"a2", b"_f", b"int", b"2a", b"none"])
def test_it_gives_what_a_search_gives(name: bytes) -> None:
    unit = Unit(SOURCE)
    assert [*standing(unit, name)] == [*words(unit.code, name)]


def test_places_are_in_order_and_of_whole_words() -> None:
    assert [*standing(Unit(b"a aa a_a;a"), b"a")] == [Token(b"a", 0, 1), Token(b"a", 9, 10)]


PATHS = b"""#include "f.cuh"
#include <f/f.h>
#define HEADER <f.h>
#include HEADER
#include f
#if __has_include(<f.h>)
f f; // f
const char *s = "f";
#endif
"""


@pytest.mark.parametrize("filling", [b"", b" x" * 5000])
def test_paths_of_headers_are_no_words(filling: bytes) -> None:
    code = PATHS + filling
    expected = [code.index(b"include f") + 8, code.index(b"f f;"), code.index(b"f;")]
    assert [one.start for one in standing(Unit(code), b"f")] == expected
    assert [one.start for one in all_standing(Unit(code), b"f")] == expected


def test_a_part_of_a_file_is_asked_alone() -> None:
    unit = Unit(SOURCE)
    for within in (Span(0, 5), Span(4, 40), Span(5, 5), Span(30, len(SOURCE))):
        assert [*standing(unit, b"f", within)] == [*words(unit.code, b"f", within=within)]


@pytest.mark.parametrize("names", [(), (b"f",), (b"f", b"a", b"f"), (b"none", b"int", b"ff"), (b"2a", b"a2")])
def test_several_names_are_given_in_order(names: tuple[bytes, ...]) -> None:
    unit = Unit(SOURCE)
    assert all_standing(unit, *names) == ([*words(unit.code, *names)] if names else [])


@pytest.mark.parametrize("filling", [b"", b" x" * 5000])
def test_however_many_names_are_asked_for_each_is_found(filling: bytes) -> None:
    unit = Unit(b" ".join(b"n%d n%d_ f(n%d)" % (n, n, n) for n in range(3 * FEW)) + filling)
    for name in (*(b"n%d" % n for n in range(3 * FEW)), b"f", b"x", b"n", b"n1", b"n1_"):
        assert [*standing(unit, name)] == [*words(unit.code, name)]


def test_words_are_given_once_in_the_order_in_which_they_come() -> None:
    assert [*all_words(Unit(b"b a(b) 2u \xe4a_a // c\n a"))] == [b"b", b"a", b"2u", b"a_a"]


def test_a_part_of_a_word_is_held_and_one_of_two_words_is_not() -> None:
    unit = Unit(b"#include <thread_block.h>\nint warpSize = 1; // lane\n")
    assert holds_part(unit, b"arpS")
    assert holds_part(unit, b"lane", b"block")
    assert not holds_part(unit, b"lane")
    assert not holds_part(unit, b"int_", b"tint")
    assert not holds_part(unit)


def test_an_expression_is_matched_where_a_search_matches_it() -> None:
    expression = re.compile(rb"f(?:f|\()")
    unit = Unit(SOURCE)
    by_words = [one.span() for one in word_matches(unit, expression, b"f", b"none")]
    assert by_words == [one.span() for one in matches(unit.code, expression, b"f")] != []
    assert not [*word_matches(unit, expression, b"none")]


def test_words_are_given_that_hold_a_part() -> None:
    unit = Unit(b"warp_a(a_warp, /* warpx */ war, Warp, warp); last_warp")
    assert words_with(unit, b"warp") == {b"warp_a", b"a_warp", b"warp", b"last_warp"}
    assert words_with(unit, b"none") == words_with(unit) == set()


@pytest.mark.parametrize(
    "source", [b'min(a, max(b)); minimum, _min "min"', b"min(\xc3\xa9min, max\xc3\xa9, max)", b""]
)
def test_words_are_found_as_an_expression_finds_them(source: bytes) -> None:
    unit = Unit(source)
    assert [*found_words(unit, b"min", b"max")] == [*unit.find(re.compile(rb"\b(?:min|max)\b"))]
