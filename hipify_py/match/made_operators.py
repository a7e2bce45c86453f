"""A program's own operators on vector types that HIP has, written out or made by macros of the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.match.own_overloads import Owned, judged, left_out
from hipify_py.match.own_overloads import operators as written_out
from hipify_py.model import Span
from hipify_py.resolve.dead_branches import dead
from hipify_py.source.conditions import inside
from hipify_py.source.macro_expansion import made_functions
from hipify_py.source.tokens import token_at
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.match.own_overloads import Overload
    from hipify_py.outcomes import Match
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

Judged = tuple["Overload", bool | None]
OPERATOR = b"operator"


def operators(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Leave such operators to HIP where they are the same, and report those that are not."""
    yield from written_out(unit, rule, options)
    yield from left_out(unit, rule, _made(unit, rule, options))


def _made(unit: Unit, rule: Rule, options: Options) -> Iterator[Owned]:
    """Give the uses of macros that make such operators; one that makes other things too is never the same."""
    in_macros = (unit.directive_at(word.start) for word in standing(unit, OPERATOR))
    expanded = made_functions(unit) if any(in_macros) else None
    if expanded is None:
        return
    found, same = judged(expanded.unit, rule, options)
    verdicts = [(one, same(one)) for one in found]
    first = 0
    for use in expanded.uses:
        while first < len(verdicts) and verdicts[first][0].span.end <= use.becomes.start:
            first += 1
        last = first
        while last < len(verdicts) and verdicts[last][0].span.start < use.becomes.end:
            last += 1
        clashes = any(verdict is not None for _, verdict in verdicts[first:last])
        if clashes and not inside(dead(unit), use.at.start):
            yield _owned(unit, expanded.unit, use.at, use.becomes, verdicts[first:last])


def _owned(unit: Unit, other: Unit, at: Span, becomes: Span, made: Sequence[Judged]) -> Owned:
    """Give a use of a macro with the operators that it makes."""
    behind = token_at(unit.code, at.end)
    span = Span(at.start, behind.end) if behind.text == b";" else at
    kept = [becomes.start, *(place for one, _ in made for place in one.span), becomes.end]
    rest = (
        other.code[start:end].strip(b" \t\r\n;\\") for start, end in zip(kept[::2], kept[1::2], strict=True)
    )
    name = ", ".join(
        f"operator{one.name.decode()}({b', '.join(one.types).decode('utf-8', 'replace')})"
        for one, verdict in made
        if verdict is not None
    )
    return Owned(span, at, name, same=all(verdict for _, verdict in made) and not any(rest))
