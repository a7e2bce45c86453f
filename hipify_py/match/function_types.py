"""Functions of which HIP's have another type: as values, and with pointers to what is const."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.outcomes import Match, report
from hipify_py.resolve.candidates import candidates
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.declarations import declares
from hipify_py.resolve.ownership import owner
from hipify_py.source.brackets import trimmed
from hipify_py.source.conditions import inside
from hipify_py.source.functions import functions
from hipify_py.source.tokens import follows
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Span
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

DEDUCED = re.compile(rb"\b(?:auto\b[\s*&]*+\w*+\s*+=|decltype\s*+\()\s*+(?:&\s*+)?(?:::\s*+)?\Z")
NEAR = 100  # bytes before a name in which is said how its type comes
GIVEN = re.compile(rb"&?\s*([A-Za-z_]\w*)\Z")
# A pointer to const, a reference to one, or an object.
CONSTANT = re.compile(rb"\b(?=(?:const\s++(?:struct\s++)?\w++|\w++\s++const)\s*+[*&]?\s*+([A-Za-z_]\w*+))")


def values(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report functions by the rule's `word` that are no call; with `auto` those alone that HIP overloads."""
    named = re.compile(rule.word.encode())
    listed = [(span, found) for span, name in candidates(unit, rules) if (found := named.fullmatch(name))]
    own = {found[0] for span, found in listed if declares(unit, span)}  # as who loads the library by hand
    for span, found in listed:
        if found[0] in own or follows(unit.code, span.end, b"(") or unit.directive_at(span.start):
            continue
        deduced = DEDUCED.search(unit.code, max(0, span.start - NEAR), span.start)
        if (deduced and not found["overloaded"]) or inside(dead(unit), span.start):
            continue
        if not owner(unit, span, rules):
            yield Match(findings=(report(rule, span, {"name": found[0].decode()}),))


def constants(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report calls in which an argument points to what is const: its place is in the rule's `word`."""
    named = re.compile(rule.word.encode())
    for span, name in candidates(unit, rules):
        found = named.fullmatch(name)
        call = unit.call(span) if found else None
        if found is None or call is None or inside(dead(unit), span.start) or owner(unit, span, rules):
            continue
        place = int((found.lastgroup or "_0").removeprefix("_"))
        if place < len(call.arguments) and _is_constant(unit, call.arguments[place]):
            said = report(rule, trimmed(unit.code, *call.arguments[place]), {"name": name.decode()})
            yield Match(findings=(said,))


def _is_constant(unit: Unit, argument: Span) -> bool:
    """Say whether the function around an argument declares it const, or that of which it is the address."""
    given = GIVEN.match(unit.code[slice(*trimmed(unit.code, *argument))])
    home = functions(unit, [argument.start]).get(argument.start)
    if given is None or home is None:
        return False
    return given[1] in _constants(unit, home.span)


@fact_of
def _constants(unit: Unit, home: Span) -> frozenset[bytes]:
    """Give the names that are declared const in a function."""
    return frozenset(one[1] for one in CONSTANT.finditer(unit.code, *home))
