"""Members that CUDA's structures have and HIP's lack, by names that no other structure has."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.source.conditions import inside

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit


def members(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report each use of a member whose name the rule's `word` matches, alone or behind that of its union."""
    for found in _access(rule.word.encode()).finditer(unit.code):
        if not inside(dead(unit), found.start()):
            name = found["name"].decode()
            yield Match(findings=(report(rule, Span(*found.span("name")), {"name": name}),))


@cache
def _access(names: bytes) -> re.Pattern[bytes]:
    """Give the expression for an access; the type of the object is often told elsewhere, or by `auto`."""
    return re.compile(rb"(?:\.|->)\s*(?:" + names + rb")\b")
