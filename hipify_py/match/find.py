"""Find what the rules speak about: every match of every rule in a source.

The registry of matchers are the rules themselves: the `code` of one names its function below the package,
which is loaded when a source holds one of the rule's `words`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from hipify_py.match.calls import query
from hipify_py.match.headers import header_macros, headers
from hipify_py.match.names import names
from hipify_py.match.namespaces import namespaces
from hipify_py.resolve.loaders import is_loaded, loader
from hipify_py.rules.linear import standing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hipify_py.outcomes import Match
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

    Matcher = Callable[[Unit, Rule, RuleSet, Options], Iterator[Match]]


def find(unit: Unit, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Give every match of every rule in a source, in no particular order."""
    yield from names(unit, rules, options)
    yield from headers(unit, rules, options)
    yield from header_macros(unit, rules)
    yield from namespaces(unit, rules, options)
    from_header = loader(unit, options)
    words, as_c = standing(unit.source, rules.code_words), options.in_c_alone
    for rule in rules.queries:
        word = rule.word.encode()
        if from_header and is_loaded(word):
            continue
        if rule.reads(as_c=as_c) and (not word or (word in words and word in unit.code)):
            yield from query(unit, rule)
    for rule in rules.coded_for(words):
        if rule.reads(as_c=as_c):
            for match in matcher(rule.code)(unit, rule, rules, options):
                yield _marked(match, rule)


@cache
def matcher(code: str) -> Matcher:
    """Load the function that a rule's `code` names: a generator of what the rule calls for in a source."""
    module, _, name = code.rpartition(".")
    found: Matcher = getattr(import_module(f"hipify_py.{module}"), name)
    return found


def _marked(match: Match, rule: Rule) -> Match:
    """Give a match that names the user's own rule which it comes of, if it is one."""
    if not rule.origin:
        return match
    return match._replace(edits=tuple(edit._replace(origin=rule.origin) for edit in match.edits))
