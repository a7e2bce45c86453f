"""Macros of a program that stand for a version number of CUDA's, and the conditions that ask for one."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.version_conditions import conditions_by_name
from hipify_py.match.version_macros import ARCH, VERSIONS, versions_in
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.hip_conditions import SPEAKS_OF_HIP, chains
from hipify_py.resolve.linkage import includes_before
from hipify_py.resolve.macros import defined, made_by
from hipify_py.resolve.told import Told
from hipify_py.source.conditions import any_around, inside
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.conditions import Branch
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

COMPARING = frozenset({b"if", b"elif"})
THERE = re.compile(rb"\bdefined\s*+\(?\s*+\w++")


def told(unit: Unit) -> Iterator[Told]:
    """Tell of the macros of a file that stand for a version number of CUDA's, each with that."""
    for name, (version, at) in _aliases(unit).items():
        yield Told("version", name, version, includes_before(unit, at))


@fact
def _aliases(unit: Unit) -> dict[bytes, tuple[bytes, int]]:
    """Give the macros that a file makes once, and not beside others for HIP, of a number of CUDA's.

    One that stands for a condition is told of where it is made.
    """
    found = [(span, name) for span, name in versions_in(unit) if name != ARCH and _in_text(unit, span)]
    if not found:
        return {}
    times = Counter(made_by(unit, one) for one in unit.directives)
    left = dead(unit)
    told_of = conditions_by_name(unit)
    homes = ((unit.directive_at(span.start), name, span.start) for span, name in found)
    others = ((one, name, at) for one, name, at in homes if one and one.span.start not in told_of)
    made = ((made_by(unit, one), name, at) for one, name, at in others)
    return {
        macro: (name, at)
        for macro, name, at in made
        if times[macro] == 1 and not VERSIONS.fullmatch(macro)
        if not (inside(left, at) or _is_asked_for(unit, at))
    }


def _in_text(unit: Unit, span: Span) -> bool:
    """Say whether a name stands in the text of a macro, and not where one is made."""
    directive = unit.directive_at(span.start)
    return (
        directive is not None
        and directive.name == b"define"
        and made_by(unit, directive) != unit.code[slice(*span)]
    )


def _is_asked_for(unit: Unit, at: int) -> bool:
    """Say whether a place stands behind a condition on HIP, or on a version that HIP does not come to."""
    return any_around(unit, at, _asks_for_it)


def _asks_for_it(unit: Unit, branch: Branch) -> bool:
    return any(asks.search(unit.code, *branch.directive.body) for asks in (SPEAKS_OF_HIP, VERSIONS))


def version_aliases(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report conditions that ask for a version of CUDA's by a macro of the program's own."""
    given = options.project.versions
    known = {name: given[name] for name in given.keys() - defined(unit)}
    known |= {name: version for name, (version, _) in _aliases(unit).items()}
    if not known:
        return
    decided = {
        unit.directives[index].span.start
        for chain in chains(unit)
        if any(SPEAKS_OF_HIP.search(unit.code, *unit.directives[one].body) for one in chain)
        for index in chain
    }
    for directive in unit.directives:
        if directive.name in COMPARING and directive.span.start not in decided:
            yield from _told(unit, directive, rule, known)


def _told(unit: Unit, directive: Directive, rule: Rule, known: dict[bytes, bytes]) -> Iterator[Match]:
    """Say of the first such macro in a condition what it is, but for one of which it asks if it is there."""
    body = THERE.sub(lambda one: b" " * len(one[0]), unit.code[slice(*directive.body)])
    if VERSIONS.search(body):
        return  # of which it is told by itself
    place = next((one for one in A_NAME.finditer(body) if one[0] in known), None)
    if place is not None:
        start = directive.body.start + place.start()
        text = {"name": place[0].decode(), "version": known[place[0]].decode()}
        yield Match(findings=(report(rule, Span(start, start + len(place[0])), text),))
