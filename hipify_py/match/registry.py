"""Matchers written in Python: each enters itself under the name by which the `code` of a rule asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hipify_py.outcomes import Match
from hipify_py.rules.model import Rule, RuleSet
from hipify_py.settings import Options
from hipify_py.source.unit import Unit

Matcher = Callable[[Unit, Rule, RuleSet, Options], Iterator[Match]]
MATCHERS: dict[str, Matcher] = {}


def matcher(code: str) -> Callable[[Matcher], Matcher]:
    """Enter a generator of what its rule, of which words and tests stand in a rule file, calls for."""

    def enter(function: Matcher) -> Matcher:
        MATCHERS[code] = function
        return function

    return enter
