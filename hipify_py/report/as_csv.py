"""A report as CSV: a row for each place of a finding, for spreadsheets."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Final

from hipify_py.report.fingerprint import fingerprint
from hipify_py.report.novelty import by_place
from hipify_py.report.order import failure_id, files_of, in_order, reason_of
from hipify_py.report.places import counted_message
from hipify_py.report.rule_texts import explained
from hipify_py.report.terminal import harmless

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.report.form import Form
    from hipify_py.report.model import FileReport, Report

HEADINGS: Final = (
    "path",
    "line",
    "column",
    "end line",
    "end column",
    "severity",
    "rule",
    "name",
    "fails",
    "message",
    "known",
    "fingerprint",
    "explained by",
)
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would compute."""


def render_csv(report: Report, form: Form) -> str:
    """Write a heading, and a row for each place of a finding and for each file that failed.

    Lines end as RFC 4180 says. Findings that a baseline knows are in it, marked as known.
    """
    made = io.StringIO()
    writer = csv.writer(made)
    writer.writerow(HEADINGS)
    for file in files_of(report):
        writer.writerows([_cell(each) for each in row] for row in _rows(file, form))
    return made.getvalue()


def _rows(file: FileReport, form: Form) -> Iterator[tuple[str | int, ...]]:
    names, known = form.names or {}, set(map(id, file.known))
    if failure := failure_id(file):
        name = names.get(failure, "")
        yield (
            file.path,
            "",
            "",
            "",
            "",
            "error",
            failure,
            name,
            "never",
            reason_of(file),
            "no",
            "",
            explained(failure),
        )
    for one in in_order((*file.concerns, *file.known)):
        state = "yes" if id(one) in known else "no"
        for each in by_place(one):
            yield (
                file.path,
                *(each.start.line, each.start.column, each.end.line, each.end.column),
                one.severity,
                one.rule,
                names.get(one.rule, ""),
                one.fails,
                counted_message(each),
                state,
                fingerprint(each),
                explained(one.rule),
            )


def _cell(value: str | int) -> str | int:
    if isinstance(value, int):
        return value
    text = harmless(" ".join(value.splitlines()))
    return f"'{text}" if text.startswith(FORMULA) else text
