"""One line of source with an underline below it, aligned whatever the line holds."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hipify_py.report.excerpt import excerpt


def columns(text: str) -> int:
    """Measure what a terminal shows, independently of the code under test.

    Marks take no column of their own, and neither do Hangul's vowels and finals, which join the one before.
    """
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    joined = sum(unicodedata.category(char) in {"Mn", "Me"} or 0x1160 <= ord(char) < 0x1200 for char in text)
    return len(text) + wide - joined


LONG = "".join(f"{number:3}," for number in range(100))


@pytest.mark.parametrize(
    ("line", "needle", "shown", "underline"),
    [
        ("a(b);", "b", "a(b);", "  ^"),
        ("\ta\tbc;", "bc", "    a   bc;", "        ^~"),
        ("abcd\te", "e", "abcd    e", "        ^"),
        ("f(\t)", "\t", "f(  )", "  ^~"),
        ("日本 x語;", "x語", "日本 x語;", "     ^~~"),
        ("e\u0301\u0327 x", "x", "e\u0301\u0327 x", "  ^"),
        ("\u1112\u1161\u11ab x", "x", "\u1112\u1161\u11ab x", "   ^"),
        ("日\tx", "x", "日  x", "    ^"),
        ("a\x1b[0mb", "b", r"a\x1b[0mb", " " * 8 + "^"),
        ("a\x00b", "\x00b", r"a\x00b", " ^~~~~"),
        ("\ufeffint a;", "a", "int a;", "    ^"),
        ("a\u202eb", "b", r"a\u202eb", " " * 7 + "^"),
        ("a\U000e0001b", "b", r"a\U000e0001b", " " * 11 + "^"),
        ("a\u3000b", "b", "a\u3000b", "   ^"),
        ("trailing   ", "trail", "trailing", "^~~~~"),
        (LONG, "  3,", "  0,  1,  2,  3,  4,  5,  6,  7,  8,  9…", " " * 12 + "^~~~"),
        (LONG, " 50,", "…7, 48, 49, 50, 51, 52, 53, 54, 55, 56,…", " " * 11 + "^~~~"),
        (LONG, " 99,", "…90, 91, 92, 93, 94, 95, 96, 97, 98, 99,", " " * 36 + "^~~~"),
    ],
)
def test_excerpt(line: str, needle: str, shown: str, underline: str) -> None:
    start = line.index(needle)
    got = excerpt(line, start, start + len(needle), 40)
    assert got == (shown, underline)


def test_the_underline_of_a_long_span_ends_with_the_row() -> None:
    assert excerpt(LONG, 4, len(LONG), 40) == (LONG[:39] + "…", "    ^" + "~" * 34)


@pytest.mark.parametrize(("start", "end"), [(3, 3), (3, 9), (9, 9), (9, 12)])
def test_a_span_past_the_end_gets_one_caret_after_it(start: int, end: int) -> None:
    assert excerpt("abc", start, end, 40) == ("abc", "   ^")


def test_a_span_is_shown_whole_where_it_can_be() -> None:
    line = "x" * 36 + "QQQ" + "x" * 9
    assert excerpt(line, 36, 39, 40) == (line[:39] + "…", " " * 36 + "^~~")
    line = "x" * 37 + "QQQ" + "x" * 9
    assert excerpt(line, 37, 40, 40) == ("…" + line[10:], " " * 28 + "^~~")


def test_a_mark_does_not_stand_without_its_letter() -> None:
    line = "x" * 39 + "e\u0301" + "x" * 10 + "Q" * 40
    assert excerpt(line, 51, 91, 40) == ("…" + "x" * 10 + "Q" * 28 + "…", " " * 11 + "^" + "~" * 27)


def test_an_empty_span_gets_a_caret() -> None:
    assert excerpt("abc", 1, 1, 40) == ("abc", " ^")


PIECE = st.text(st.sampled_from("ab (\t日本e\u0301\u20dd\x1b\x9b\u202e\ufeff\udc80é🙂"), max_size=300)


@given(before=PIECE, length=st.integers(1, 60), after=PIECE, width=st.integers(20, 120))
def test_the_caret_stands_under_the_span_whatever_is_around_it(
    before: str, length: int, after: str, width: int
) -> None:
    shown, underline = excerpt(before + "Q" * length + after, len(before), len(before) + length, width)
    assert columns(shown) <= width
    assert columns(shown[: shown.index("Q")]) == underline.index("^")
    assert underline.strip() == "^" + "~" * (shown.count("Q") - 1)
    assert shown.count("Q") == length or (shown.endswith("…") and columns(shown) >= width // 2)


@given(
    line=st.text(max_size=400),
    start=st.integers(0, 500),
    length=st.integers(0, 500),
    width=st.integers(0, 150),
)
@example(line="000000\x1f\u1160\U00010756", start=0, length=0, width=0)
def test_no_line_breaks_out_of_its_row(line: str, start: int, length: int, width: int) -> None:
    shown, underline = excerpt(line, start, start + length, width)
    spaces = {char for char in shown if unicodedata.category(char) == "Zs"}
    assert all(char.isprintable() or char in spaces for char in shown)
    assert re.fullmatch(r" *\^~*", underline)
    assert columns(shown) <= max(width, 20)
    assert len(underline) <= max(width, 20)
