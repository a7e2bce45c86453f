"""Statuses and attributes of the API written as numbers, which are others in HIP."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.declared_types import declared_type, names_with
from hipify_py.resolve.for_hip import is_hip, sides
from hipify_py.source.conditions import inside
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

INT = rb"(?:\(\s*int\s*\)\s*|static_cast\s*<\s*int\s*>\s*\(\s*|int\s*\(\s*)?"
NUMBER, SIGN = rb"(?<![\w.])(\d+)\b(?![.\w])", rb"\s*[=!]=\s*"
BEHIND = re.compile(rb"(?<![.>])\w++(?:\s*\))?" + SIGN + NUMBER)
BEFORE = re.compile(NUMBER + SIGN + INT + rb"(?<![.>])\Z")
REACH = 128  # bytes before a name in which what it is compared with stands
SWITCH = (
    rb"\bswitch\b(?:\s*\(\s*"
    + INT
    + rb"(?<![\w.>])(?P<of>[A-Za-z_]\w*)(?:\s*\))?\s*\)\s*(?=\{))?[^;{}]{0,300}\{"
)
IN_SWITCH = re.compile(rb"(?P<switch>" + SWITCH + rb")|\bcase\s+(?P<case>\d+)\s*:|[{}]")
CAST = rb"(?:\(\s*(%b)\s*\)|\bstatic_cast\s*<\s*(%b)\s*>\s*\(|\b(%b)\s*\()\s*" + NUMBER
TYPES = re.compile(rb"(\w+)\\\(")  # those of which a rule speaks, as it spells them


def numbers(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report numbers that are compared with a status, or cast to a type, whose numbers HIP has otherwise."""
    if is_hip(unit, rules):
        return
    differs = re.compile(rule.word.encode())
    kinds = [kind for kind in dict.fromkeys(TYPES.findall(differs.pattern)) if kind in unit.code]
    for span, kind in sorted({*_compared(unit, kinds), *_cases(unit, kinds), *_cast(unit, kinds)}):
        number = unit.code[slice(*span)]
        if not differs.fullmatch(b"%b(%b)" % (kind, number)) or inside(dead(unit), span.start):
            continue
        if not inside(sides(unit).own, span.start):
            said = {"type": kind.decode(), "number": number.decode()}
            yield Match(findings=(report(rule, span, said),))


def _compared(unit: Unit, kinds: list[bytes]) -> Iterator[tuple[Span, bytes]]:
    declared = {name for kind in kinds for name in names_with(unit, kind)}
    for word in all_standing(unit, *declared):
        behind = BEHIND.match(unit.code, word.start)
        before = BEFORE.search(unit.code, max(0, word.start - REACH), word.start)
        for number in (found for found in (behind, before) if found):
            for kind in _declared(unit, word.text, kinds, word.start):
                yield Span(*number.span(1)), kind


def _cases(unit: Unit, kinds: list[bytes]) -> Iterator[tuple[Span, bytes]]:
    """Give the numbers behind `case`, each by the innermost `switch` around it."""
    around: list[tuple[bytes, ...]] = []  # for each open brace, the types of the switch in which it stands
    for found in IN_SWITCH.finditer(unit.code) if kinds and b"switch" in unit.code else ():
        if found["case"]:
            yield from ((Span(*found.span("case")), kind) for kind in (around[-1] if around else ()))
        elif found["switch"]:
            name = found["of"]
            around.append((*_declared(unit, name, kinds, found.start("of")),) if name else ())
        elif found[0] == b"{":
            around.append(around[-1] if around else ())
        elif around:
            around.pop()


def _cast(unit: Unit, kinds: list[bytes]) -> Iterator[tuple[Span, bytes]]:
    either = b"|".join(kinds)
    for found in re.finditer(CAST % (either, either, either), unit.code) if kinds else ():
        yield Span(*found.span(4)), found[1] or found[2] or found[3]


def _declared(unit: Unit, name: bytes, kinds: list[bytes], at: int) -> Iterator[bytes]:
    return (kind for kind in kinds if declared_type(unit, name, kind, at, stars=0))
