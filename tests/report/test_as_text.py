"""The report as text: one line a finding, and on a terminal the source below it."""

from __future__ import annotations

from helpers.reports import EMPTY, REPORT, SYMBOL

from hipify_py.report.as_text import render_text
from hipify_py.report.form import Form
from hipify_py.report.model import FileReport, Report


def test_text_is_one_line_a_finding_in_the_order_of_paths_and_source() -> None:
    assert render_text(REPORT) == (
        "src/a.cu:2:1: note N001 look here\n"
        "src/a.cu:3:2: warning M012 use HIP_SYMBOL\n"
        "  src/a.cu:1:18: note: declared here\n"
        "src/a.cu:4:4: error W010 spans 64 lanes\n"
        "src/b.cu: error F001 cannot be read: check its permissions\n"
        "src/c.cu: error F002 KeyError: 'x'\n"
    )


def test_text_with_excerpts() -> None:
    assert render_text(Report(REPORT.files[:1]), excerpt=True) == (
        "src/a.cu:2:1: note N001 look here\n"
        "    2 | void f() {\n"
        "      | ^~~~~~\n"
        "src/a.cu:3:2: warning M012 use HIP_SYMBOL\n"
        "    3 |     cudaMemcpyToSymbol(c, h, n);\n"
        "      |     ^~~~~~~~~~~~~~~~~~\n"
        "  src/a.cu:1:18: note: declared here\n"
        "src/a.cu:4:4: error W010 spans 64 lanes\n"
        "    4 |     g(__shfl_down_sync(\n"
        "      |       ^~~~~~~~~~~~~~~~~\n"
    )


def test_text_of_nothing_is_nothing() -> None:
    assert render_text(EMPTY, colour=True, excerpt=True) == ""
    assert render_text(Report((FileReport("a.cu", "unchanged"), FileReport("b/", "skipped")))) == ""


def test_a_blank_line_has_no_excerpt() -> None:
    blank = SYMBOL._replace(excerpt="  \t", related=())
    assert (
        render_text(Report((FileReport("a.cu", "unchanged", concerns=(blank,)),)), excerpt=True).count("\n")
        == 1
    )


def test_colours_are_those_of_compilers() -> None:
    text = render_text(Report(REPORT.files[:2]), colour=True, excerpt=True)
    assert "\x1b[1msrc/a.cu:3:2:\x1b[0m \x1b[1;35mwarning\x1b[0m M012 use HIP_SYMBOL\n" in text
    assert "\x1b[1;32m^~~~~~~~~~~~~~~~~~\x1b[0m\n" in text
    assert "\x1b[1;31merror\x1b[0m W010" in text
    assert "\x1b[1;36mnote:\x1b[0m declared here" in text
    assert "\x1b[1msrc/b.cu:\x1b[0m \x1b[1;31merror\x1b[0m F001" in text


def test_a_message_of_several_lines_becomes_one() -> None:
    text = render_text(Report((FileReport("a.cu", "failed", reason="no\r\nspace\nleft"),)))
    assert text == "a.cu: error F001 no space left\n"


def test_text_says_whose_rule_speaks() -> None:
    own = SYMBOL._replace(related=(), origin="own/a\x1b.toml:2")
    assert render_text(Report((FileReport("a.cu", "unchanged", concerns=(own,)),))) == (
        "a.cu:3:2: warning M012 use HIP_SYMBOL [own/a\\x1b.toml:2]\n"
    )


def test_notes_are_told_to_those_who_ask() -> None:
    own, other = (SYMBOL._replace(rule=rule, related=()) for rule in ("N004", "N001"))
    noted = other._replace(rule="D023", severity="note")
    report = Report((FileReport("a.cu", "unchanged", concerns=(own, noted, other)),))
    for form, told in (
        (Form("check"), ["N001"]),
        (Form("check", notes=True), ["N001", "D023"]),
        (Form("check", verbose=True), ["N001", "N004", "D023"]),
    ):
        assert [line.split()[2] for line in render_text(report, shows=form.shows).splitlines()] == told
    assert len(render_text(report).splitlines()) == 3
