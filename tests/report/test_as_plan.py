"""The report as a plan: findings by their cause, each with its first places."""

from __future__ import annotations

import pytest
from helpers.reports import EMPTY, NAMES, REPORT, SGR, SYMBOL, concern, hostile_report

from hipify_py.model import Place
from hipify_py.report.as_plan import MOST, render_plan
from hipify_py.report.form import Form
from hipify_py.report.formats import FEW, FORMATS
from hipify_py.report.model import FileReport, Report

FORM = Form("check", 1, NAMES, group_by="cause", width=80)
PLAN = """\
src/b.cu: error F001 cannot be read: check its permissions
src/c.cu: error F002 KeyError: 'x'

Errors, the HIP compiler refuses it: 1 cause in 1 place
     1  W010  spans 64 lanes
              src/a.cu:4:4

Warnings, the HIP compiler refuses it: 1 cause in 1 place
     1  M012  use HIP_SYMBOL
              src/a.cu:3:2
"""
NOTES = """
Notes, the HIP compiler refuses it: 1 cause in 1 place
     1  N001  look here
              src/a.cu:2:1
"""


def test_a_plan_has_the_worst_first_and_notes_for_those_who_ask() -> None:
    assert render_plan(REPORT, FORM) == PLAN
    assert render_plan(REPORT, FORM._replace(notes=True)) == PLAN + NOTES
    assert render_plan(REPORT, FORM._replace(verbose=True)) == PLAN + NOTES
    assert render_plan(EMPTY, FORM) == ""


def test_details_show_every_place_with_its_line() -> None:
    said = render_plan(Report(REPORT.files[:1]), FORM._replace(details=True))
    assert said.splitlines()[-5:] == [
        "     1  M012  use HIP_SYMBOL",
        "src/a.cu:3:2:",
        "    3 |     cudaMemcpyToSymbol(c, h, n);",
        "      |     ^~~~~~~~~~~~~~~~~~",
        "  src/a.cu:1:18: note: declared here",
    ]


def many(count: int, path: str = "a.cu", **changed: str) -> FileReport:
    """Give a file with findings about names, one a line."""
    names = [f"cudaName{number}" for number in range(count)]
    found = [concern(f"{name}();", name, "error", "N001", f"{name} is not in ROCm") for name in names]
    placed = [
        one._replace(start=one.start._replace(line=at), end=one.end._replace(line=at), **changed)  # type: ignore[arg-type]
        for at, one in enumerate(found, 1)
    ]
    return FileReport(path, "unchanged", concerns=tuple(placed))


def test_many_places_and_names_of_one_cause_are_counted() -> None:
    report = Report((many(6, "src/one.cu"), many(6, "src/two.cu")))
    assert render_plan(report, FORM).splitlines() == [
        "Errors, the HIP compiler refuses it: 1 cause in 12 places",
        "    12  N001  cudaName0 is not in ROCm",
        "              also cudaName1, cudaName2, cudaName3, cudaName4 and 1 more",
        "              src/one.cu:1:1, 2:1, 3:1 and 9 more, in 2 files",
    ]
    details = render_plan(report, FORM._replace(details=True)).splitlines()
    assert sum(line.startswith("src/") for line in details) == 12
    assert "src/two.cu:6:1: cudaName5 is not in ROCm" in details


def test_the_rest_of_a_section_is_counted_by_rule_and_no_section_is_left_out() -> None:
    found = tuple(SYMBOL._replace(message=f"cause {number}", related=()) for number in range(MOST + 5))
    silent = SYMBOL._replace(fails="silent", rule="W010")
    report = Report((FileReport("a.cu", "unchanged", concerns=(*found, silent)),))
    lines = render_plan(report, FORM).splitlines()
    assert lines[0] == f"Warnings, the HIP compiler refuses it: {MOST + 5} causes in {MOST + 5} places"
    assert "        and 5 causes in 5 places, all of them with --details: M012 (5)" in lines
    assert "Warnings, a wrong result without a word: 1 cause in 1 place" in lines
    whole = render_plan(report, FORM._replace(details=True))
    assert sum("  M012  cause" in line for line in whole.splitlines()) == MOST + 5


