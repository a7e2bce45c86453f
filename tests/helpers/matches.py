"""What one rule makes of a small source: the text with its edits, and what is said of which place."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.conversion import convert
from hipify_py.edits import render, settle
from hipify_py.match.find import find
from hipify_py.rules.load import load
from hipify_py.settings import Options
from hipify_py.source.unit import Unit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.outcomes import Match
    from hipify_py.rules.model import RuleSet

RULES = load()


class Made(NamedTuple):
    """A text as it comes out, and each finding as its rule and the text of its place."""

    text: str
    said: list[tuple[str, str]]


def applied(unit: Unit, matches: Iterable[Match]) -> Made:
    """Apply the edits of matches, none of which may be lost."""
    found = [*matches]
    kept, lost = settle([edit for match in found for edit in match.edits])
    assert not lost
    findings = sorted((one for match in found for one in match.findings), key=lambda one: one.span)
    said = [(one.rule, unit.source[slice(*one.span)].decode()) for one in findings]
    return Made(render(unit.source, kept).decode(), said)


@cache
def alone(rule_id: str) -> RuleSet:
    """Give the rules without all names, and without all rules but one."""
    kept = tuple(rule for rule in RULES.rules if rule.id == rule_id)
    assert kept
    nothing = re.compile(rb"(?!)")
    return replace(
        RULES, rules=kept, names={}, scoped={}, headers={}, namespaces={}, calls={}, candidate=nothing
    )


def matched(rule_id: str, source: str, options: Options = Options()) -> Made:  # noqa: B008  frozen
    """Let one rule look at a source."""
    unit = Unit(source.encode())
    return applied(unit, find(unit, alone(rule_id), options))


def converted(source: str, path: str = "a.cpp") -> Made:
    """Convert a source by all rules, without the include of the runtime."""
    result = convert(source.encode(), RULES, Options(path=path, add_include=False))
    said = [(one.rule, result.source[slice(*one.span)].decode()) for one in result.findings]
    return Made(result.text, said)
