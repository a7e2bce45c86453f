"""Several spans of a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterable


def holds(outer: Span, inner: Span) -> bool:
    """Say whether a span stands in another one."""
    return outer.start <= inner.start and inner.end <= outer.end


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Give what some spans cover as spans in order, of which none touches another."""
    found: list[Span] = []
    for span in sorted(spans):
        if found and span.start <= found[-1].end:
            found[-1] = Span(found[-1].start, max(found[-1].end, span.end))
        else:
            found.append(span)
    return tuple(found)
