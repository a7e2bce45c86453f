"""Operators of a program on its classes derived from CUDA's vector types, beside HIP's on these types."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.match.function_heads import parameters_in, type_of
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.declared_types import declared_type
from hipify_py.resolve.for_hip import is_hip, sides
from hipify_py.source.brackets import closing
from hipify_py.source.conditions import inside
from hipify_py.source.definitions import in_function
from hipify_py.source.number_types import FLOATING, RANKS, number_type, types_in
from hipify_py.source.search import matches
from hipify_py.source.unit import span_of
from hipify_py.source.vector_names import VECTOR

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

DERIVED = re.compile(
    rb"\b(?:struct|class)\s++(\w++)\s*+(?:final\s*+)?:\s*+(?:public\s++)?(?:::\s*+)?" + VECTOR + rb"\b"
)
OPERATOR = re.compile(rb"operator\s*+([-+*/]=?)\s*+\(")
NUMBERS = frozenset({b"float", b"double", b"int", b"unsigned"})


class Mixed(NamedTuple):
    """An operator between a class and a number: its sign, the class, and whether that comes first."""

    sign: bytes
    owner: bytes
    first: bool


def mixed_operators(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Cast a number to what the program's own operator takes, where HIP's would be as good a match."""
    if is_hip(unit, rules):
        return
    own, by_sign = _own_operators(unit), dict[bytes, list[Mixed]]()
    for each in own:
        by_sign.setdefault(each.sign, []).append(each)
    for sign, mixed in by_sign.items():
        for found in matches(unit.code, re.compile(re.escape(sign)), sign):
            at = found.start()
            if unit.directive_at(at) or inside(sides(unit).own, at):
                continue
            yield from _cast(unit, rule, Span(*found.span()), mixed, own)


def _own_operators(unit: Unit) -> dict[Mixed, bytes]:
    """Give the operators between a derived class and one type of numbers, with that type.

    One that is there for two types of numbers is for the compiler to choose, and not among them.
    """
    classes = {found[1] for found in matches(unit.code, DERIVED, b"struct", b"class")}
    taken: dict[Mixed, set[bytes]] = {}
    for found in matches(unit.code, OPERATOR, b"operator") if classes else ():
        parameters = parameters_in(
            unit.code, found.end() - 1, closing(unit.code, found.end() - 1, len(unit.code))
        )
        types = [type_of(one).removesuffix(b"&") for one in parameters or ()]
        if len(types) != 2:
            continue
        left, right = types
        for owner, number, first in ((left, right, True), (right, left, False)):
            if owner in classes and number in NUMBERS:
                taken.setdefault(Mixed(found[1], owner, first), set()).add(number)
    return {key: next(iter(kinds)) for key, kinds in taken.items() if len(kinds) == 1}


def _cast(unit: Unit, rule: Rule, sign: Span, mixed: list[Mixed], own: dict[Mixed, bytes]) -> Iterator[Match]:
    """Give the cast of the number beside a sign; report a number that is no literal and no name."""
    node = next((one for one in reversed(unit.around(sign)) if span_of(one) != sign), None)
    left, right = (node and node.child_by_field_name(name) for name in ("left", "right"))
    if not left or not right:
        return
    function = in_function(unit, sign.start)
    names = types_in(unit, function) if function else {}
    for each in mixed:
        vector, number = (left, right) if each.first else (right, left)
        if not _is_of(unit, vector, each.owner):
            continue
        span = span_of(number)
        kind = number_type(unit, span, names)
        if kind not in RANKS or kind in {FLOATING, own[each].decode()}:
            continue
        if number.type in {"number_literal", "identifier"}:
            yield Match((Edit(span, (b"(%b)" % own[each], span), rule.id, "cast"),))
        else:
            yield Match(findings=(report(rule, span, {"name": f"operator{each.sign.decode()}"}),))
        return


def _is_of(unit: Unit, node: Node, owner: bytes) -> bool:
    """Say whether an operand is a variable of a class, and not a pointer to one."""
    if node.type != "identifier":
        return False
    name = unit.source[node.start_byte : node.end_byte]
    return declared_type(unit, name, owner, node.start_byte, stars=0)
