"""What a condition joins by `&&` and `||`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.source.expression_reading import expression

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression

JOINED = frozenset({b"&&", b"||"})


def condition_parts(code: bytes, span: Span) -> Iterator[Span]:
    """Give the parts of a condition, none of which joins others."""
    todo: list[Expression] = [expression(code[slice(*span)])]
    while todo:
        node = todo.pop()
        if (node.kind, node.text) == ("unary", b"!") or (node.kind == "binary" and node.text in JOINED):
            todo += node.parts
        elif node.span.start < node.span.end:
            yield node.within(span.start)
