"""`main` without a type, as in C of old."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.function_heads import words_before
from hipify_py.match.runtime_include import read_for_device
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.resolve.left_alone import is_left_alone
from hipify_py.resolve.linkage import scope_of
from hipify_py.source.brackets import MOST, closing
from hipify_py.source.tokens import token_at, token_before
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

ENDS = frozenset((b"", b";", b"{", b"}"))
LINKED_AS_C = re.compile(rb'(?:extern\s*+"C"\s*+)?')


def without_type(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Write the type of `main` where it is defined without one."""
    for word in standing(unit, b"main"):
        start = word.start
        if not _is_defined(unit, word.end) or not LINKED_AS_C.fullmatch(_before(unit, start)):
            continue
        if not _begins(unit, start):
            continue
        if unit.directive_at(start) or is_left_alone(unit, start) or scope_of(unit, Span(start, start + 1)):
            continue
        if read_for_device(unit, options):
            yield Match((Edit(Span(start, start), (b"int ",), rule.id, "attribute"),))


def _before(unit: Unit, at: int) -> bytes:
    words = words_before(unit, at)
    return unit.source[at - len(words) : at].strip() if words.strip() else b""


def _begins(unit: Unit, at: int) -> bool:
    """Say whether a declaration begins before a name, or begins in front of directives before it.

    A type may stand before a condition, or in one of its branches.
    """
    at -= len(words_before(unit, at).lstrip())
    index = bisect_left(unit.directives, at, key=lambda one: one.span.start) - 1
    while index >= 0 and not unit.code[unit.directives[index].span.end : at].strip():
        at, index = unit.directives[index].span.start, index - 1
    return token_before(unit.code, at).text in ENDS


def _is_defined(unit: Unit, at: int) -> bool:
    opening = token_at(unit.code, at)
    if opening.text != b"(":
        return False
    end = closing(unit.code, opening.start, min(len(unit.code), opening.start + MOST))
    return token_at(unit.code, end).text == b"{"
