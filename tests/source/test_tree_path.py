"""The way through a tree: what is around a place, however the place before it lay."""

from __future__ import annotations

from itertools import permutations

import pytest

from hipify_py.model import Span
from hipify_py.source.tree_path import FEW, TreePath
from hipify_py.source.unit import Unit

SOURCE = (
    b"namespace n { int a; void f(int b) { auto g = [] { return b + 1; }; h(a)(b)(a.b); } } int c = (a, b);"
)


def kinds(path: TreePath, span: Span) -> list[tuple[str, int, int]]:
    return [(node.type, node.start_byte, node.end_byte) for node in path.to(span)]


def parents(unit: Unit, span: Span) -> list[tuple[str, int, int]]:
    """Give the same from the smallest node up, as the grammar's own library has it."""
    found, node = [], unit.tree.root_node.descendant_for_byte_range(*span)
    while node is not None:
        found.append((node.type, node.start_byte, node.end_byte))
        node = node.parent
    return found[::-1]


def test_it_is_the_way_up_from_the_smallest_node() -> None:
    unit = Unit(SOURCE)
    spans = [Span(at, at + length) for at in range(len(SOURCE) - 6) for length in (1, 2, 6)]
    path = TreePath(unit.tree)
    for span in [*spans, *spans[::-7], *spans[::11]]:
        assert kinds(path, span) == parents(unit, span)


@pytest.mark.parametrize("order", [*permutations(range(4))])
def test_the_outermost_function(order: tuple[int, ...]) -> None:
    unit = Unit(SOURCE)
    path = TreePath(unit.tree)
    start = SOURCE.index(b"void f")
    expected = {b"int a": None, b"int b": start, b"b + 1": start, b"(a, b)": None}
    for word in (list(expected)[one] for one in order):
        at = SOURCE.index(word)
        found = path.function(Span(at, at))
        assert (found and found.start_byte) == expected[word]


@pytest.mark.parametrize("before", [0, 5])
def test_a_place_between_two_functions_is_of_the_second(before: int) -> None:
    path = TreePath(Unit(b"A::f(){}A::g(){}").tree)
    path.function(Span(before, before))
    found = path.function(Span(8, 8))
    assert found is not None
    assert (found.start_byte, found.end_byte) == (8, 16)


def test_a_chain_of_any_length_is_gone_along() -> None:
    unit = Unit(b"void f() { " + b"(g(a))" * 3000 + b"; }")
    path = TreePath(unit.tree)
    found = [path.to(Span(at, at + 1))[-1].type for at in range(12, 18000, 6)]
    assert found == ["identifier"] * len(found)


def test_among_many_nodes_of_an_error() -> None:
    unit = Unit(b"int f(a, (b, c)), " * FEW + b"int g(")
    assert any(node.is_error and node.child_count > FEW for node in unit.tree.root_node.children)
    spans = [Span(at, at + length) for at in range(0, len(unit.code) - 6, 3) for length in (1, 6)]
    path = TreePath(unit.tree)
    for span in [*spans, *spans[::-7], *spans[::11]]:
        assert kinds(path, span) == parents(unit, span)
