"""Branches of which an edit leaves all to HIP: for AMD's GPUs nothing in them is read, or left to do."""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise
from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.resolve.dead_branches import closed_chains
from hipify_py.source.conditions import inside

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.model import Edit, Finding
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

OPENS, CLOSES = b"#ifndef __HIP_PLATFORM_AMD__", b"#endif"
ENDS = (b"ifndef", b"endif")
ABOUT = frozenset({"M001", "M002", "M003"})  # conditions on numbers that HIP has not


def without_guarded(unit: Unit, findings: Sequence[Finding], edits: Sequence[Edit]) -> list[Finding]:
    """Leave out what is said of a condition where edits put all that it governs under guards."""
    if not any(one.rule in ABOUT for one in findings):
        return [*findings]
    chains = [*closed_chains(unit)]
    written = [Span(one[0].span.start, one[-1].span.end) for one in chains if _is_guard(unit, one)]
    guarded = sorted((*_guarded(edits), *written))
    empty = [chain[0].span for chain in chains if _is_left(unit, chain, guarded)]
    return [one for one in findings if one.rule not in ABOUT or not inside(empty, one.span.start)]


def _guarded(edits: Sequence[Edit]) -> list[Span]:
    """Give what stands between the two ends of each guard that edits write."""
    texts = [
        (one.span.start, b"".join(each for each in one.parts if isinstance(each, bytes))) for one in edits
    ]
    ends = sorted((at, text) for at, text in texts if text.strip().startswith((OPENS, CLOSES)))
    return [
        Span(at, end)
        for (at, text), (end, last) in pairwise(ends)
        if text.strip().startswith(OPENS) and last.strip().startswith(CLOSES)
    ]


def _is_guard(unit: Unit, chain: Sequence[Directive]) -> bool:
    """Say whether a condition is such a guard already, as in what was converted before."""
    return (
        len(chain) == len(ENDS)
        and OPENS.endswith(b" " + unit.code[slice(*chain[0].body)].strip())
        and (chain[0].name == b"ifndef")
    )


def _is_left(unit: Unit, chain: Sequence[Directive], guarded: Sequence[Span]) -> bool:
    """Say whether a condition without another side governs nothing but what is guarded."""
    start, end = chain[0].span.end, chain[-1].span.start
    first, last = (bisect_left(guarded, Span(at, at)) for at in (start, end))
    within = [span for span in guarded[first:last] if span.end <= end]
    if chain[1:-1] or not within:
        return False
    return not any(unit.code[slice(*gap)].strip() for gap in _gaps(start, end, within))


def _gaps(start: int, end: int, spans: Sequence[Span]) -> Iterator[Span]:
    for span in spans:
        yield Span(start, span.start)
        start = span.end
    yield Span(start, end)
