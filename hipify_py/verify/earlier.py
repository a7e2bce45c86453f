"""What an earlier conversion said of files, brought to their lines as they stand now.

A finding of a place that was left as it is, or changed, is not made again in what was written. The line on
which it stood is worked out by the edits of the report; where that line is another one by now, it is the one
line of the file that reads so. What stands nowhere any more is left out.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

from hipify_py.model import HipifyError, Lines, Place
from hipify_py.report.from_json import read_report
from hipify_py.verify.as_report import BROKEN, ERROR, HEADER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.report.model import Change, Concern, FileReport, Report

CUT = "…"
OF_COMPILERS = frozenset((ERROR, HEADER, BROKEN))


def with_earlier(report: Report, path: str) -> Report:
    """Give a report with what the one of an earlier conversion, kept as JSON, says of the same files.

    The files are those that the conversion wrote; paths count from the current folder, as they did then.
    Raises `HipifyError` where that report cannot be read, or speaks of none of the files.
    """
    written = {os.path.realpath(one.target): one for one in read_report(path).report.files if one.target}
    known = [(one, written.get(os.path.realpath(one.path))) for one in report.files]
    if not any(before for _, before in known):
        text = (
            f"{path}: that conversion wrote none of these files; name the report of the one that did"
            " (convert -o DIR --report json:FILE), and start in the same folder"
        )
        raise HipifyError(text)
    return report._replace(files=tuple(_both(one, before) if before else one for one, before in known))


def _both(now: FileReport, before: FileReport) -> FileReport:
    """Give a file with the findings of both conversions, each once."""
    try:
        with open(now.path, "rb") as file:
            lines = Lines(file.read())
    except OSError:  # said where the file itself is read
        return now
    made = {(one.rule, one.start.line) for one in now.concerns}
    more = [one for one in _moved(before, lines) if (one.rule, one.start.line) not in made]
    return now._replace(concerns=tuple(sorted((*now.concerns, *more), key=lambda one: one.start)))


def _moved(before: FileReport, lines: Lines) -> Iterator[Concern]:
    """Give the findings of a file at the lines of what was written."""
    shifts = _Shifts(before.changes)
    texts = [lines.text(line) for line in range(1, len(lines.starts) + 1)]
    places: dict[str, int] = {}
    for line, text in enumerate(texts, 1):
        places[text] = 0 if text in places else line
    inner = _on_lines(before.changes)
    for one in before.concerns:
        if one.rule in OF_COMPILERS:
            continue
        meant = one.start.line + shifts.at(one.start)
        reads = _text(one, inner.get(one.start.line, ()))
        fits = reads is None or (meant <= len(texts) and texts[meant - 1] == reads)
        line = meant if fits else places.get(reads or "", 0)
        if 0 < line <= len(texts):
            by = line - meant
            yield one._replace(
                start=_at(one.start, shifts.at(one.start) + by),
                end=_at(one.end, shifts.at(one.end) + by),
                related=tuple((_at(at, shifts.at(at) + by), said) for at, said in one.related),
                last_lines=(),
            )


def _at(place: Place, by: int) -> Place:
    return place._replace(line=max(place.line + by, 1))


class _Shifts:
    """How many lines a place of the original moved down, by the edits that end before it."""

    def __init__(self, changes: Sequence[Change]) -> None:
        moved = sorted((one.end.offset, one.after.count("\n") - one.before.count("\n")) for one in changes)
        self._ends = [end for end, _ in moved]
        self._sums = [0, *accumulate(by for _, by in moved)]

    def at(self, place: Place) -> int:
        return self._sums[bisect_right(self._ends, place.offset)]


def _on_lines(changes: Sequence[Change]) -> dict[int, list[Change]]:
    """Give the edits by the lines on which they begin or end, in order."""
    found: dict[int, list[Change]] = {}
    for one in sorted(changes, key=lambda one: (one.start.offset, one.end.offset)):
        for line in {one.start.line, one.end.line}:
            found.setdefault(line, []).append(one)
    return found


def _text(concern: Concern, changes: Sequence[Change]) -> str | None:
    """Give how the line of a finding reads once it is converted; None where the report does not tell."""
    old, made, done, at = concern.excerpt, "", 0, None
    if CUT in old:
        return None
    for one in changes:
        start, end = one.start.column - 1, one.end.column - 1
        if one.start.line != one.end.line or start < done or end > len(old):
            return None  # over several lines, or one within another
        made += old[done:start]
        if at is None and one.end.offset > concern.start.offset:
            at = len(made)
        made, done = made + one.after, end
    at = len(made) if at is None else at
    made += old[done:]
    return made[:at].rpartition("\n")[2] + made[at:].partition("\n")[0]
