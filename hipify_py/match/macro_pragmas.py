"""Macros that stand for a `#pragma` line, which nvcc lets work where they are used."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.source.lexer import unspliced
from hipify_py.source.search import before

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

PRAGMA = re.compile(rb"\s*+\w++\s++(#[ \t]*+pragma\b[ \t]*+)(?=\S)")
WORD = re.compile(rb"\w+")
BLANKS = b" \t\r\n\\"


def written_out(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Write `_Pragma("...")` for a `#pragma` without quotes that a macro stands for; comments go before."""
    for directive in unit.directives:
        found = PRAGMA.match(unit.code, *directive.body) if directive.name == b"define" else None
        if found is None:
            continue
        whole = Span(found.start(1), before(unit.code, directive.body.end, BLANKS))
        text = b" ".join(unspliced(unit.code[found.end() : whole.end]).split())
        named = any(word in rules.names for word in WORD.findall(text))  # which may get another name
        if not named and not {*b'"\\'} & {*text}:
            first, last = (bisect_left(unit.text.comments, (at,)) for at in whole)
            kept = unit.text.comments[first:last]
            yield Match((Edit(whole, (*kept, b'_Pragma("' + text + b'")'), rule.id, "pragma"),))
