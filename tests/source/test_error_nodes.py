"""What is wrong in a tree, and how much."""

from __future__ import annotations

from hipify_py.source.error_nodes import EACH, cost, errors_in, wrong
from hipify_py.source.grammar import parse


def test_a_sound_tree_costs_nothing() -> None:
    assert cost(errors_in(parse(b'#include "a.h" \nint a;\n'))) == 0


def test_an_error_costs_its_bytes_and_what_each_does() -> None:
    text = b"int a;\nvoid f() { g(1 2 3); }\n"
    nodes = [node for node, _ in wrong(parse(text).root_node)]
    assert len(nodes) == 1
    assert cost(errors_in(parse(text))) == EACH + nodes[0].end_byte - nodes[0].start_byte
