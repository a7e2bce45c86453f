"""`register`, a word that C++17 has taken out of the language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.runtime_include import for_device_compiler
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

REGISTER = re.compile(rb"register(?<![\w.]register)\s+(?=[A-Za-z_:])")
WORD = re.compile(rb"register\s*")
BOUND = re.compile(rb"[^;{}()]*\b(?:__)?asm\b")  # to a register by name: an extension that stays


def register(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Drop the word in code for a device compiler, which takes it for an error.

    So too in what such code includes, be it named as C, as what lex and yacc make often is: C has no need of
    the word either.
    """
    if not (for_device_compiler(unit, options) or options.project.in_cuda):
        return
    for found in word_matches(unit, REGISTER, b"register"):
        directive = unit.directive_at(found.start())
        if (directive is None or directive.name == b"define") and not BOUND.match(unit.code, found.end()):
            word = WORD.match(unit.source, found.start())  # comments behind it stay
            if word:
                yield Match((Edit(Span(*word.span()), (), rule.id, "register"),))
