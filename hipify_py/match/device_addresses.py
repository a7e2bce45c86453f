"""Device addresses under names of the program's own: an integer in CUDA, `void *` in HIP.

Casts of what is const make none in some forms, and nothing is calculated with one. The name may be made in
another file, so files tell each other.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.declared_objects import aliases
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.declared_types import declared_type
from hipify_py.resolve.linkage import includes_before, scope_of
from hipify_py.resolve.stored_types import stored_type
from hipify_py.resolve.told import Told
from hipify_py.source.defined_types import defined_types
from hipify_py.source.named_types import named_types
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

CAST = re.compile(rb"reinterpret_cast\s*(<)\s*((?:(?:\w+\s*)?::\s*)*+(\w++))\s*(>)\s*\(")
ADDRESS = b"CUdeviceptr"
CALCULATES = frozenset({"+", "-", "%", "&", "|"})  # and by shifts, which streams have as well
SET = frozenset({"+=", "-=", "&=", "|="})
IN_C = frozenset({"+", "-", "+=", "-=", "++", "--"})  # what gcc and clang take of a `void *` in C, in bytes
BESIDE = re.compile(  # a name with a sign on one side of it
    rb"(?<![\w.])([A-Za-z_]\w*+)(?=\s*+[-+%&|])|[-+%&|]\s*+([A-Za-z_]\w*+)"
)
NAME = re.compile(rb"[A-Za-z_]\w*+")
MEMBER = re.compile(rb"(?:\.|->)\s*+([A-Za-z_]\w*+)")
DECLARES = rb"(?<!\w)(?:%b)\s++([^;(){}]*+)"
OTHERWISE = rb"\b(?:int|unsigned|size_t|char|float|double|long|auto|T)(?:\s++|\s*+[*&]\s*+)%b\b"
TYPE = b"="
"""Stands behind the name of a type that is a device address, among what files tell of addresses."""


def told(unit: Unit) -> Iterator[Told]:
    """Tell of the names that a file gives the type of a device address."""
    for name, at in _sure(unit).items():
        yield Told("address", name + TYPE, after=includes_before(unit, at))


def calculated(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report arithmetic on what the file declares with a name of the program's own for a device address."""
    types = sorted(name for name in _types(unit, options) if name in unit.code)
    taken = IN_C if options.in_c_alone else frozenset[str]()
    done = set[int]()  # expressions: both sides of a difference may be addresses
    others: dict[bytes, bool] = {}
    for one in BESIDE.finditer(unit.code) if types else ():
        span = Span(*one.span(one.lastindex or 0))
        name = unit.code[slice(*span)]
        kind = next((each for each in types if declared_type(unit, name, each, span.start, 0)), None)
        if kind is not None and name not in others:
            others[name] = _is_another_too(unit, name)
        around = unit.around(span) if kind and not others[name] else []
        if kind is not None and _is_operand(around, taken) and around[-2].id not in done:
            done.add(around[-2].id)
            said = report(rule, span, {"name": name.decode(), "type": kind.decode()})
            yield Match(findings=(said,))


def members(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report arithmetic on members of objects whose class the file tells."""
    types = [one for one in (ADDRESS, *_types(unit, options)) if one in unit.code]
    declares = re.compile(DECLARES % b"|".join(map(re.escape, types))) if types else None
    declared = {name for one in declares.findall(unit.code) for name in NAME.findall(one)} if declares else ()
    taken = IN_C if options.in_c_alone else frozenset[str]()
    done = set[int]()
    for one in MEMBER.finditer(unit.code) if declared else ():
        around = unit.around(Span(*one.span(1)))[:-1] if one[1] in declared else []
        while len(around) > 1 and around[-2].type == "subscript_expression":
            around.pop()
        if not _is_operand(around, taken) or around[-2].id in done:
            continue
        if stored_type(unit, around[-1]) in types:
            done.add(around[-2].id)
            span = span_of(around[-1])
            name = b" ".join(unit.code[slice(*span)].split()).decode("utf-8", "replace")
            yield Match(findings=(report(rule, span, {"name": name}),))


def _is_another_too(unit: Unit, name: bytes) -> bool:
    """Say whether a file declares a name as something else as well, in whatever scope."""
    return re.search(OTHERWISE % re.escape(name), unit.code) is not None


def _is_operand(around: list[Node], taken: frozenset[str]) -> bool:
    """Say whether the smallest of some nodes is calculated with, or advanced, by a sign that is not taken."""
    if len(around) < 2:
        return False
    above, sign = around[-2], around[-2].child_by_field_name("operator")
    if sign is not None and sign.type in taken:
        return False
    if above.type == "update_expression":
        return True
    if above.type == "assignment_expression":
        return sign is not None and sign.type in SET and above.child_by_field_name("left") == around[-1]
    return above.type == "binary_expression" and sign is not None and sign.type in CALCULATES


def _types(unit: Unit, options: Options) -> set[bytes]:
    """Give the names of the program's own for a device address, but for what the file makes another type."""
    theirs = {one.removesuffix(TYPE) for one in options.project.addresses if one.endswith(TYPE)}
    return {*_sure(unit), *(name for name in theirs if name not in _times(unit))}


@fact
def _times(unit: Unit) -> Counter[bytes]:
    """Give how often a file makes a type of each name."""
    named = (one.name for one in named_types(unit) if one.by != "define")
    return Counter((*named, *(one.name for one in defined_types(unit))))


@fact
def _aliases(unit: Unit) -> dict[bytes, Span]:
    """Give the names that a file gives the type of a device address, with the place of each."""
    if ADDRESS not in unit.code:
        return {}
    return {one.name: one.place for one in aliases(unit) if _is_address(one.type_in(unit.code))}


def _is_address(type_: bytes) -> bool:
    return type_.removeprefix(b"::").lstrip() == ADDRESS


@fact
def _sure(unit: Unit) -> dict[bytes, int]:
    """Give those of the names, with where they are made, that nothing else in the file can be meant by.

    In a class or a namespace it is a name among others', and of two of a name either may be meant.
    """
    made = _aliases(unit)
    return {
        name: span.start
        for name, span in made.items()
        if _times(unit)[name] == 1 and scope_of(unit, span) == b""
    }


def casts(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Write `(TYPE)(...)` for `reinterpret_cast<TYPE>(...)` where the type is CUdeviceptr, by any name."""
    found = list(word_matches(unit, CAST, b"reinterpret_cast"))
    if not found:
        return
    addresses = {b"CUdeviceptr", *_types(unit, options), *_aliases(unit)}
    for one in found:
        if one[3] in addresses:
            opens = Edit(Span(one.start(), one.end(1)), (b"(",), rule.id, "cast")
            yield Match((opens, Edit(Span(*one.span(4)), (b")",), rule.id, "cast")))
