"""`__restrict__` beside the name of a type that is no pointer, which nvcc takes and clang refuses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.match.runtime_include import for_device_compiler
from hipify_py.match.vector_names import shared_names
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.source.number_types import TYPE
from hipify_py.source.search import matches
from hipify_py.source.unit_facts import fact
from hipify_py.source.vector_names import VECTOR

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

NUMBERS = (
    rb"(?:" + TYPE + rb"|" + VECTOR + rb"|dim3|(?:__)?half2?|(?:(?:__)?nv|__hip)_bfloat162?"
    rb"|(?:cu|hip)(?:Float|Double)?Complex)"
)
NUMBER = re.compile(NUMBERS)
ALIAS = re.compile(
    rb"typedef\s++" + NUMBERS + rb"\s++(\w++)\s*+;|using\s++(\w++)\s*+=\s*+" + NUMBERS + rb"\s*+;"
)
QUALIFIERS = rb"(?:(?:const|volatile)\b\s*+)*+"
NAME = rb"((?:std\s*+::\s*+)?\w++)"
BEHIND = re.compile(  # the `*` or `&` of the declarator, or the name of the type before it
    rb"__restrict(?:__)?\b\s*+" + QUALIFIERS + rb"(?:" + NAME + rb"\s*+" + QUALIFIERS + rb")?+[*&]"
)
BEFORE = re.compile(rb"(?<!\w)" + NAME + rb"\s++(?:(?:const|volatile)\s++)*+\Z")
WORD = re.compile(rb"__restrict(?:__)?\s*+")
NEAR = 80  # bytes before the word in which the name of the type stands


def restricted(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Drop the word, which says nothing there."""
    if not for_device_compiler(unit, options):
        return
    for found in matches(unit.code, BEHIND, b"__restrict"):
        at = found.start()
        name = found[1] or next((one[1] for one in BEFORE.finditer(unit.code, max(0, at - NEAR), at)), b"")
        directive = unit.directive_at(at)
        if directive is not None and (directive.name != b"define" or found.end() > directive.span.end):
            continue
        if (NUMBER.fullmatch(name) or name in _numbers(unit)) and (word := WORD.match(unit.source, at)):
            yield Match((Edit(Span(*word.span()), (), rule.id, "restrict"),))


@fact
def _numbers(unit: Unit) -> frozenset[bytes]:
    """Give the names that a file makes for types of numbers alone."""
    made = (found[1] or found[2] for found in matches(unit.code, ALIAS, b"typedef", b"using"))
    return frozenset(made) - shared_names(unit)
