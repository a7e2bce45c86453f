"""The names and parts of which a value is made, and those that it is a copy of by other names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.source.brackets import unbracketed
from hipify_py.source.expression_reading import LONGEST, expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_names import CHANGED
from hipify_py.source.function_reading import names
from hipify_py.source.unit_facts import fact_of
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
    todo, seen, known = [value], {value}, _values(unit, home)
    while todo:
        span = todo.pop()
        for node, part in known.parts(unit.code[slice(*span)], with_address=with_addresses and span == value):
            yield part, span.start
            for one in known.copies(node.text) if node.kind == "name" else ():
                if len(seen) >= MOST_COPIES:
                    break
                if one.end <= span.start and one not in seen:
                    seen.add(one)
                    todo.append(one)


class _Values:
    """What values of a function are made of, and its names copies of: read once for all that follow them."""

    def __init__(self, unit: Unit, home: Function) -> None:
        self.unit, self.home, self.given = unit, home, names(unit, home).given
        self.known: dict[tuple[bytes, bool], list[tuple[Expression, Expression]]] = {}
        self.listed: dict[bytes, list[Span]] = {}

    def parts(self, value: bytes, *, with_address: bool) -> list[tuple[Expression, Expression]]:
        """Give the names and parts in a value, each as it is written and as what a pointer leads to."""
        key = (value, with_address)
        if key not in self.known:
            text = unbracketed(value)
            found = _parts(expression(text), with_addresses=with_address) if len(text) <= LONGEST else ()
            self.known[key] = [(node, meant(self.unit, self.home, node)) for node in found]
        return self.known[key]

    def copies(self, name: bytes) -> list[Span]:
        """Give the first values that a name itself is given by what one can read."""
        if name not in self.listed:
            given = self.given.get(name, [])[:MOST_GIVEN]
            self.listed[name] = [
                one.value for one in given if one.name == one.target and one.operator != CHANGED
            ]
        return self.listed[name]


@fact_of
def _values(unit: Unit, home: Function) -> _Values:
    return _Values(unit, home)


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
