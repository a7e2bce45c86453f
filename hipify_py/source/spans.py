"""Several spans of a text."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def holds(outer: Span, inner: Span) -> bool:
    """Say whether a span stands in another one."""
    return outer.start <= inner.start and inner.end <= outer.end


class Inner(NamedTuple):
    """Several spans, for who asks again and again whether one of them stands in another span.

    `ends` is for each of `starts` the first end of the spans that begin there or further on.
    """

    starts: Sequence[int] = ()
    ends: Sequence[int] = ()

    def any_in(self, outer: Span) -> bool:
        """Say whether a span holds one of these."""
        first = bisect_left(self.starts, outer.start)
        return first < len(self.starts) and self.ends[first] <= outer.end


def inner(spans: Iterable[Span]) -> Inner:
    """Put spans in order for such questions."""
    listed = sorted(spans)
    ends = [*accumulate((span.end for span in reversed(listed)), min)]
    return Inner([span.start for span in listed], ends[::-1])


def overlaps(spans: Sequence[Span], span: Span) -> bool:
    """Say whether a span has bytes in common with one of some, which are as `merged` gives them.

    One without bytes has them where it stands within another, and not at its ends.
    """
    at = bisect_left(spans, span.end, key=lambda one: one.start) - 1
    return at >= 0 and span.start < spans[at].end


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Give what some spans cover as spans in order, of which none touches another."""
    found: list[Span] = []
    for span in sorted(spans):
        if found and span.start <= found[-1].end:
            found[-1] = Span(found[-1].start, max(found[-1].end, span.end))
        else:
            found.append(span)
    return tuple(found)
