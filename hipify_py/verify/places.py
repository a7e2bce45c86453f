"""Where a line of the output stands in the original, and what was done and said there."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.report.model import Change, FileReport

NEAR = 3  # lines between a finding and an error that it foretold


class LineMap:
    """Gives for a line of the output that of the original, both from 1, by the line ends that edits moved.

    An edit counts for itself, without those that lie in what it keeps: its text shows the original there.
    """

    def __init__(self, changes: Iterable[Change]) -> None:
        """Take the edits of a file, in any order."""
        moved = ((one.end.line, one.after.count("\n") - one.before.count("\n")) for one in changes)
        self._originals: list[int] = []  # the last line of the original that an edit touches
        self._outputs: list[int] = []  # the last line of the output that comes of it
        self._shifts = [0]  # how far lines behind it have moved
        for line, by in sorted(pair for pair in moved if pair[1]):
            self._shifts.append(self._shifts[-1] + by)
            self._originals.append(line)
            self._outputs.append(max(line + self._shifts[-1], *self._outputs[-1:], 0))

    def original(self, line: int) -> int:
        """Give the line of the original that a line of the output came from, or was put beside."""
        at = bisect_left(self._outputs, line)
        known = line - self._shifts[at]
        return min(known, self._originals[at]) if at < len(self._originals) else known


def edits_at(file: FileReport, line: int) -> tuple[str, ...]:
    """Give the rules whose edits stand on a line of the original."""
    return _once(one.rule for one in file.changes if one.start.line <= line <= one.end.line)


def foretold_at(file: FileReport, line: int) -> tuple[str, ...]:
    """Give the rules whose warnings or errors stand within `NEAR` lines of a line of the original."""
    return _once(_near(file, line))


def _near(file: FileReport, line: int) -> Iterator[str]:
    for one in file.concerns:
        if one.severity == "note":
            continue
        spans = [(one.start.line, one.end.line), *((place.line, place.line) for place, _ in one.related)]
        if any(start - NEAR <= line <= end + NEAR for start, end in spans):
            yield one.rule


def _once(rules: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rules))
