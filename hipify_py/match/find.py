"""Find what the rules speak about: every match of every rule in a source.

A module with matchers of its own is imported here, and has then entered them into the registry.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.matcher import lanes
from hipify_py.match import (
    assembly,
    device_strings,
    guards,
    launches,
    random_states,
    runtime_include,
    spelling,
    versions,
)
from hipify_py.match.calls import query
from hipify_py.match.headers import header_macros, headers
from hipify_py.match.names import names
from hipify_py.match.namespaces import namespaces
from hipify_py.match.registry import MATCHERS, matcher

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.outcomes import Match
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

matcher("lanes")(lanes)
__all__ = [
    "assembly",
    "device_strings",
    "find",
    "guards",
    "launches",
    "random_states",
    "runtime_include",
    "spelling",
    "versions",
]


def find(unit: Unit, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Give every match of every rule in a source, in no particular order."""
    yield from names(unit, rules, options)
    yield from headers(unit, rules, options)
    yield from header_macros(unit, rules)
    yield from namespaces(unit, rules)
    for rule in rules.queries:
        if rule.word.encode() in unit.code:
            yield from query(unit, rule)
    for rule in rules.coded:
        for match in MATCHERS[rule.code](unit, rule, rules, options):
            yield _marked(match, rule)


def _marked(match: Match, rule: Rule) -> Match:
    """Give a match that names the user's own rule which it comes of, if it is one."""
    if not rule.origin:
        return match
    return match._replace(edits=tuple(edit._replace(origin=rule.origin) for edit in match.edits))
