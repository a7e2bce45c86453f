"""Members that CUDA's structures have and HIP's lack, by names that no other structure has."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.type_aliases import types_made
from hipify_py.source.conditions import inside
from hipify_py.source.functions import functions
from hipify_py.source.number_types import types_in
from hipify_py.source.tokens import follows, token_before
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit


def members(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report each use of a member whose name the rule's `word` matches, alone or behind that of its union."""
    for found in _access(rule.word.encode()).finditer(unit.code):
        if not inside(dead(unit), found.start()) and not _is_own(unit, found.start(), found.end()):
            name = found["name"].decode()
            yield Match(findings=(report(rule, Span(*found.span("name")), {"name": name}),))


@cache
def _access(names: bytes) -> re.Pattern[bytes]:
    """Give the expression for an access; the type of the object is often told elsewhere, or by `auto`."""
    return re.compile(rb"(?:\.|->)\s*(?:" + names + rb")\b")


def _is_own(unit: Unit, sign: int, end: int) -> bool:
    """Say whether a member is called, or of an object of a class that the file defines: `own.mpsEnabled`."""
    of = token_before(unit.code, sign)
    if follows(unit.code, end, b"(") or of.text == b"this":
        return True
    home = functions(unit, [sign]).get(sign) if of.is_word else None
    kind = types_in(unit, home.span).get(of.text, "") if home else ""
    return kind.startswith("?") and kind[1:].encode() in _classes(unit)


@fact
def _classes(unit: Unit) -> frozenset[bytes]:
    """Give the classes that a file defines, read once."""
    return types_made(unit)
