"""Make one conversion of two, the second of what the first one gave.

Where the grammar loses its way, code may be read better once some of it is converted. Then a second
conversion finds more to do, which must not be left to the next run.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.edits import render, unfolded
from hipify_py.model import Edit, Related, Result, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hipify_py.edits import Part
    from hipify_py.model import Finding


class Group(NamedTuple):
    """An edit with those inside it, and where in the text between the conversions it is or was made."""

    between: Span
    edits: tuple[Edit, ...]
    second: bool


def compose(first: Result, second: Result) -> Result:
    """Give the conversion of `first.source` to `second.output`; `second.source` is `first.output`.

    Edits of the first that no other touches stay as they are, with those inside them; the others become one
    with those that touch them. A finding of the second is given where the first has none of its rule.
    """
    text = _Between(first)
    edits: list[Edit] = []
    for touching in _touching([*text.groups, *_groups(second.edits)]):
        if any(one.second for one in touching):
            edits.append(text.joined(touching))
        else:
            edits += [edit for one in touching for edit in one.edits]
    findings = [*first.findings]
    known = {(one.rule, one.span.start) for one in findings}
    unread = any(one.rule == "P001" for one in findings)  # which speaks for a whole file
    for one in second.findings:
        moved = text.moved(one)
        if (moved.rule, moved.span.start) not in known and not (unread and one.rule == "P001"):
            findings.append(moved)
    findings.sort(key=lambda one: (one.span, one.rule, one.message))
    hushed = first.suppressed or tuple(
        one._replace(span=text.original(one.span)) for one in second.suppressed
    )
    output = render(first.source, edits)
    return Result(first.source, output, tuple(edits), tuple(findings), hushed)


class _Between:
    """The output of a conversion, and what in its source each stretch of it comes from."""

    def __init__(self, first: Result) -> None:
        self.parts = list(unfolded(Span(0, len(first.source)), first.edits))
        self.starts = [0, *accumulate(map(_size, self.parts))]
        self.groups: list[Group] = []
        self.shifts = [0]  # from the source to the output, before each group and behind the last
        for one in _groups(first.edits):
            start, end = one.between
            size = sum(map(_size, unfolded(one.between, one.edits)))
            at = start + self.shifts[-1]
            self.groups.append(Group(Span(at, at + size), one.edits, second=False))
            self.shifts.append(self.shifts[-1] + size - (end - start))
        self.opens = [one.between.start for one in self.groups]
        self.closes = [one.between.end for one in self.groups]

    def joined(self, touching: Sequence[Group]) -> Edit:
        """Make one edit of those of both conversions that touch each other."""
        span = Span(touching[0].between.start, max(one.between.end for one in touching))
        later = [edit for one in touching if one.second for edit in one.edits]
        parts: list[Part] = []
        for part in unfolded(span, later):
            parts += self._kept(part) if isinstance(part, Span) else [part]
        all_edits = [*later, *(edit for one in touching if not one.second for edit in one.edits)]
        named = next((edit for edit in all_edits if edit.kind == "own-include"), all_edits[0])
        return named._replace(span=self.original(span), parts=tuple(part for part in parts if _size(part)))

    def moved(self, one: Finding) -> Finding:
        """Give a finding about the output with its places in the source."""
        related = tuple(Related(self.place(other.span), other.message) for other in one.related)
        return one._replace(span=self.place(one.span), related=related)

    def place(self, span: Span) -> Span:
        """Give the piece of the source that a stretch of the output is, or what stands for it there."""
        parts = [part for part in self._kept(span) if _size(part)]
        return parts[0] if len(parts) == 1 and isinstance(parts[0], Span) else self.original(span)

    def original(self, span: Span) -> Span:
        """Give the part of the source that a stretch of the output stands for; edits count as wholes."""
        start, end = span
        around = bisect_right(self.opens, start) - 1
        if around >= 0 and self.closes[around] > start:
            start = self.opens[around]
        around = bisect_left(self.opens, end) - 1
        if around >= 0 and self.closes[around] > end:
            end = self.closes[around]
        before, behind = bisect_left(self.closes, start), bisect_right(self.closes, end)
        return Span(start - self.shifts[before], max(end - self.shifts[behind], start - self.shifts[before]))

    def _kept(self, span: Span) -> Iterator[Part]:
        """Give what a stretch of the output is made of: pieces of the source, and bytes that are new."""
        for at in range(bisect_right(self.starts, span.start) - 1, len(self.parts)):
            low, high = max(span.start - self.starts[at], 0), span.end - self.starts[at]
            if high <= 0:
                return
            part = self.parts[at]
            if isinstance(part, bytes):
                yield part[low:high]
            else:
                yield Span(part.start + low, max(min(part.start + high, part.end), part.start + low))


def _size(part: Part) -> int:
    return len(part) if isinstance(part, bytes) else part.end - part.start


def _groups(edits: Iterable[Edit]) -> Iterator[Group]:
    """Give edits, as `settle` returns them, each with those inside it."""
    inside: list[Edit] = []
    for edit in edits:
        if inside and edit.span.start >= inside[0].span.end and edit.span != inside[0].span:
            yield Group(inside[0].span, tuple(inside), second=True)
            inside = []
        inside.append(edit)
    if inside:
        yield Group(inside[0].span, tuple(inside), second=True)


def _touching(groups: list[Group]) -> Iterator[list[Group]]:
    """Give groups that touch each other together, in order."""
    touching: list[Group] = []
    end = -1
    for one in sorted(groups, key=lambda one: (one.between, one.second)):
        if touching and one.between.start > end:
            yield touching
            touching = []
        touching.append(one)
        end = max(end, one.between.end) if len(touching) > 1 else one.between.end
    if touching:
        yield touching
