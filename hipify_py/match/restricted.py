"""`__restrict__` beside the name of a type that is no pointer, which nvcc takes and clang refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.runtime_include import read_for_device
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.resolve.type_aliases import UNSIZED, kinds
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

QUALIFIER = rb"(?:const|volatile|__restrict(?:__)?)"
QUALIFIERS = rb"(?:" + QUALIFIER + rb"\b\s*+){0,8}+"  # more would be looked through again at each
NAME = rb"(?:std\s*+::\s*+)?\w++"
BEHIND = re.compile(  # the `*` or `&` of the declarator, the name of the type before it, or what is declared
    rb"__restrict(?:__)?\b(?=(?P<behind>\s*+"
    + QUALIFIERS
    + rb"(?:(?:(?P<name>"
    + NAME
    + rb")\s*+"
    + QUALIFIERS
    + rb")?+[*&]|\w++\s*+[\[,);=])))"
)
BEFORE = re.compile(rb"(?<!\w)(" + NAME + rb")\s++(?:" + QUALIFIER + rb"\s++)*+\Z")
WORD = re.compile(rb"__restrict(?:__)?\s*+")
NEAR = 80  # bytes before the word in which the name of the type stands


def restricted(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Drop the word, which says nothing there."""
    if not read_for_device(unit, options):
        return
    meant = kinds(unit, options)
    for found in word_matches(unit, BEHIND, b"__restrict"):
        at = found.start()
        name = found["name"] or next(
            (one[1] for one in BEFORE.finditer(unit.code, max(0, at - NEAR), at)), b""
        )
        directive = unit.directive_at(at)
        if directive is not None and (
            directive.name != b"define" or found.end("behind") > directive.span.end
        ):
            continue
        if meant(name) not in {b"", UNSIZED} and (word := WORD.match(unit.source, at)):
            yield Match((Edit(Span(*word.span()), (), rule.id, "restrict"),))
