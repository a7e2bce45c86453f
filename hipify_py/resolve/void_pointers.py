"""Which names point to void, as every declaration says that may be meant."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.model import Span
from hipify_py.resolve.hiding_scopes import is_declared
from hipify_py.source.definitions import in_function
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tree_sitter import Node

    from hipify_py.source.unit import Unit

BYTES = {
    (False, False): b"char *",
    (True, False): b"const char *",
    (False, True): b"volatile char *",
    (True, True): b"const volatile char *",
}
"""The type that counts bytes, by whether what is pointed to is constant, and whether volatile."""
HOLDERS = frozenset(
    {"declaration", "field_declaration", "optional_parameter_declaration", "parameter_declaration"}
)
POINTS = frozenset({"array_declarator", "pointer_declarator"})
OTHERS = frozenset({"init_declarator", "parenthesized_declarator"})


class Kind(NamedTuple):
    """How many pointers and arrays lead to void, and the type of one that counts bytes."""

    depth: int
    bytes: bytes


def depth_of(unit: Unit, span: Span) -> Kind | None:
    """Give what the name at a place points to void by; None where that is not certain.

    What the function around the place declares under the name counts before what is declared elsewhere.
    """
    name = unit.code[slice(*span)]
    nodes = unit.around(span)
    is_member = (
        len(nodes) > 1 and nodes[-2].type == "field_expression" and nodes[-1].type == "field_identifier"
    )
    function = None if is_member else in_function(unit, span.start)
    found = _declared(unit, name)
    kinds = found.get(function) or found.get(None, frozenset())
    return next(iter(kinds)) if len(kinds) == 1 else None


@fact_of
def _declared(unit: Unit, name: bytes) -> dict[Span | None, frozenset[Kind | None]]:
    """Give by functions, and outside of all, what points to void as declarations of a name in them say."""
    found: dict[Span | None, frozenset[Kind | None]] = {}
    for home, kind in _kinds(unit, name):
        found[home] = found.get(home, frozenset()) | {kind}
    return found


def _kinds(unit: Unit, name: bytes) -> Iterator[tuple[Span | None, Kind | None]]:
    for one in standing(unit, name):
        span = Span(one.start, one.end)
        if not unit.directive_at(one.start) and is_declared(unit, span):
            kind = _kind(unit, list(unit.around(span)))
            yield in_function(unit, one.start), kind


def _kind(unit: Unit, nodes: Sequence[Node]) -> Kind | None:
    """Give what a declaration points to void by, given the nodes around its name."""
    depth, pointers = 0, 0
    for node in reversed(nodes[:-1]):
        if node.type in HOLDERS:
            given = node.child_by_field_name("type")
            if given is None or unit.code[slice(*span_of(given))] != b"void" or not pointers:
                return None
            words = {unit.code[slice(*span_of(one))] for one in node.children if one.type == "type_qualifier"}
            return Kind(depth, BYTES[b"const" in words, b"volatile" in words])
        if node.type not in POINTS | OTHERS:
            return None
        depth += node.type in POINTS
        pointers += node.type == "pointer_declarator"
    return None


def described(unit: Unit, cast: Node) -> bool:
    """Say whether what C casts to is a pointer to void, and to nothing between."""
    kind = cast.child_by_field_name("type")
    text = unit.code[slice(*span_of(kind))] if kind else b""
    return text.count(b"*") == 1 and b"void" in text.replace(b"*", b" ").split()


def operand(node: Node) -> Node:
    """Give a value with the brackets around it."""
    while (parent := node.parent) is not None and parent.type == "parenthesized_expression":
        node = parent
    return node
