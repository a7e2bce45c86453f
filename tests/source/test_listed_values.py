"""What stands in lists in braces, and in the lists in them."""

from __future__ import annotations

from hipify_py.source.depth import DEEPEST
from hipify_py.source.listed_values import values
from hipify_py.source.unit import Unit, span_of


def listed(text: bytes) -> list[tuple[bytes, int]]:
    unit = Unit(b"T a = " + text + b";")
    (found,) = unit.nodes("(declaration (init_declarator value: (_) @list))", unit.tree.root_node)["list"]
    return [(unit.code[slice(*span_of(node))], depth) for node, depth in values(found)]


def test_values_come_in_order_with_the_lists_around_them() -> None:
    assert listed(b"{1, {b, {c}}, /* d */ 4}") == [(b"1", 0), (b"b", 1), (b"c", 2), (b"4", 0)]


def test_lists_stand_as_deep_in_one_another_as_the_grammar_reads() -> None:
    deep = DEEPEST - 1
    assert listed(b"{" * deep + b"1" + b"}" * deep) == [(b"1", deep - 1)]
