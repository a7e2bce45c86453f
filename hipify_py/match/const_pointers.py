"""Pointers to const through which CUB reads, where hipCUB takes pointers to what may change alone."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.source.brackets import BRACE, MOST, ROUND, arguments, closing, parts
from hipify_py.source.definitions import in_function
from hipify_py.source.tokens import A_NAME, token_at
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

ARGUMENTS = rb"<(?:[^<>;{}()]|<[^<>;{}()]*+>){1,200}+>"
ITERATOR = rb"(?:\w++\s*+::\s*+)*+CacheModifiedInputIterator\s*+" + ARGUMENTS
ALIAS = re.compile(rb"\btypedef\s++" + ITERATOR + rb"\s*+(\w++)\s*+;|\busing\s++(\w++)\s*+=\s*+" + ITERATOR)
# An object's name may stand before the bracket; another modifier than this takes pointers to const.
MADE = rb"(?<!\w)(?:CacheModifiedInputIterator\s*+" + ARGUMENTS + rb"|%b)\s*+(?:[A-Za-z_]\w*+\s*+)?[({]"
LOADED = re.compile(rb"(?<!\w)ThreadLoad\s*+<\s*+(?:\w++\s*+::\s*+)*+LOAD_CG\s*+>\s*+\(")
CALLED = re.compile(rb"\s*+[(<]")
LONGEST = 400  # bytes of what is in the brackets
# The type to which a pointer that a function declares points, if it is one to const.
TYPE = rb"(?:(?:unsigned|signed|long|short)\s++){0,3}(?:\w++\s*+::\s*+){0,8}\w++"
POINTER = re.compile(
    rb"(?:\bconst\s++(" + TYPE + rb")|[(,;{}]\s*+(" + TYPE + rb")\s++const)"
    rb"\s*+\*\s*+(?:(?:const|__restrict__|__restrict)\b\s*+)*+([A-Za-z_]\w*+)"
)


def input_pointers(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Cast the pointer that an iterator is made of, or that is loaded from, where it is one to const."""
    aliases = [one[1] or one[2] for one in ALIAS.finditer(unit.code)]
    made = re.compile(MADE % b"|".join([rb"(?!)", *aliases]))
    for found in (*made.finditer(unit.code), *LOADED.finditer(unit.code)):
        limit, pair = found.end() + LONGEST, BRACE if found[0].endswith(b"{") else ROUND
        inner = Span(found.end(), closing(unit.code, found.end() - 1, limit, pair) - 1)
        given = parts(unit.code, *inner)
        kind = _pointed_to(unit, given[0]) if len(given) == 1 else None
        if kind is None or not {*A_NAME.findall(kind)}.isdisjoint(rules.names):
            continue
        yield Match((Edit(given[0], (b"const_cast<", kind, b" *>(", given[0], b")"), rule.id, "cast"),))


def handed_pointers(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Cast the pointers to const that functions by the rule's `word` are given by their names alone."""
    for called in re.finditer(rule.word.encode(), unit.code):
        opens = token_at(unit.code, called.end())
        limit = min(len(unit.code), called.end() + MOST)
        for given in arguments(unit.code, opens.start, limit) if opens.text == b"(" else ():
            kind = _pointed_to(unit, given) if A_NAME.fullmatch(unit.code, *given) else None
            if kind is not None and {*A_NAME.findall(kind)}.isdisjoint(rules.names):
                yield Match((Edit(given, (b"const_cast<", kind, b" *>(", given, b")"), rule.id, "cast"),))


def _pointed_to(unit: Unit, given: Span) -> bytes | None:
    """Give the type to which the pointer points that an expression begins with, where that is const."""
    name = A_NAME.match(unit.code, given.start)
    home = in_function(unit, given.start) if name else None
    if name is None or home is None or CALLED.match(unit.code, name.end()):
        return None
    places = _declared(unit, home).get(name[0], ())
    before = bisect_left(places, (given.start,)) - 1
    return places[before][1] if before >= 0 else None


@fact_of
def _declared(unit: Unit, home: Span) -> dict[bytes, list[tuple[int, bytes]]]:
    """Give where a function declares pointers to const, by their names, and the types to which they point."""
    found: dict[bytes, list[tuple[int, bytes]]] = {}
    for one in POINTER.finditer(unit.code, *home):
        found.setdefault(one[3], []).append((one.start(), one[1] or one[2]))
    return found
