"""What is left to do with lines."""

from __future__ import annotations

from collections import Counter

from helpers.reports import REPORT, change, concern

from hipify_py.model import Place
from hipify_py.report.effort import effort_of, lines_by_effort
from hipify_py.report.model import FileReport, Report
from hipify_py.report.summary import summarise

SOURCE = "a b c d\ne f\ng h\ni j\nk\n"


def on(line: int) -> Place:
    return Place(line, 1, 100 * line)


def test_a_finding_is_to_be_reviewed_where_its_lines_are_edited() -> None:
    over = concern(SOURCE, "f\ng")  # lines 2 and 3
    assert [effort_of(over, edited) for edited in ([], [1], [2], [3], [4], [1, 4])] == [
        "decide",
        "decide",
        "review",
        "review",
        "decide",
        "decide",
    ]


def test_what_hip_has_not_is_so_edited_or_not() -> None:
    for rule, severity, effort in (
        ("N001", "error", "none"),
        ("N005", "error", "none"),
        ("D007", "error", "none"),
        ("D007", "warning", "review"),
        ("M069", "error", "review"),
        ("N001", "note", None),
    ):
        assert effort_of(concern(SOURCE, "a", severity, rule), [1]) == effort  # type: ignore[arg-type]


def test_a_line_counts_once_as_what_asks_most() -> None:
    found = (
        concern(SOURCE, "a"),
        concern(SOURCE, "b", "error", "N001"),
        concern(SOURCE, "e"),
        concern(SOURCE, "g", "note"),
        concern(SOURCE, "i"),
    )
    edits = tuple(change()._replace(start=on(line), end=on(line)) for line in (1, 1, 2, 3, 5))
    file = FileReport("a.cu", "converted", changes=edits, concerns=found)
    assert lines_by_effort(file) == Counter(none=1, review=1, automatic=2, decide=1)


def test_what_is_not_automatic_are_the_lines_to_look_at() -> None:
    for files in (REPORT.files, (FileReport("a.cu", "unchanged", concerns=(concern(SOURCE, "k"),)),)):
        counts = sum((lines_by_effort(file) for file in files), Counter[str]())
        assert counts.total() - counts["automatic"] == summarise(Report(files)).lines
