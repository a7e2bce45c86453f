"""The tokens next to a place."""

from __future__ import annotations

import pytest

from hipify_py.model import Span
from hipify_py.source.tokens import FEW, MOST, follows, qualified_start, token_at, token_before, words


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("a  + b", ["a", "+", "b"]),
        ("x->y.z", ["x", "->", "y", ".", "z"]),
        ("a<<=1", ["a", "<", "<=", "1"]),
        ("A<B<C>> d", ["A", "<", "B", "<", "C", ">", ">", "d"]),
        ("::a::b != c++ && !d", ["::", "a", "::", "b", "!=", "c", "++", "&&", "!", "d"]),
        ("\n(\t;)\r\n", ["(", ";", ")"]),
        ("", []),
    ],
)
def test_tokens_are_the_same_from_both_ends(code: str, expected: list[str]) -> None:
    text, at, found = code.encode(), 0, []
    while (one := token_at(text, at)).text:
        assert text[one.start : one.end] == one.text
        found.append(one.text.decode())
        at = one.end
    assert found == expected
    back = []
    while (one := token_before(text, at)).text:
        assert text[one.start : one.end] == one.text
        back.append(one.text.decode())
        at = one.start
    assert back[::-1] == expected


def test_a_place_within_a_word_parts_it() -> None:
    assert token_at(b"ab cd", 1) == (b"b", 1, 2)
    assert token_before(b"ab cd", 4) == (b"c", 3, 4)


def test_words_are_told_from_signs() -> None:
    assert all(token_at(one, 0).is_word for one in (b"_a", b"9"))
    assert not any(token_at(one, 0).is_word for one in (b"", b"(", b"::"))


def test_of_a_long_word_the_end_is_given() -> None:
    assert token_before(b"a" * 1000, 1000) == (b"a" * MOST, 1000 - MOST, 1000)


def test_words_stand_by_themselves() -> None:
    code = b"sync(a); a.sync, sync2 async _sync b; sync b"
    found = [(word.text, word.start) for word in words(code, b"b", b"sync")]
    assert found == [(b"sync", 0), (b"sync", 11), (b"b", 35), (b"sync", 38), (b"b", 43)]
    assert [word.start for word in words(code, b"sync", within=Span(1, 20))] == [11]


def test_many_words_are_found_on_one_way() -> None:
    names = [b"n%d" % number for number in range(FEW + 1)]
    code = b"n1, n16 + n17 xn2 n3x(n0) n16"
    found = [(word.text, word.start) for word in words(code, *names)]
    assert found == [(b"n1", 0), (b"n16", 4), (b"n0", 22), (b"n16", 26)]
    assert [word.start for word in words(code, *names, within=Span(1, 20))] == [4]


def test_what_follows() -> None:
    assert follows(b"for ( ;; ) x", 3, b"(", b";", b";", b")")
    assert not follows(b"for ( ;; ) x", 3, b"(", b";", b")")
    assert not follows(b"a", 1, b"(")
    assert follows(b"a", 1)


@pytest.mark.parametrize("name", ["a::b::c", "c", "::c", "::a :: c", "a :: b", "a::\n  b::c"])
def test_a_name_begins_with_its_scopes(name: str) -> None:
    code = f"return {name}".encode()
    assert qualified_start(code, len(code) - 1) == len("return ")
