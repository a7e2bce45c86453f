"""Values in braces that their type may not hold: nvcc warns of them, and clang refuses them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.runtime_include import for_device_compiler
from hipify_py.model import Edit
from hipify_py.outcomes import Match
from hipify_py.resolve.class_members import known_elsewhere
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.declared_types import WORD, varies
from hipify_py.resolve.filled_members import LIST, members
from hipify_py.resolve.filled_types import filled
from hipify_py.resolve.for_hip import sides
from hipify_py.resolve.layouts import types_known
from hipify_py.resolve.named_scopes import scope_at
from hipify_py.resolve.stored_types import is_member, types_seen
from hipify_py.source.conditions import inside
from hipify_py.source.defined_types import defined_types
from hipify_py.source.definitions import in_function
from hipify_py.source.functions import functions
from hipify_py.source.listed_values import GRID, values
from hipify_py.source.number_types import BUILTIN, FLOATING, NAMED_TYPE, number_type, spelt
from hipify_py.source.unit import span_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tree_sitter import Node

    from hipify_py.model import Span
    from hipify_py.resolve.layouts import Types
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.listed_values import Listed
    from hipify_py.source.unit import Unit

BITS = {
    "bool": 1,
    "char": 8,
    "signed char": 8,
    "unsigned char": 8,
    "short": 16,
    "unsigned short": 16,
    "int": 32,
    "unsigned": 32,
    "long": 64,
    "unsigned long": 64,
    "long long": 64,
    "unsigned long long": 64,
}
"""On Linux for amd64, where char has a sign."""
REAL = ("float", FLOATING, "double")
OBJECT = re.compile(rb"[\w\])]\s*+(?:\.|->)\s*+[A-Za-z_]")  # of which a member is read
WHOLE = re.compile(rb"[+-]?(?:0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]*")
FRACTION = re.compile(rb"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[fFlL]?")


def narrowed(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Cast what a list of values makes narrower, where the types and that it varies are known for certain."""
    if not for_device_compiler(unit, options):
        return
    of_hip, types = sides(unit).own, types_known(unit, options)
    others = known_elsewhere(unit, options)
    known: dict[tuple[Span | None, bytes, bytes], bool] = {}  # whether what is written so narrows
    for node, type_ in _targets(unit, types):
        value = span_of(node)
        text = b"unsigned" if type_ == GRID else type_
        target = spelt(types.meant(text) if NAMED_TYPE.fullmatch(text) is None else text)
        written = unit.code[slice(*value)]
        if _is_plain(written, target) or inside(of_hip, value.start) or inside(dead(unit), value.start):
            continue
        about = in_function(unit, value.start), written, type_
        if about not in known:
            known[about] = _narrows(unit, value, target, others)
        if known[about]:
            cast = b"static_cast<" + text + b">("
            yield Match((Edit(value, (cast, value, b")"), rule.id, "cast"),))


def _targets(unit: Unit, types: Types) -> Iterator[tuple[Node, bytes]]:
    """Give the values in lists that fill numbers and grids, each with the type of what it fills."""
    own = {scope_at(unit, one.at) for one in defined_types(unit) if one.name == GRID}
    for listed in filled(unit):
        is_grid = listed.type == GRID
        if not (is_grid and b"" in own):  # where the file has a class of that name for itself
            yield from _numbers(listed)
        if is_grid and own and b"" not in own:
            continue  # a namespace has one, and this may be it
        for one in members(unit, listed, types):
            if one.node.type == LIST:
                yield from _numbers(one)
            elif _is_number(types.meant(one.type) or one.type):
                yield one.node, one.type


def _is_number(type_: bytes) -> bool:
    return NAMED_TYPE.fullmatch(type_) is not None


def _numbers(listed: Listed) -> Iterator[tuple[Node, bytes]]:
    """Give the values of a list that fills a number, an array of them or a grid of CUDA's."""
    is_grid = listed.type == GRID
    if not (is_grid or _is_number(listed.type)) or (is_grid and listed.dimensions):
        return
    for node, depth in values(listed.node):
        if depth <= listed.dimensions:
            yield node, listed.type


def _is_plain(text: bytes, target: str) -> bool:
    """Say whether a value is a number that narrows nothing: tables have hundreds of thousands of them."""
    return bool(WHOLE.fullmatch(text) or (target not in BITS and FRACTION.fullmatch(text)))


def _narrows(unit: Unit, value: Span, target: str, others: Mapping[bytes, Mapping[bytes, str]]) -> bool:
    """Say whether a value is known to be of a type that its target does not hold, and is no constant."""
    home = functions(unit, [value.start]).get(value.start)
    if home is None or home.kind == "macro":
        return False
    kind = number_type(unit, value, types_seen(unit, home, value.start, others))
    if kind in REAL:
        if target in BITS:
            return True
        wider = kind == "double" and target == "float"
    elif kind in BITS:
        wider = target in REAL or not _holds(target, kind)
    else:
        return False
    return wider and _varies(unit, home.span, value)


def _varies(unit: Unit, home: Span, value: Span) -> bool:
    """Say whether a name in a value is known to stand for no constant."""
    text = unit.code[slice(*value)]
    if BUILTIN.search(text) or OBJECT.search(text):
        return True
    words = set(WORD.findall(text))
    return any(varies(unit, home, word) or is_member(unit, word, value.start) for word in words)


def _holds(target: str, kind: str) -> bool:
    """Say whether an integer type has each value of another."""
    signed, was = (not one.startswith(("unsigned", "bool")) for one in (target, kind))
    if signed == was:
        return BITS[target] >= BITS[kind]
    return signed and BITS[target] > BITS[kind]
