"""What a terminal shows: the width of characters, their harmless form, and colour."""

from __future__ import annotations

import pytest
from helpers.reports import HOSTILE, SGR, hostile_report

from hipify_py.report.as_text import render_text
from hipify_py.report.summary import render_summary
from hipify_py.report.terminal import STYLES, Cell, cell, columns, harmless, painter


@pytest.mark.parametrize("colour", [False, True])
def test_nothing_that_a_terminal_obeys_gets_through(*, colour: bool) -> None:
    report = hostile_report()
    text = render_text(report, colour=colour, excerpt=True)
    text += render_summary(report, mode="write", names={"M012": HOSTILE}, colour=colour)
    assert [line for line in SGR.sub("", text).split("\n") if line and not line.isprintable()] == []
    assert (SGR.search(text) is not None) == colour
    assert text.isascii()
    assert r"a\x1b[2J\x9b31m" in text
    assert r"\x07\x7f\u202e" in text
    assert r"\xff\ud800z" in text


@pytest.mark.parametrize(
    ("char", "text", "width"),
    [
        ("a", "a", 1),
        (" ", " ", 1),
        ("é", "é", 1),
        ("日", "日", 2),
        ("\u0301", "\u0301", 0),
        ("\u1161", "\u1161", 0),
        ("\u3000", "\u3000", 2),
        ("\x1b", r"\x1b", 4),
        ("\n", r"\x0a", 4),
        ("\x9b", r"\x9b", 4),
        ("\u202e", r"\u202e", 6),
        ("\U000e0001", r"\U000e0001", 10),
        ("\udcff", r"\xff", 4),
        ("\ud800", r"\ud800", 6),
    ],
)
def test_a_character_as_it_is_shown(char: str, text: str, width: int) -> None:
    assert cell(char) == Cell(text, width)
    assert (harmless(f"<{char}>"), columns(text)) == (f"<{text}>", width)


def test_a_text_that_harms_nothing_stays() -> None:
    for text in ("", "src/a b.cu", "grün/日本.cu"):
        assert harmless(text) == text
    assert [columns(text) for text in ("", "a b", "grün", "日本e\u0301")] == [0, 3, 4, 5]


def test_paint_goes_around_a_text_or_leaves_it() -> None:
    paint, plain = painter(colour=True), painter(colour=False)
    for style, code in STYLES.items():
        assert paint("x", style) == f"\x1b[{code}mx\x1b[0m"
        assert plain("x", style) == "x"
