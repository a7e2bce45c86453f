"""What changed between two reports: which findings are gone, and which are new."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.report.novelty import known_by, parted
from hipify_py.report.order import badness, files_of, in_order, is_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.model import Severity
    from hipify_py.report.model import Concern, FileReport, Report

Found = tuple[str, "Concern"]
"""A finding with the path of its file."""


class Row(NamedTuple):
    """One rule: how often it was and is reported, and how many of its findings are gone and new.

    `name` is the rule's short name, where known, and `severity` that of now, where it is reported now.
    """

    rule: str
    name: str
    severity: Severity
    before: int
    now: int
    gone: int
    new: int


class Comparison(NamedTuple):
    """What changed: a row a rule, the worst first, and the findings in path and source order."""

    rows: tuple[Row, ...]
    gone: tuple[Found, ...]
    new: tuple[Found, ...]
    files: tuple[Mapping[str, int], Mapping[str, int]]


def compare(old: Report, new: Report, names: Mapping[str, str]) -> Comparison:
    """Compare two reports of the same tree; what a baseline knows counts as found in both.

    A finding is the same where rule, path and fingerprint are: code may have moved in its file.
    """
    before, now = ({file.path: file for file in report.files} for report in (old, new))
    gone = [one for file in files_of(old) for one in _beyond(file, now.get(file.path))]
    added = [one for file in files_of(new) for one in _beyond(file, before.get(file.path))]
    rows = _rows([*_all(old)], [*_all(new)], gone, added, names)
    counts = Counter(_status(old)), Counter(_status(new))
    return Comparison(tuple(rows), tuple(gone), tuple(added), counts)


def _all(report: Report) -> Iterator[Found]:
    for file in report.files:
        yield from ((file.path, one) for one in (*file.concerns, *file.known))


def _status(report: Report) -> Iterator[str]:
    yield from (file.status for file in report.files if not is_folder(file))


def _beyond(file: FileReport, other: FileReport | None) -> Iterator[Found]:
    """Give the findings of a file that the same file of the other report has not, or not as often."""
    there = (*other.concerns, *other.known) if other else ()
    left = Counter[tuple[str, str]]()
    for one in there:
        left.update(known_by(one))
    for one in in_order((*file.concerns, *file.known)):
        new, _ = parted(one, left)
        if new:
            yield file.path, new


def _rows(
    before: list[Found], now: list[Found], gone: list[Found], new: list[Found], names: Mapping[str, str]
) -> list[Row]:
    severities = {one.rule: one.severity for _, one in (*before, *now)}
    counts = [Counter(one.rule for _, one in some) for some in (before, now, gone, new)]
    rows = [
        Row(rule, names.get(rule, ""), severity, *(count[rule] for count in counts))
        for rule, severity in severities.items()
    ]
    return sorted(rows, key=lambda row: (badness(row.severity), -row.now, row.rule))
