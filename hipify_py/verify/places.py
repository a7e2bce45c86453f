"""Where a line of the output stands in the original, and what was done and said there."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hipify_py.report.model import Change, Concern, FileReport

QUOTED, WORD = re.compile(r"'([A-Za-z_]\w*)'"), re.compile(r"[A-Za-z_]\w*")
OF_VENDOR = re.compile(r"^(?:hip|cuda|cu|HIP|CUDA|CU)")
UNDECLARED = re.compile(r"use of undeclared identifier|unknown type name")
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


def original_column(file: FileReport, line: int, column: int) -> int:
    """Give the column in the original of one in the output, for a line of the original.

    In what an edit wrote it is that of the edit, but where the edit's text begins or ends like the original.
    Edits that go over several lines count for nothing.
    """
    shift = 0
    for one in sorted(file.changes, key=lambda one: one.start.offset):
        if not one.start.line == one.end.line == line or "\n" in one.after:
            continue
        if column <= one.start.column + shift:
            break
        if column < one.start.column + shift + len(one.after):
            return one.start.column + _within(one, column - one.start.column - shift)
        shift += len(one.after) - len(one.before)
    return max(column - shift, 1)


def _within(change: Change, at: int) -> int:
    """Give how far in the text before an edit a place stands that is `at` characters in the text after."""
    before, after = change.before, change.after
    if before[: at + 1] == after[: at + 1]:
        return at
    left = len(after) - at
    return len(before) - left if left <= len(before) and before[-left:] == after[-left:] else 0


def edits_at(file: FileReport, line: int) -> tuple[str, ...]:
    """Give the rules whose edits stand on a line of the original."""
    return _once(one.rule for one in file.changes if one.start.line <= line <= one.end.line)


def foretold_at(file: FileReport, line: int, far: int = NEAR) -> list[Concern]:
    """Give the warnings and errors within `far` lines of a line of the original, the nearest first."""
    near = ((_distance(one, line), number) for number, one in enumerate(file.concerns))
    return [file.concerns[number] for distance, number in sorted(near) if distance <= far]


def of_header(file: FileReport, line: int, header: str) -> list[Concern]:
    """Give what foretold that the header which a line includes is missing: it stands there, or names it."""
    near = ((_distance(one, line), one) for one in foretold_at(file, line))
    return [one for distance, one in near if distance == 0 or header in one.message]


def advice_for(near: Sequence[Concern], line: int, text: str) -> str:
    """Give what one of the findings near an error says of it, "" where none is about it.

    It speaks of a name in the error, as CUDA has it or HIP; or it stands on the line of an error that is not
    about a name which nothing declares: that is another's.
    """
    named = {_bare(word) for word in QUOTED.findall(text)}
    of_names = (one.message for one in near if named & {_bare(word) for word in WORD.findall(one.message)})
    there = (one.message for one in near if _distance(one, line) == 0 and not UNDECLARED.match(text))
    return next(of_names, "") or next(there, "")


def _bare(name: str) -> str:
    return OF_VENDOR.sub("", name)


def _distance(concern: Concern, line: int) -> int:
    """Give how many lines lie between a finding, or one of its further places, and a line."""
    if concern.severity == "note":
        return NEAR + 1
    starts = [at.line for at, _ in concern.related]
    ends = concern.last_lines if len(concern.last_lines) == len(starts) else starts
    spans = [(concern.start.line, concern.end.line), *zip(starts, ends, strict=True)]
    return min(max(start - line, line - end, 0) for start, end in spans)


def _once(rules: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rules))
