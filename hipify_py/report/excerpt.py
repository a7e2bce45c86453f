"""One line of source with an underline below it, aligned whatever the line holds."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import Final, NamedTuple

from hipify_py.report.terminal import TAB, Cell, cell

CUT: Final = "…"
NARROWEST: Final = 20  # columns; room for both cuts, some context and the widest escape


class Excerpt(NamedTuple):
    """A line as it is shown, and the caret and tildes that go below it."""

    line: str
    underline: str


def excerpt(line: str, start: int, end: int, width: int) -> Excerpt:
    """Show `line` in at most `width` columns with the characters `start <= i < end` (from 0) underlined.

    A long line is cut on either side, with `…` where something is missing. An empty span gets a caret,
    also where it lies past the end of the line.
    """
    width = max(width, NARROWEST)
    start = min(start, len(line))
    line += " " * (start == len(line))  # a place for the caret
    low, high = max(0, start - 2 * width), start + 2 * width  # bounds the work on a line of megabytes
    cells = _cells(line[low:high])
    edges = [0, *accumulate(one.width for one in cells)]
    first, last = start - low, max(start + 1, min(end, len(line), high)) - low
    left = _left(edges, first, last, width) if low == 0 else _scrolled(edges, first, width)
    cut_left = low + left > 0
    right = _right(edges, left, width - cut_left, ends=high >= len(line))
    cut_right = low + right < len(line)
    shown = "".join(one.text for one in cells[left:right])
    below = edges[min(last, right)] - edges[first]
    return Excerpt(
        (CUT * cut_left + shown + CUT * cut_right).rstrip(" "),
        " " * (cut_left + edges[first] - edges[left]) + "^" + "~" * (below - 1),
    )


def _cells(text: str) -> list[Cell]:
    cells, column = [], 0
    for at, char in enumerate(text):
        if char == "\t":
            one = Cell(" " * (TAB - column % TAB), TAB - column % TAB)
        elif char == "\ufeff" and at == 0:  # the byte order mark of the file
            one = Cell("", 0)
        else:
            one = cell(char)
        cells.append(one)
        column += one.width
    return cells


def _left(edges: list[int], first: int, last: int, width: int) -> int:
    """Find the first character to show: that of the line where the underlined text then fits."""
    if edges[-1] <= width or edges[last] < width:
        return 0
    return _scrolled(edges, first, width)


def _scrolled(edges: list[int], first: int, width: int) -> int:
    """Find the first character to show so that some context stays on the left and the room is used."""
    wanted = min(edges[first] - width // 4, edges[-1] - (width - 1))
    left = bisect_left(edges, wanted)
    while left < first and edges[left] == edges[left + 1]:  # a mark whose letter is cut off
        left += 1
    return left


def _right(edges: list[int], left: int, room: int, *, ends: bool) -> int:
    """Find the character before which to stop; `ends` when the last edge is the end of the line."""
    if ends and edges[-1] - edges[left] <= room:
        return len(edges) - 1
    return bisect_right(edges, edges[left] + room - 1) - 1
