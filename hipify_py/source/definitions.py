"""The function definition around a place, as the tree has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.source.unit import DEEPEST, span_of

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

    from hipify_py.source.unit import Unit

DEFINITIONS = frozenset({"function_definition", "lambda_expression"})


def in_function(unit: Unit, at: int) -> Span | None:
    """Give the span of the outermost function definition around a byte, if there is one."""
    function = outermost_function(unit.tree_at(at), at)
    return span_of(function) if function else None


def around(unit: Unit, at: int) -> list[Node]:
    """Give the nodes around a byte, from the inside out, found on the way down; none where it is too deep."""
    if unit.node(Span(at, at)) is None:
        return []
    cursor = unit.tree_at(at).walk()
    found: list[Node] = []
    while cursor.goto_first_child_for_byte(at) is not None:
        node = cursor.node
        if node is None or node.start_byte > at:
            break
        found.append(node)
    return found[::-1]


def outermost_function(tree: Tree, at: int) -> Node | None:
    """Give the outermost function around a byte, on the way down: the way up costs its depth at each step."""
    cursor = tree.walk()
    for _ in range(DEEPEST):
        inside = cursor.goto_first_child_for_byte(at) is not None
        node = cursor.node if inside else None
        if node is None or node.start_byte > at:
            break
        if node.type in DEFINITIONS:
            return node
    return None
