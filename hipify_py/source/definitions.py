"""The function definition around a place, as the tree has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tree_sitter import Node

    from hipify_py.source.unit import Unit

UNNAMED = {"reference_declarator", "parenthesized_declarator"}  # declarators that have another, but no field
CLASSES = frozenset({"class_specifier", "struct_specifier", "union_specifier"})


DEFINING = """
(function_definition) @function
(struct_specifier) @class (class_specifier) @class (union_specifier) @union
"""


@fact
def defining(unit: Unit) -> Mapping[str, Sequence[Node]]:
    """Give the nodes of functions, classes and unions that a file defines, in order: one walk for all.

    A query that asks for their bodies, too, would take three times as long to compile.
    """
    found = unit.nodes(DEFINING, unit.tree.root_node)
    with_bodies = {kind: [node for node in nodes if _has_body(node, kind)] for kind, nodes in found.items()}
    return {kind: sorted(nodes, key=lambda one: one.start_byte) for kind, nodes in with_bodies.items()}


def _has_body(node: Node, kind: str) -> bool:
    body = "compound_statement" if kind == "function" else "field_declaration_list"
    return any(one.type == body for one in node.children_by_field_name("body"))


def in_function(unit: Unit, at: int) -> Span | None:
    """Give the span of the outermost function definition around a byte, if there is one."""
    function = outermost_function(unit, at)
    return span_of(function) if function else None


def outermost_function(unit: Unit, at: int) -> Node | None:
    """Give the outermost function definition around a byte."""
    return unit.path_at(at).function(Span(at, at))


def inner_declarator(node: Node) -> Node | None:
    """Give the declarator in a declaration or in another; one in a reference or brackets has no field."""
    found = node.child_by_field_name("declarator")
    if found is None and node.type in UNNAMED and node.named_children:
        return node.named_children[-1]
    return found
