"""Names of CUDA's functions in strings, by which a program looks the functions up when it runs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.outcomes import Match, report

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

FUNCTION = re.compile(rb'"(cu[a-z]*[A-Z]\w*(?<!_t))"')
ASKS = re.compile(rb"\b(?:\w*GetProcAddress\w*|\w*GetDriverEntryPoint\w*|dlsym)\s*\(")


def strings(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report strings that are a function's name and no more, in files that ask for entry points."""
    if not ASKS.search(unit.code):
        return
    for string in unit.text.strings:
        found = FUNCTION.fullmatch(unit.source, *string)
        known = rules.names.get(found[1]) if found else None
        if found and known and known.to != found[1]:
            said = report(rule, Span(*found.span(1)), {"name": found[1].decode()})
            yield Match(findings=(said,))
