"""Conditions on numbers that HIP has not whose sides all come out as the same code: nothing hangs on them.

So it is where nvcc's version chose between `__shfl_down_sync` and `__shfl_down`, and both become one call.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

from hipify_py.edits import unfolded
from hipify_py.lazy import re
from hipify_py.resolve.dead_branches import closed_chains
from hipify_py.source.conditions import inside, pieces

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.model import Edit, Finding, Span
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

ABOUT = frozenset({"M001", "M003"})
# What is a text of its own stays as it is; blanks elsewhere mean no more than that there are some.
BLANKS = re.compile(rb"(\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+')|\s++")
GROWTH = 4  # times the file's length that is rendered in all
BY_PLACE = re.compile(rb"\b__(?:LINE|COUNTER)__\b")  # differs wherever it stands


def without_like_sides(unit: Unit, findings: Sequence[Finding], edits: Sequence[Edit]) -> list[Finding]:
    """Leave out what is said of a condition all sides of which are one code but for blanks and comments.

    `edits` are those that apply, in order. What a compiler refuses is said, whatever leads to it.
    """
    asked = sorted(one.span.start for one in findings if _may_be_idle(one))
    if not asked:
        return [*findings]
    made = _Rendered(unit, edits)
    idle = sorted(span for chain in closed_chains(unit) for span in _idle(chain, asked, made))
    return [one for one in findings if not (_may_be_idle(one) and inside(idle, one.span.start))]


def _may_be_idle(one: Finding) -> bool:
    return one.rule in ABOUT and one.fails != "compile"


def _idle(chain: Sequence[Directive], asked: Sequence[int], made: _Rendered) -> Iterator[Span]:
    """Give the conditions of a chain if no choice between its sides makes a difference."""
    conditions = [one.span for one in chain[:-2]]
    if chain[-2].name != b"else" or not any(_holds_any(one, asked) for one in conditions):
        return
    sides = map(made.text, pieces(chain))
    first = next(sides)
    if first and not BY_PLACE.search(first) and all(one == first for one in sides):
        yield from conditions


def _holds_any(span: Span, places: Sequence[int]) -> bool:
    first = bisect_left(places, span.start)
    return first < len(places) and places[first] < span.end


class _Rendered:
    """A source as edits make it, asked for piece by piece."""

    def __init__(self, unit: Unit, edits: Sequence[Edit]) -> None:
        self._code = unit.uncommented
        self._edits = edits
        self._room = GROWTH * len(self._code)
        self._starts = [edit.span.start for edit in edits]
        self._ends = [*accumulate((edit.span.end for edit in edits), max, initial=0)]

    def text(self, span: Span) -> bytes | None:
        """Give what a piece comes to, without comments; None where an edit reaches over one of its ends.

        So too where chains within chains have had the file rendered too often.
        """
        self._room -= span.end - span.start
        if self._room < 0:
            return None
        first = bisect_left(self._starts, span.start)
        last = bisect_right(self._starts, span.end, first)
        inner = self._edits[first:last]
        if self._ends[first] > span.start or any(edit.span.end > span.end for edit in inner):
            return None
        parts = unfolded(span, inner)
        made = b"".join(part if isinstance(part, bytes) else self._code[slice(*part)] for part in parts)
        blank = b"\n" if b"#" in made else b" "  # a directive ends with its line
        return BLANKS.sub(
            lambda one: one[1] or (blank if b"\n" in one[0] else b" "), b" " + made + b" "
        ).strip()
