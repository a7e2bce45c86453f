"""Operators of a program on its classes derived from CUDA's vector types, beside HIP's on these types."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.match.function_heads import MOST_HEAD, parameters_in, type_of
from hipify_py.match.own_overloads import OPERATORS
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.declared_types import declared_type
from hipify_py.resolve.for_hip import is_hip, sides
from hipify_py.resolve.linkage import includes_before
from hipify_py.resolve.told import Told
from hipify_py.source.brackets import closing
from hipify_py.source.conditions import inside
from hipify_py.source.defined_types import DefinedType, defined_types
from hipify_py.source.definitions import in_function
from hipify_py.source.number_types import FLOATING, RANKS, number_type, types_in
from hipify_py.source.search import matches
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact
from hipify_py.source.vector_names import VECTOR

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from tree_sitter import Node

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

DERIVED = re.compile(
    rb"\b(?:struct|class)\s++\w++\s*+(?:final\s*+)?:\s*+(?:public\s++)?(?:::\s*+)?" + VECTOR + rb"\b"
)
BASE = re.compile(rb"(?:public\s++)?(?:::\s*+)?" + VECTOR + rb"\b")
OPERATOR = re.compile(rb"operator\s*+([-+*/]=?)\s*+\(")
NUMBERS = frozenset({b"float", b"double", b"int", b"unsigned"})
CLASS = OPERATORS + b" of "
"""Before the name of a class that is derived from a vector, where a file tells others of it."""


class Mixed(NamedTuple):
    """An operator between a class and a number: its sign, the class, and whether that comes first.

    Files tell each other of it as `operator* vec float`, with the type of the number.
    """

    sign: bytes
    owner: bytes
    first: bool


class Found(NamedTuple):
    """An operator that a file has, the type of the number that it takes, and its place."""

    mixed: Mixed
    number: bytes
    at: int

    def told(self) -> bytes:
        """Give by what files tell of it."""
        pair = (self.mixed.owner, self.number) if self.mixed.first else (self.number, self.mixed.owner)
        return OPERATORS + b"%b %b %b" % (self.mixed.sign, *pair)


def told(unit: Unit) -> Iterator[Told]:
    """Tell of classes derived from vectors, and of operators between numbers and these, or classes of others.

    Who reads both files knows whether the class is derived from a vector.
    """
    derived = _derived(unit)
    for name, one in derived.items():
        yield Told("function", CLASS + name, after=includes_before(unit, one.at))
    others = [found for found in _operators(unit) if found.mixed.owner not in derived]
    made = {one.name for one in defined_types(unit)} if others else set()
    for found in _operators(unit):
        if found.mixed.owner in derived or found.mixed.owner not in made:
            yield Told("function", found.told(), after=includes_before(unit, found.at))


def mixed_operators(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Cast a number to what the program's own operator takes, where HIP's would be as good a match."""
    own = _own_operators(unit, options.project.functions)
    if not own or is_hip(unit, rules):
        return
    by_sign = dict[bytes, list[Mixed]]()
    for each in own:
        by_sign.setdefault(each.sign, []).append(each)
    for sign, mixed in by_sign.items():
        for found in matches(unit.code, re.compile(re.escape(sign)), sign):
            at = found.start()
            if unit.directive_at(at) or inside(sides(unit).own, at):
                continue
            yield from _cast(unit, rule, Span(*found.span()), mixed, own)


def _own_operators(unit: Unit, elsewhere: Collection[bytes]) -> dict[Mixed, bytes]:
    """Give the operators between a derived class and one type of numbers, with that type.

    One that is there for two types of numbers is for the compiler to choose, and not among them.
    """
    known = [one for one in elsewhere if one.startswith(OPERATORS)]
    derived = {one.removeprefix(CLASS) for one in known if one.startswith(CLASS)}.union(_derived(unit))
    taken: dict[Mixed, set[bytes]] = {}
    for one in (*(found.told() for found in _operators(unit)), *known) if derived else ():
        sign, *types = one.removeprefix(OPERATORS).split(b" ")
        for mixed, number in _between(sign, types):
            if mixed.owner in derived:
                taken.setdefault(mixed, set()).add(number)
    return {key: next(iter(kinds)) for key, kinds in taken.items() if len(kinds) == 1}


@fact
def _derived(unit: Unit) -> Mapping[bytes, DefinedType]:
    """Give the classes of a file that are derived from a vector, by their names."""
    if next(matches(unit.code, DERIVED, b"struct", b"class"), None) is None:
        return {}
    classes = (one for one in defined_types(unit) if one.keyword in {b"struct", b"class"})
    return {one.name: one for one in classes if one.name and BASE.match(unit.code, *one.made_of)}


@fact
def _operators(unit: Unit) -> tuple[Found, ...]:
    """Give the operators of a file between a class and a number, members of derived classes among them."""
    classes = [*_derived(unit).items()]
    starts = [one.body.start for _, one in classes]
    found: list[Found] = []
    for one in matches(unit.code, OPERATOR, b"operator"):
        opening = one.end() - 1
        end = closing(unit.code, opening, min(len(unit.code), opening + MOST_HEAD))
        parameters = parameters_in(unit.code, opening, end)
        types = [type_of(each).removesuffix(b"&") for each in parameters]
        holder = bisect_left(starts, one.start()) - 1
        if len(types) == 1 and holder >= 0 and one.start() < classes[holder][1].body.end:
            # Of a member with `=` HIP's is hidden.
            types = [] if one[1].endswith(b"=") else [classes[holder][0], *types]
        found += (Found(mixed, number, one.start()) for mixed, number in _between(one[1], types))
    return tuple(found)


def _between(sign: bytes, types: list[bytes]) -> Iterator[tuple[Mixed, bytes]]:
    """Give what an operator of two such types is, with the type of its number."""
    if len(types) == 2:
        left, right = types
        for owner, number, first in ((left, right, True), (right, left, False)):
            if number in NUMBERS and owner not in NUMBERS and A_NAME.fullmatch(owner):
                yield Mixed(sign, owner, first=first), number


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
        cast = b"(%b)" % own[each]
        if unit.code.endswith(cast, 0, span.start):
            return  # where the grammar does not see it
        if number.type in {"number_literal", "identifier"}:
            yield Match((Edit(span, (cast, span), rule.id, "cast"),))
        else:
            yield Match(findings=(report(rule, span, {"name": f"operator{each.sign.decode()}"}),))
        return


def _is_of(unit: Unit, node: Node, owner: bytes) -> bool:
    """Say whether an operand is a variable of a class, and not a pointer to one."""
    if node.type != "identifier":
        return False
    name = unit.source[node.start_byte : node.end_byte]
    return declared_type(unit, name, owner, node.start_byte, stars=0)
