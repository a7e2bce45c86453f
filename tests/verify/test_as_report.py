"""What a compiler said as findings of a report: where they stand, how severe they are, what they say."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.matches import RULES
from helpers.verdicts import FIRST, HEADER, VERDICT

from hipify_py.model import Place
from hipify_py.report.form import Form
from hipify_py.report.formats import FORMATS
from hipify_py.report.model import Concern, FileReport, Report
from hipify_py.verify.as_report import report_of, with_errors
from hipify_py.verify.model import UnitReport

OLDER = Concern("N001", "error", "compile", "no such name", Place(3, 1, 20), Place(3, 4, 23), "abc")


def said(report: Report) -> list[tuple[str, str, str, int, int, str]]:
    return [
        (file.path, one.rule, one.severity, one.start.line, one.start.column, one.message)
        for file in report.files
        for one in file.concerns
    ]


def test_each_error_is_a_finding_at_its_line() -> None:
    assert said(report_of(VERDICT, RULES)) == [
        (
            "src/a.cu", "C001", "error", 8, 5,
            f"{FIRST.text} for gfx90a, host (foretold by L064); pass a handle",
        ),
        ("src/b.cu", "C001", "error", 1, 1, "undefined hidden symbol: f(int) for gfx90a (not foretold)"),
        (
            "src/b.cu", "C001", "error", 12, 5,
            f"{FIRST.text} for gfx90a, host (not foretold); pass a handle",
        ),
        (
            "src/d.cu", "C002", "warning", 2, 10,
            "'mpi.h' is neither here nor HIP's: install it, or name its folder by -I behind --",
        ),
        ("src/e.cu", "C003", "error", 1, 1, "the compiler crashes on this unit: ended by signal 11"),
    ]  # fmt: skip


def test_a_unit_that_compiles_is_a_file_without_findings() -> None:
    files = {one.path: one for one in report_of(VERDICT, RULES).files}
    assert sorted(files) == ["src/a.cu", "src/b.cu", "src/c.cu", "src/d.cu", "src/e.cu"]
    assert files["src/c.cu"] == FileReport("src/c.cu", "unchanged")


def test_an_error_of_a_header_is_told_once_with_all_sides() -> None:
    one, other = FIRST._replace(path="h.cuh"), FIRST._replace(path="h.cuh", sides=("gfx1100",))
    units = UnitReport("a.cu", "fails", (one,)), UnitReport("b.cu", "fails", (other,))
    report = report_of(VERDICT._replace(units=units), RULES)
    assert [(path, message.split(" for ")[2]) for path, *_, message in said(report)] == [
        ("h.cuh", "gfx90a, host, gfx1100 (foretold by L064); pass a handle")
    ]


def test_the_lines_of_files_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "a.cu"
    path.write_bytes("\n/*ä*/ f();\r\n".encode())
    unit = UnitReport(str(path), "fails", (FIRST._replace(path=str(path), line=2, column=7),))
    (file,) = report_of(VERDICT._replace(units=(unit,)), RULES).files
    (concern,) = file.concerns
    assert (concern.start, concern.excerpt) == (Place(2, 7, 8), "/*ä*/ f();")


def test_what_was_converted_in_its_place_is_not_shown(tmp_path: Path) -> None:
    path = tmp_path / "a.cu"
    path.write_bytes(b"what came out\n")
    unit = UnitReport(str(path), "fails", (FIRST._replace(path=str(path), line=1),))
    report = Report((FileReport(str(path), "converted", target=str(path)),))
    (file,) = with_errors(report, VERDICT._replace(units=(unit,)), RULES).files
    assert (file.status, [one.excerpt for one in file.concerns]) == ("converted", [""])


def test_findings_of_the_conversion_stay_in_the_order_of_lines() -> None:
    report = Report((FileReport("src/a.cu", "converted", concerns=(OLDER,)), FileReport("z.cu", "unchanged")))
    units = (UnitReport("src/a.cu", "fails", (FIRST,)), UnitReport("src/d.cu", "needs", (HEADER,)))
    whole = with_errors(report, VERDICT._replace(units=units), RULES)
    assert [(path, rule, line) for path, rule, _, line, *_ in said(whole)] == [
        ("src/a.cu", "N001", 3),
        ("src/a.cu", "C001", 8),
        ("src/d.cu", "C002", 2),
    ]
    assert [one.path for one in whole.files] == ["src/a.cu", "src/d.cu", "z.cu"]


@pytest.mark.parametrize("style", FORMATS)
def test_each_format_shows_it(style: str) -> None:
    names = {key: rule.name for key, rule in RULES.by_id.items()}
    text = FORMATS[style].render(report_of(VERDICT, RULES), Form("check", 1, names, rules=RULES))
    assert "hipblasSgemv" in text
    assert "C001" in text
