"""Conditions that turn on inline PTX for which HIP has nothing, where the program can do without it.

For older CUDA it has a side of its own: HIP takes that one, rather than what its compiler refuses.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.giving_up import gives_up
from hipify_py.model import Span
from hipify_py.resolve.dead_branches import closed_chains
from hipify_py.resolve.macros import made_by
from hipify_py.source.assembly import OPENS
from hipify_py.source.bracket_ends import bracket_ends
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

    Chain = Sequence[Directive]

ASKS = re.compile(rb"\s*+(?:defined\s*+)?\(?\s*+([A-Za-z_]\w*+)\s*+\)?\s*+")
NOTHING = re.compile(rb"\(\s*+void\s*+\)\s*+\w++\s*+;|[\s;{}]++")  # that a side does for what it is given


def turns_on_ptx(unit: Unit, chain: Chain) -> bool:
    """Say whether what a chain has first is such PTX with another side, or makes macros for such.

    None of these may be made elsewhere, nor any side without them give up; one has to do something.
    """
    if not _stuck(unit) or chain[-1].name != b"endif":
        return False
    branch = _first(chain)
    if _holds_stuck(unit, branch):
        return _has_fallback(unit, chain) is True
    made = {name for one in _within(unit, branch) if (name := made_by(unit, one))}
    if not made or _has_code(unit, branch) or any(not _only_in(unit, name, branch) for name in made):
        return False
    asking = [one for name in made for one in _asking(unit).get(name, ())]
    fallbacks = {_has_fallback(unit, one) for one in asking if _holds_stuck(unit, _first(one))}
    return True in fallbacks and False not in fallbacks


def _first(chain: Chain) -> Span:
    return Span(chain[0].span.end, chain[1].span.start)


def _has_fallback(unit: Unit, chain: Chain) -> bool | None:
    """Say whether the other side of a chain does something; None where it has none, or one that is empty."""
    if chain[1].name == b"endif":
        return None
    text = unit.code[chain[1].span.end : chain[2].span.start]
    if chain[1].name == b"else" and not NOTHING.sub(b"", text):
        return None
    return chain[1].name == b"else" and not gives_up(text)


@fact
def _stuck(unit: Unit) -> tuple[int, ...]:
    """Give where statements of inline PTX begin that become nothing of HIP's."""
    found = [*word_matches(unit, OPENS, b"asm", b"__asm__")]
    if not found:
        return ()
    from hipify_py.match.assembly import becomes_nothing

    ends = bracket_ends(unit)
    spans = (Span(one.start(), ends.get(one.end() - 1, one.end())) for one in found)
    return tuple(span.start for span in spans if becomes_nothing(unit, span))


def _holds_stuck(unit: Unit, span: Span) -> bool:
    at = bisect_left(_stuck(unit), span.start)
    return at < len(_stuck(unit)) and _stuck(unit)[at] < span.end


@fact
def _asking(unit: Unit) -> dict[bytes, list[Chain]]:
    """Give for macros the chains that begin by asking for them, and for nothing else."""
    found: dict[bytes, list[Chain]] = {}
    for chain in closed_chains(unit):
        asked = ASKS.fullmatch(unit.code, *chain[0].body)
        if asked and chain[0].name in {b"if", b"ifdef"}:
            found.setdefault(asked[1], []).append(chain)
    return found


def _within(unit: Unit, span: Span) -> Sequence[Directive]:
    first, last = (bisect_left(unit.directives, at, key=_start) for at in span)
    return unit.directives[first:last]


def _start(directive: Directive) -> int:
    return directive.span.start


@fact
def _code_before(unit: Unit) -> list[int]:
    """Give for each directive how many of those before it have code behind them."""
    gaps = (
        bool(unit.code[one.span.end : two.span.start].strip())
        for one, two in zip(unit.directives, unit.directives[1:], strict=False)
    )
    return [0, *accumulate(gaps)]


def _has_code(unit: Unit, span: Span) -> bool:
    """Say whether code stands between the two directives around a span, beside directives."""
    first, last = (bisect_left(unit.directives, at, key=_start) for at in span)
    return _code_before(unit)[last] > _code_before(unit)[first - 1]


@fact
def _makers(unit: Unit) -> dict[bytes, list[int]]:
    found: dict[bytes, list[int]] = {}
    for one in unit.directives:
        if name := made_by(unit, one):
            found.setdefault(name, []).append(one.span.start)
    return found


def _only_in(unit: Unit, name: bytes, span: Span) -> bool:
    return all(span.start <= at < span.end for at in _makers(unit)[name])
