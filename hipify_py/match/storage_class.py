"""`register`, a word that C++17 has taken out of the language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.match.runtime_include import read_for_device
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.source.search import matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

REGISTER = re.compile(rb"register(?<![\w.]register)\s+(?=[A-Za-z_:])")
WORD = re.compile(rb"register\s*")
BOUND = re.compile(rb"[^;{}()]*\b(?:__)?asm\b")  # to a register by name: an extension that stays


def register(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Drop the word in code for a device compiler, which takes it for an error."""
    if not read_for_device(unit, options):
        return
    for found in matches(unit.code, REGISTER, b"register"):
        directive = unit.directive_at(found.start())
        if (directive is None or directive.name == b"define") and not BOUND.match(unit.code, found.end()):
            word = WORD.match(unit.source, found.start())  # comments behind it stay
            if word:
                yield Match((Edit(Span(*word.span()), (), rule.id, "register"),))
