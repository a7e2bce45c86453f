"""What HIP declares for C++ alone, and CUDA for C too: headers, and names of types, in what is read as C."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, Any

from hipify_py.lazy import re
from hipify_py.match.headers import looked_up
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.declarations import makes
from hipify_py.resolve.ownership import own_here, owner
from hipify_py.resolve.project_files import included_file
from hipify_py.source.conditions import any_around, in_condition, inside
from hipify_py.source.word_places import found_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.conditions import Branch
    from hipify_py.source.unit import Unit

TAGGED = re.compile(rb"\b(?:enum|struct)\s+\Z")
LONGEST = 64  # bytes before a name in which its tag is looked for


def headers(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report headers whose counterparts of ROCm are C++, in a file that a compiler of C reads."""
    for include in unit.text.includes if _is_c(options) else ():
        path = unit.source[slice(*include.path)]
        known = looked_up(rules, path)
        new = known.to.decode() if known and known.to else ""
        if new not in _declared()["headers"] or not _is_read(unit, include.path.start):
            continue
        if included_file(unit, include, options, rules) is None:
            old = path.decode("utf-8", "replace")
            yield Match(findings=(report(rule, include.path, {"old": old, "new": new}),))


def types(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Put `enum` before the names of types that C has as tags alone, and report those that it has not."""
    if not _is_c(options):
        return
    everywhere = found_words(unit, *rule.words)
    made = options.project.names | {name for span, name in everywhere if makes(unit, span)}
    is_own = own_here(unit, everywhere)
    for span, name in everywhere:
        known = rules.names.get(name)
        new = known.to.decode() if known and known.to else ""
        if name in made or is_own(span, name) or not _is_apis(unit, span, rules):
            continue
        if new in _declared()["absent"]:
            yield Match(findings=(report(rule, span, {"name": name.decode(), "new": new}),))
        elif new and not TAGGED.search(unit.code, max(0, span.start - LONGEST), span.start):
            yield Match((Edit(Span(span.start, span.start), (b"enum ",), rule.id, "spelling"),))


def _is_c(options: Options) -> bool:
    return options.in_c and options.path not in options.project.as_hip


def _is_apis(unit: Unit, span: Span, rules: RuleSet) -> bool:
    """Say whether a name that a compiler of C comes to is the API's, and not asked for in a condition."""
    is_read = _is_read(unit, span.start) and not in_condition(unit, span.start)
    return is_read and not owner(unit, span, rules)


def _is_read(unit: Unit, at: int) -> bool:
    """Say whether a compiler of C comes to a place, where no condition around it asks for C++."""
    if inside(dead(unit), at):
        return False
    return not any_around(unit, at, _asks_for_cplusplus)


def _asks_for_cplusplus(unit: Unit, branch: Branch) -> bool:
    return unit.code.find(b"__cplusplus", *unit.directives[branch.opened].body) >= 0


@cache
def _declared() -> dict[str, Any]:
    import tomllib

    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "plain_c.toml")
    with open(path, "rb") as file:
        return tomllib.load(file)
