"""Which expressions of a file are vectors, matrices and quaternions of GLM's, as far as declarations tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.linkage import used
from hipify_py.source.declarators import declarators_behind
from hipify_py.source.definitions import in_function
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tree_sitter import Node

    from hipify_py.source.unit import Unit

Kind = Literal["vec", "mat", "quat"]
TYPE = re.compile(
    rb"(?<![\w:])(?P<scope>(?:::\s*+)?+glm\s*+::\s*+)?+(?:(?:low|medium|high)p_)?+[bdfiu]?+\d*+"
    rb"(?:(?P<vec>vec[1-4])|(?P<mat>mat[2-4](?:x[2-4])?+)|(?P<quat>quat))(?!\w)"
)
KINDS: tuple[Kind, ...] = ("vec", "mat", "quat")
SIGNS = frozenset({"*", "/", "+", "-", "*=", "/=", "+=", "-="})
OPERATIONS = frozenset({"binary_expression", "assignment_expression"})
DEEPEST = 12  # operators, brackets and members, one in the other


class Value(NamedTuple):
    """What a name is declared as, and how often a pointer to it or an array of it."""

    kind: Kind
    stars: int


class Operation(NamedTuple):
    """An operator with a matrix, or of a quaternion with a vector: its sign, and where that stands."""

    sign: str
    at: Span


def kind_of(unit: Unit, node: Node) -> Kind | None:
    """Give what an expression is, where names and types in it tell."""
    value = _value(unit, node, DEEPEST)
    return value.kind if value and value.stars == 0 else None


def operations(unit: Unit) -> Iterator[Operation]:
    """Give the operators of GLM's that are no `constexpr`: those of matrices, and quaternion by vector."""
    seen: set[int] = set()
    for at in _mentions(unit):
        for node in reversed(unit.around(at)):
            if node.type in {"compound_statement", "function_definition"}:
                break
            sign = node.child_by_field_name("operator") if node.type in OPERATIONS else None
            if sign is None or sign.type not in SIGNS or sign.start_byte in seen:
                continue
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if left and right and _is_operation(kind_of(unit, left), kind_of(unit, right)):
                seen.add(sign.start_byte)
                yield Operation(sign.type, span_of(sign))


def _is_operation(left: Kind | None, right: Kind | None) -> bool:
    return "mat" in {left, right} or {left, right} == {"quat", "vec"}


def _mentions(unit: Unit) -> Iterator[Span]:
    """Give where the matrices and quaternions of a file stand: their names, and where one is made."""
    names = {name for (_, name), value in _declared(unit).items() if value.kind != "vec"}
    for name in sorted(names):
        yield from (Span(one.start, one.end) for one in standing(unit, name))
    for one in _types(unit):
        if not one["vec"]:
            yield Span(*one.span())


def _types(unit: Unit) -> Iterator[re.Match[bytes]]:
    """Give where a file names such types, without `glm::` where it brings the names in."""
    is_used = any(one.name == b"glm" for one in used(unit))
    return (one for one in TYPE.finditer(unit.code) if one["scope"] or is_used)


@fact
def _declared(unit: Unit) -> Mapping[tuple[Span | None, bytes], Value]:
    """Give what a file declares with such types, by the function around and the name; members under None.

    A name that one function declares with two of them is not told.
    """
    found: dict[tuple[Span | None, bytes], Value] = {}
    unsure = set[tuple[Span | None, bytes]]()
    for one in _types(unit):
        home = in_function(unit, one.start())
        for name, stars in declarators_behind(unit.code, one.end()):
            value = Value(_kind(one), stars)
            if found.setdefault((home, name), value) != value:
                unsure.add((home, name))
    return {key: value for key, value in found.items() if key not in unsure}


def _kind(named: re.Match[bytes]) -> Kind:
    return next(one for one in KINDS if named[one])


def _value(unit: Unit, node: Node, depth: int) -> Value | None:
    text = unit.code[node.start_byte : node.end_byte]
    if depth == 0:
        return None
    if node.type == "identifier":
        own = _declared(unit).get((in_function(unit, node.start_byte), text))
        return own or _declared(unit).get((None, text))
    if node.type == "field_expression":
        member = node.child_by_field_name("field")
        name = unit.code[member.start_byte : member.end_byte] if member else b""
        return _declared(unit).get((None, name))
    if node.type == "call_expression":
        made = TYPE.match(text)
        return Value(_kind(made), 0) if made and text[made.end() :].lstrip().startswith(b"(") else None
    parts = [_value(unit, one, depth - 1) for one in node.named_children if one.type != "comment"]
    if node.type == "parenthesized_expression" and len(parts) == 1:
        return parts[0]
    return _operated(node, parts)


def _operated(node: Node, parts: list[Value | None]) -> Value | None:
    """Give what an index, a star, a sign or an operator makes of its operands."""
    first = parts[0] if parts else None
    is_read = node.type == "pointer_expression" and node.children[0].type == "*"
    if is_read or node.type == "subscript_expression":
        return _element(first) if first else None
    if node.type == "unary_expression":
        return first
    sign = node.child_by_field_name("operator") if node.type == "binary_expression" else None
    if sign is None or sign.type not in SIGNS or any(one and one.stars for one in parts):
        return None
    kinds = {one.kind for one in parts if one}
    return Value("vec" if "vec" in kinds else "mat" if "mat" in kinds else "quat", 0) if kinds else None


def _element(value: Value) -> Value | None:
    """Give what stands at an index: of an array its element, of a matrix a vector."""
    if value.stars:
        return value._replace(stars=value.stars - 1)
    return Value("vec", 0) if value.kind == "mat" else None
