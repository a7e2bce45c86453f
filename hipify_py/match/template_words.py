"""The word `template` before a member's name behind which no arguments of a template stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.for_hip import sides
from hipify_py.source.conditions import inside
from hipify_py.source.tokens import token_at, token_before
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

OF_AN_OBJECT = frozenset((b".", b"->", b"::"))


def without_arguments(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Take the word `template` out of calls of members that are given no arguments of a template."""
    for word in standing(unit, b"template"):
        before = token_before(unit.code, word.start)
        if before.text not in OF_AN_OBJECT or not _is_called(unit.code, word.end):
            continue
        if not (inside(dead(unit), word.start) or inside(sides(unit).own, word.start)):
            name = token_at(unit.code, word.end)
            # A comment between the two, blank in the code, stays; a blank behind the word goes.
            blank = unit.source[word.end : name.start].isspace()
            yield Match((Edit(Span(word.start, name.start if blank else word.end), (), rule.id, "template"),))


def _is_called(code: bytes, at: int) -> bool:
    """Say whether a name and the bracket of a call begin at a place; `operator ()` is a name, too."""
    name = token_at(code, at)
    behind = token_at(code, name.end)
    if name.text == b"operator" and behind.text == b"(":
        closes = token_at(code, behind.end)
        behind = token_at(code, closes.end)
        return closes.text == b")" and behind.text == b"("
    return name.is_word and behind.text == b"("
