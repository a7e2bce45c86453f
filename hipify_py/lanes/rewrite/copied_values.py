"""The names and parts of which a value is made, and those that it is a copy of by other names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.source.brackets import unbracketed
from hipify_py.source.expression_reading import LONGEST, expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_names import CHANGED
from hipify_py.source.function_reading import names
from hipify_py.source.unset_names import meant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

MOST_COPIES = 16  # that are followed from one value
MOST_GIVEN = 64  # values of one name that are looked at
POINTS = frozenset((b"&", b"*"))


def copied(
    unit: Unit, home: Function, value: Span, *, with_addresses: bool
) -> Iterator[tuple[Expression, int]]:
    """Give the names and parts of which a value is made, and those of which they are copies, with places."""
    todo, seen, given = [value], {value}, names(unit, home).given
    while todo:
        span = todo.pop()
        first, text = with_addresses and span == value, unbracketed(unit.code[slice(*span)])
        for node in _parts(expression(text), with_addresses=first) if len(text) <= LONGEST else ():
            part = meant(unit, home, node)  # what a pointer leads to
            yield part, span.start
            for one in given.get(node.text, [])[:MOST_GIVEN] if node.kind == "name" else ():
                if len(seen) >= MOST_COPIES:
                    break
                is_copy = one.value.end <= span.start and one.name == one.target and one.operator != CHANGED
                if is_copy and one.value not in seen:
                    seen.add(one.value)
                    todo.append(one.value)


def _parts(node: Expression, *, with_addresses: bool) -> Iterator[Expression]:
    """Give the names, members and elements of which a value is made, undefined where one of them is."""
    node = bare(node)
    if node.kind in {"name", "member", "subscript"} or (node.kind, node.text) == ("unary", b"*"):
        yield node
    elif (node.kind == "unary" and node.text not in POINTS) or (
        node.kind == "binary" and node.text not in {b"&&", b"||"}
    ):
        for part in node.parts:
            yield from _parts(part, with_addresses=False)
    elif with_addresses and (node.kind, node.text) == ("unary", b"&"):
        yield from _parts(node.parts[0], with_addresses=False)
