"""The way from the root of a tree to a place in it, gone on from the place that was asked for before."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

    from hipify_py.model import Span

DEFINITIONS = frozenset({"function_definition", "lambda_expression"})
FEW = 256  # nodes in an error, which stand one beside the other; other lists are trees within


class TreePath:
    """The nodes around one place of a tree.

    A node's parent is otherwise looked for from the root, which takes as long as a statement has operators;
    from one place to the next it is as far as they are apart.
    """

    def __init__(self, tree: Tree) -> None:
        """Begin at the root."""
        self._cursors = [(0, tree.walk())]  # with where in the path each begins
        self._nodes: list[Node] = [tree.root_node]
        self._spans = [tree.root_node.byte_range]  # of each, which takes long to ask a node for
        self._functions: list[int] = []  # where in the path there are some
        self._many: tuple[int, list[Node], list[int]] | None = None

    def to(self, span: Span) -> list[Node]:
        """Give the nodes around a span, from the root to the smallest; the next call changes the list."""
        self._rise(span)
        while self._descend(span):
            pass
        return self._nodes

    def function(self, span: Span) -> Node | None:
        """Give the outermost function around a span."""
        if self._functions:  # the one that was come to before, as it mostly is
            first = self._functions[0]
            start, end = self._spans[first]
            if start <= span.start and _end(span) <= end:
                return self._nodes[first]
        self._rise(span)
        while not self._functions and self._descend(span):
            pass
        return self._nodes[self._functions[0]] if self._functions else None

    def _rise(self, span: Span) -> None:
        """Go up to what is around a span."""
        nodes, spans, start, end = self._nodes, self._spans, span.start, _end(span)
        while len(nodes) > 1 and not (spans[-1][0] <= start and end <= spans[-1][1]):
            nodes.pop()
            spans.pop()
            if self._cursors[-1][0] == len(nodes):
                self._cursors.pop()
            else:
                self._cursors[-1][1].goto_parent()
        while self._functions and self._functions[-1] >= len(nodes):
            self._functions.pop()

    def _descend(self, span: Span) -> bool:
        """Go to the child around a span, if there is one."""
        cursor, start = self._cursors[-1][1], span.start
        if self._nodes[-1].is_error and self._nodes[-1].child_count > FEW:
            return self._descend_into_many(span)
        if cursor.goto_first_child_for_byte(start) is None:
            return False
        node = cursor.node
        covers = node.byte_range if node else (start, start)
        if node is None or covers[0] > start or covers[1] < _end(span):
            cursor.goto_parent()
            return False
        if node.type in DEFINITIONS:
            self._functions.append(len(self._nodes))
        self._nodes.append(node)
        self._spans.append(covers)
        return True

    def _descend_into_many(self, span: Span) -> bool:
        """Go to the child of an error around a span, by a cursor of its own: one looks at all before it."""
        children, ends = self._children()
        at = bisect_right(ends, span.start)
        if at == len(children):
            return False
        node = children[at]
        covers = node.byte_range
        if covers[0] > span.start or covers[1] < _end(span):
            return False
        if node.type in DEFINITIONS:
            self._functions.append(len(self._nodes))
        self._cursors.append((len(self._nodes), node.walk()))
        self._nodes.append(node)
        self._spans.append(covers)
        return True

    def _children(self) -> tuple[list[Node], list[int]]:
        """Give what stands in the last node, and where each ends; what was asked for last is kept."""
        node = self._nodes[-1]
        if self._many is None or self._many[0] != node.id:
            children = node.children
            self._many = node.id, children, [one.end_byte for one in children]
        return self._many[1], self._many[2]


def _end(span: Span) -> int:
    """Give where a span ends. A place is its byte, so that between two nodes it belongs to the second."""
    return span.end if span.end > span.start else span.start + 1
