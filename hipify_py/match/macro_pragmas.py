"""Macros that stand for a `#pragma` line, which nvcc lets work where they are used."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
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
    """Write `_Pragma("...")` for a `#pragma` that a macro stands for, with no quote or comment in it."""
    for directive in unit.directives:
        found = PRAGMA.match(unit.code, *directive.body) if directive.name == b"define" else None
        if found is None:
            continue
        kept = Span(found.end(), before(unit.code, directive.body.end, BLANKS))
        text = unit.source[slice(*kept)]
        named = any(word in rules.names for word in WORD.findall(text))  # which may get another name
        if not named and text == unit.code[slice(*kept)] and not {*b'"\\\n'} & {*text}:
            edit = Edit(Span(found.start(1), kept.end), (b'_Pragma("', kept, b'")'), rule.id, "pragma")
            yield Match((edit,))
