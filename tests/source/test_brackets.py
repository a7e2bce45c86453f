"""Where a bracket ends or begins, and what stands in it."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from helpers.sources import texts

from hipify_py.model import Span
from hipify_py.source.brackets import (
    BLOCK,
    BRACE,
    ROUND,
    all_arguments,
    arguments,
    closing,
    macro_arguments,
    opening,
    outline,
    parameter_spans,
    parts,
    template_arguments,
    trimmed,
)


def test_brackets() -> None:
    text = b"f(a, (b), c) {{ d; } e }"
    assert closing(text, 1, len(text)) == text.index(b") {") + 1
    assert closing(text, text.index(b"{"), len(text), BRACE) == len(text)
    assert closing(text, text.index(b"{"), len(text) - 1, BRACE) == len(text) - 1
    assert opening(text, text.index(b") {"), 0) == 1
    assert opening(text, text.index(b") {"), 2) == -1


@pytest.mark.parametrize(
    ("text", "pair", "closed"),
    [
        (b"(a)(b)", ROUND, b"(a)"),
        (b"(a[)])", ROUND, b"(a[)"),
        (b"{ a; } }", BRACE, b"{ a; }"),
        (b"{ a\n#if X }\n b } c", BRACE, b"{ a\n#if X }"),
        (b"{ a\n#if X }\n b } c", BLOCK, b"{ a\n#if X }\n b }"),
        (b"((a)", ROUND, b"((a)"),
    ],
)
def test_a_bracket_is_closed_by_one_of_its_own_kind(
    text: bytes, pair: re.Pattern[bytes], closed: bytes
) -> None:
    assert text[: closing(text, 0, len(text), pair)] == closed


def test_a_brace_is_opened_by_a_brace() -> None:
    text = b"{ { a(} }"
    assert opening(text, len(text) - 1, 0, b"{}") == 0
    assert opening(text, text.index(b"}"), 0, b"{}") == 2
    assert opening(b"a)", 1, 0) == -1


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b"(a, b) c", [b"a", b"b"]),
        (b"( a ,\n b )", [b"a", b"b"]),
        (b"(a, f(b, c), {d, e}, g[h, i])", [b"a", b"f(b, c)", b"{d, e}", b"g[h, i]"]),
        (b"(a < b, c > d)", [b"a < b", b"c > d"]),
        (b"(a, f<b, c>())", [b"a", b"f<b, c>()"]),
        (b"(f<a, b>, g <c, h<d, e>>::x, k<i, j>{})", [b"f<a, b>", b"g <c, h<d, e>>::x", b"k<i, j>{}"]),
        (b"(a << b, c >> (d))", [b"a << b", b"c >> (d)"]),
        (b"(1 < a, b > (c))", [b"1 < a", b"b > (c)"]),
        (b"(a <= b, c >= d, e < f)", [b"a <= b", b"c >= d", b"e < f"]),
        (b"()", []),
        (b"( )", []),
    ],
)
def test_arguments_are_parted_by_the_commas_outside_of_brackets(text: bytes, found: list[bytes]) -> None:
    assert texts(text, arguments(text, 0, len(text))) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b"(pair<a, b> p, int n)", [b"pair<a, b> p", b"int n"]),
        (b"(pair<a, b>, pair<c, d> &q)", [b"pair<a, b>", b"pair<c, d> &q"]),
        (b"(bool x = a < b, bool y = c > d)", [b"bool x = a < b", b"bool y = c > d"]),
        (b"(int x = f<a, b>(), T &&...rest)", [b"int x = f<a, b>()", b"T &&...rest"]),
    ],
)
def test_between_parameters_a_name_follows_a_template(text: bytes, found: list[bytes]) -> None:
    assert texts(text, parameter_spans(text, 0, len(text))) == found


def test_the_arguments_of_all_brackets_know_templates_too() -> None:
    text = b"f(a, g<b, (c, d)>(e, h), i < j, k > l)"
    parted = [text[at + 1 : end] for at, end in pairwise(all_arguments(text, 0, len(text))[1])]
    assert parted == [b"a", b" g<b, (c, d)>(e, h)", b" i < j", b" k > l"]


def test_the_preprocessor_knows_no_templates() -> None:
    text = b"f<a, b>(c, d)"
    assert texts(text, macro_arguments(text, 0, len(text))) == [b"f<a", b"b>(c, d)"]


def test_to_the_preprocessor_only_round_brackets_protect_a_comma() -> None:
    text = b"a, {b, c}, (d, e)"
    assert texts(text, parts(text, 0, len(text))) == [b"a", b"{b, c}", b"(d, e)"]
    assert texts(text, parts(text, 0, len(text), b"()")) == [b"a", b"{b", b"c}", b"(d, e)"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b"int> x", [b"int"]),
        (b" int, A<b, c> , f(d > e, 1) > x", [b"int", b"A<b, c>", b"f(d > e, 1)"]),
        (b"A<B<c>>> x", [b"A<B<c>>"]),
        (b"(a > b), x[c < d], T{1 > 2}>", [b"(a > b)", b"x[c < d]", b"T{1 > 2}"]),
        (b"a < b; c > d", []),
        (b"b) > c", []),
        (b"b", []),
    ],
)
def test_template_arguments_end_with_the_angle_that_closes_them(text: bytes, found: list[bytes]) -> None:
    assert texts(text, template_arguments(text, 0)) == found


@pytest.mark.parametrize(
    ("text", "expected"),
    [(b"  a b ", Span(2, 5)), (b"ab", Span(0, 2)), (b"\n \t", Span(3, 3)), (b"", Span(0, 0))],
)
def test_white_space_at_both_ends_is_trimmed(text: bytes, expected: Span) -> None:
    assert trimmed(text, 0, len(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"", b""),
        (b"int a;", b"int a;"),
        (b"int f() { if (a) { b(); } } int c{1}; ", b"int f() {} int c{}; "),
        (b"int f() { if (a) { b(); }", b"int f() {}"),
        (b"} int a;", b"} int a;"),
    ],
)
def test_an_outline_has_no_bodies(text: bytes, expected: bytes) -> None:
    assert outline(text) == expected
