"""The nodes of a tree that the grammar could not make sense of, and what they cost."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tree_sitter import Node, Tree

Found = tuple["Node", tuple["Node", "Node"]]
LISTS = frozenset({"translation_unit", "declaration_list", "field_declaration_list", "compound_statement"})
MOST_MARKS = 4000  # without a name, one behind the other
EACH = 100  # bytes that an error counts beside its own, as tree-sitter's recovery puts down for one


def lost(node: Node) -> bool:
    """Say whether the grammar lost its way in a node; a semicolon that is missing is no matter."""
    return node.has_error and any(not one.is_missing or one.type != ";" for one, _ in wrong(node))


def wrong(root: Node) -> Iterator[Found]:
    """Give each node that is an error, outermost only, and the first and the last node of what it spoils.

    That is the statement, declaration or member that holds it; where it is one itself, those beside it too:
    which tokens it takes from them depends on what they say. What the grammar dislikes about an `#include`,
    such as a blank behind the path, does not count.
    """
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


def errors_in(tree: Tree) -> tuple[Found, ...]:
    """Give what `wrong` gives of a whole tree."""
    return tuple(wrong(tree.root_node)) if tree.root_node.has_error else ()


def takes_long(errors: Iterable[Found]) -> bool:
    """Say whether an error holds so many marks in a row that each query would take the square of them.

    A cursor that comes to a node looks for a sibling behind it that has a name.
    """
    found = [node for node, _ in errors]
    found += [one for node in found for one in node.children if one.child_count > MOST_MARKS]
    return any(
        sum(1 for _ in marks) > MOST_MARKS
        for node in found
        if node.child_count > MOST_MARKS
        for has_name, marks in groupby(node.children, key=lambda one: one.is_named)
        if not has_name
    )


def cost(errors: Iterable[Found]) -> int:
    """Give how much of a tree is wrong, to compare trees of one source; 0 where nothing is."""
    return sum(EACH + node.end_byte - node.start_byte for node, _ in errors)


def _listed(nodes: Sequence[Node]) -> Iterator[Found]:
    """Give each node of a list with itself as the first and the last; an error with those beside it."""
    for at, node in enumerate(nodes):
        wrong = node.is_error or node.is_missing
        yield node, (nodes[max(0, at - 1)], nodes[min(at + 1, len(nodes) - 1)]) if wrong else (node, node)