@pytest.mark.parametrize("width", [60, 80, 120])
def test_lines_fit_but_for_a_path_that_does_not(width: int) -> None:
    long = SYMBOL._replace(message="a message of some length " * 9, related=())
    report = Report((many(9, "x/" * 12 + "a.cu"), FileReport("b/" * 70, "converted", concerns=(long,))))
    lines = render_plan(report, FORM._replace(width=width)).splitlines()
    assert [line for line in lines if len(line) > width] == [f"{'b/' * 70}:3:2"]


def test_a_path_that_fits_alone_begins_further_left() -> None:
    found = SYMBOL._replace(related=())
    report = Report((FileReport("b" * 70 + ".cu", "unchanged", concerns=(found,)),))
    assert render_plan(report, FORM).splitlines()[-1] == f"   {'b' * 70}.cu:3:2"


@pytest.mark.parametrize("width", [60, 80, 120])
def test_lines_of_details_fit_too(width: int) -> None:
    messages = [f"cudaName{number} is what a message of some length is about" * 3 for number in range(3)]
    related = ((SYMBOL.start, "and here, as a note of some length says " * 4),)
    found = tuple(SYMBOL._replace(message=each, related=related) for each in messages)
    report = Report((FileReport("src/folder/one.cu", "unchanged", concerns=found),))
    lines = render_plan(report, FORM._replace(details=True, width=width)).splitlines()
    assert [line for line in lines if len(line) > width] == []
    assert lines.count("  src/folder/one.cu:3:2: note:") == 3


def test_colour_changes_nothing_else() -> None:
    for form in (FORM, FORM._replace(details=True, notes=True)):
        coloured = render_plan(REPORT, form._replace(colour=True))
        assert "\x1b[1;31mW010\x1b[0m" in coloured
        assert SGR.sub("", coloured) == render_plan(REPORT, form)


def test_nothing_that_a_terminal_obeys_gets_through() -> None:
    for form in (FORM, FORM._replace(details=True)):
        made = render_plan(hostile_report(), form)
        assert [line for line in made.split("\n") if not line.isprintable()] == []


# --- which form a text takes --------------------------------------------------------------------------------

PIPE = Form("check", 1, NAMES)
TERMINAL = PIPE._replace(excerpt=True, width=80)


def by_cause(form: Form, count: int = FEW + 1) -> bool:
    made = FORMATS["text"].render(Report((many(count),)), form)
    return f"{count:6}  N001  " in made


def test_a_terminal_with_many_findings_gets_a_plan() -> None:
    assert by_cause(TERMINAL)
    assert not by_cause(TERMINAL, FEW)
    assert by_cause(TERMINAL._replace(group_by="cause"), 2)
    assert not by_cause(TERMINAL._replace(group_by="file"))


def test_programs_and_hooks_get_a_line_a_finding() -> None:
    assert not by_cause(PIPE)
    assert not by_cause(TERMINAL._replace(quiet=True))
    assert by_cause(PIPE._replace(group_by="cause"))
    made = FORMATS["text"].render(Report((many(9),)), TERMINAL._replace(quiet=True, group_by="cause"))
    assert made.startswith("Errors, ")
    assert "Findings" not in made


def test_names_of_the_programs_own_do_not_count_as_many() -> None:
    report = Report((many(9, rule="N004", severity="note"),))
    assert FORMATS["text"].render(report, TERMINAL).startswith("Files\n")
    assert FORMATS["text"].render(report, TERMINAL._replace(verbose=True)).startswith("Notes, ")


def test_details_show_lines_of_source_in_a_pipe_too() -> None:
    made = FORMATS["text"].render(REPORT, PIPE._replace(details=True, quiet=True))
    assert "    3 |     cudaMemcpyToSymbol(c, h, n);\n" in made


def test_a_plan_ends_with_a_brief_summary() -> None:
    made = FORMATS["text"].render(Report((many(9),)), TERMINAL)
    assert made.endswith(
        "\n\nFiles     1 seen: 0 would be converted, 1 unchanged\n"
        "Findings  9 errors, 0 warnings\n\n"
        "9 lines to look at: they carry warnings or errors.\n"
        "1 cause, 1 stops the build. The worst, in 9 places:\n"
        "  hipify-py explain N001\n"
    )


def test_a_place_without_a_line_is_shown_too() -> None:
    bare = SYMBOL._replace(excerpt="", start=Place(1, 1, 0), end=Place(1, 1, 0), related=())
    report = Report((FileReport("a.cu", "unchanged", concerns=(bare,)),))
    assert render_plan(report, FORM._replace(details=True)).splitlines()[-1] == "a.cu:1:1:"
