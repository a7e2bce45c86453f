"""What lambdas capture under names of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.source.function_model import Declaration
from hipify_py.source.tokens import words
from hipify_py.source.unit import span_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from hipify_py.source.unit import Unit


def captured(unit: Unit, node: Node) -> Iterator[Declaration]:
    """Give what a lambda captures under a name of its own, `[t = threadIdx.x] {}`: not `[t = t + 1] {}`."""
    listed = node.child_by_field_name("captures")
    for one in listed.named_children if listed else ():
        left, right = one.child_by_field_name("left"), one.child_by_field_name("right")
        if one.type == "lambda_capture_initializer" and left and right and left.type == "identifier":
            name, text = span_of(left), unit.code[slice(*span_of(left))]
            if not any(words(unit.code, text, within=span_of(right))):
                yield Declaration(text, name, None, span_of(right), span_of(node), span_of(one))
