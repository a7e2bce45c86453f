"""Branches of which an edit leaves all to HIP: for AMD's GPUs nothing in them is read, or left to do."""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise
from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.resolve.dead_branches import closed_chains
from hipify_py.resolve.platform_branches import left_out
from hipify_py.resolve.unread_branches import unread
from hipify_py.source.conditions import conditional, inside
from hipify_py.source.spans import merged

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.model import Edit, Finding
    from hipify_py.resolve.platform_branches import Known
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


def without_needless(unit: Unit, edits: list[Edit], known: Known) -> list[Edit]:
    """Leave out guards around all that a condition governs which no build for HIP reads, as edits leave it.

    Where anything else hangs on the condition somebody may change that.
    """
    guards = sorted((one for one in edits if _guard(one)), key=lambda one: (one.span, one.rule))
    if not any(conditional(unit, one.span.start) for one in guards):
        return edits
    guarded, chains = sorted(_guarded(guards)), [*closed_chains(unit)]
    alone = merged([_inner(chain) for chain in chains if _governs(unit, chain, guarded)])
    spans = merged([*unread(unit, edits, known), *left_out(unit, edits, known)]) if alone else ()
    gone = {
        one
        for opens, closes in pairwise(guards)
        if _guard(opens) == OPENS and _guard(closes) == CLOSES
        if inside(alone, opens.span.start) and inside(spans, opens.span.start)
        for one in (opens, closes)
    }
    return [one for one in edits if one not in gone] if gone else edits


def _inner(chain: Sequence[Directive]) -> Span:
    return Span(chain[0].span.end, chain[-1].span.start)


def _governs(unit: Unit, chain: Sequence[Directive], guarded: Sequence[Span]) -> bool:
    """Say whether a condition, whatever its sides, governs nothing but what is guarded."""
    start, end = _inner(chain)
    first, last = (bisect_left(guarded, Span(at, at)) for at in (start, end))
    within = [span for span in guarded[first:last] if span.end <= end]
    parts = sorted((*within, *(one.span for one in chain[1:-1])))
    return bool(within) and not any(unit.code[slice(*gap)].strip() for gap in _gaps(start, end, parts))


def _guard(edit: Edit) -> bytes:
    """Give which end of a guard an edit puts somewhere; nothing where it does more, or something else."""
    text = b"".join(part for part in edit.parts if isinstance(part, bytes)).strip()
    return text if edit.span.start == edit.span.end and text in {OPENS, CLOSES} else b""


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
    return not chain[1:-1] and _governs(unit, chain, guarded)


def _gaps(start: int, end: int, spans: Sequence[Span]) -> Iterator[Span]:
    for span in spans:
        yield Span(start, span.start)
        start = span.end
    yield Span(start, end)
