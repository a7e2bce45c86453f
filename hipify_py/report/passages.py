"""The lines of a file around its edits and findings, before and after: for reports that show both sides."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from hipify_py.model import Lines
from hipify_py.report.diff import changes_between
from hipify_py.report.model import Passage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.report.diff import Change

AROUND: Final = 3  # lines on either side
MOST: Final = 5000  # lines of a file that are shown
LONGEST: Final = 500  # characters of a line that are shown
CUT: Final = "…"


def passages(
    before: bytes, after: bytes, about: Iterable[tuple[int, int]]
) -> tuple[tuple[Passage, ...], int]:
    """Give the lines that differ, and those that somebody speaks about, with some lines around them.

    `about` are first and last lines of the source, from 1. Beside the passages stands how many lines of them
    a limit leaves out. Bytes that are not UTF-8 show as U+FFFD, line ends are left out.
    """
    old, new = _lines(before), _lines(after)
    made: list[Passage] = []
    room, left_out, moved = MOST, 0, 0
    todo = deque(changes_between(old, new) if before != after else ())
    for start, end in _ranges([*((c[0], c[1]) for c in todo), *((a - 1, b) for a, b in about)], len(old)):
        here = []
        while todo and todo[0][1] <= end:
            here.append(todo.popleft())
        lines = [*_signed(old, new, start, end, here)]
        if room:
            made.append(Passage(start + 1, start + moved + 1, tuple(map(_shown, lines[:room]))))
        left_out += max(0, len(lines) - room)
        room = max(0, room - len(lines))
        moved += sum((c[3] - c[2]) - (c[1] - c[0]) for c in here)
    return tuple(made), left_out


def _lines(text: bytes) -> list[bytes]:
    """Cut a text into lines with their ends, where `Lines` counts them."""
    starts = Lines(text).starts
    return [text[a:b] for a, b in zip(starts, [*starts[1:], len(text)], strict=True) if a < b]


def _ranges(wanted: Iterable[tuple[int, int]], size: int) -> Iterator[tuple[int, int]]:
    """Put ranges of lines together that meet once the lines around them are added."""
    start, end = -1, -1
    for a, b in sorted(wanted):
        first, last = max(0, min(a, size) - AROUND), min(size, b + AROUND)
        if start >= 0 and first <= end:
            end = max(end, last)
            continue
        if start >= 0:
            yield start, end
        start, end = first, last
    if start >= 0:
        yield start, end


def _signed(
    old: list[bytes], new: list[bytes], start: int, end: int, here: Iterable[Change]
) -> Iterator[tuple[str, bytes]]:
    for a, b, c, d in here:
        yield from ((" ", line) for line in old[start:a])
        yield from (("-", line) for line in old[a:b])
        yield from (("+", line) for line in new[c:d])
        start = b
    yield from ((" ", line) for line in old[start:end])


def _shown(line: tuple[str, bytes]) -> str:
    text = line[1].rstrip(b"\r\n").decode("utf-8", "replace")
    return line[0] + (text if len(text) <= LONGEST else text[:LONGEST] + CUT)
