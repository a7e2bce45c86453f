"""Where the grammar loses its way in a source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.source.unit import span_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tree_sitter import Node

    from hipify_py.source.unit import Unit

Found = tuple["Node", tuple["Node", "Node"]]
LISTS = frozenset({"translation_unit", "declaration_list", "field_declaration_list", "compound_statement"})


def errors(unit: Unit) -> Iterator[Span]:
    """Give the places in the file's tree that the grammar could not make sense of, outermost only.

    What it dislikes about an `#include`, such as a blank behind the path, does not count. What is too deep
    for it does.
    """
    yield from unit.too_deep
    yield from unit.given_up
    for node, _ in _errors(unit.tree.root_node):
        yield span_of(node)


def unsound(unit: Unit) -> Iterator[Span]:
    """Give the statements, declarations or members with a place of `errors` in them.

    Where one of them is an error itself, those beside it are given with it: which tokens it takes from them
    depends on what they say.
    """
    for _, (first, last) in _errors(unit.tree.root_node):
        yield Span(first.start_byte, last.end_byte)


def lost(node: Node) -> bool:
    """Say whether the grammar lost its way in a node; a semicolon that is missing is no matter."""
    return node.has_error and any(not one.is_missing or one.type != ";" for one, _ in _errors(node))


def _errors(root: Node) -> Iterator[Found]:
    """Give each node that is an error, and what `unsound` gives for it by its first and last node."""
    nodes: list[Found] = [(root, (root, root))]
    while nodes:
        node, whole = nodes.pop()
        if node.type == "preproc_include":
            continue
        if node.is_error or node.is_missing:
            yield node, whole
        elif node.has_error and node.type in LISTS:
            nodes += reversed([*_listed(node.children)])
        elif node.has_error:
            nodes += ((child, whole) for child in reversed(node.children))


def _listed(nodes: Sequence[Node]) -> Iterator[Found]:
    """Give each node of a list with itself as the first and the last; an error with those beside it."""
    for at, node in enumerate(nodes):
        wrong = node.is_error or node.is_missing
        yield node, (nodes[max(0, at - 1)], nodes[min(at + 1, len(nodes) - 1)]) if wrong else (node, node)
