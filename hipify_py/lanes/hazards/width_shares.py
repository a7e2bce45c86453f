"""Shares of what a processor holds: `blocks * threads / prop.warpSize` over `most_threads / prop.warpSize`.

How many warps that are in wavefronts does not matter where both are counted by the same width: so does the
host that works out how full kernels keep a processor.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import model, names
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

WIDTH = b"warpSize"


@fact_of
def counts_shares(unit: Unit, function: Function) -> bool:
    """Say whether a function asks for the width only to count by it what it divides by each other."""
    if function.kind == "macro":
        return False
    read, known = model(unit, function), names(unit, function)
    given = {one.value: one.name for one in read.assignments if one.name and not one.operator}
    counts = frozenset(name for value, name in given.items() if _width_in(_read(unit, value)))
    if any(len(known.given[one]) != 1 or len(known.declared.get(one, ())) != 1 for one in counts):
        return False
    settled = {known.declared[name][0].at.end for name in counts}
    returned = (one.value for one in read.jumps if one.value)
    for value in chain(given, returned, chain.from_iterable(one.arguments for one in read.calls)):
        root, at = _read(unit, value), value.start
        if (width := _width_in(root)) and value in given:
            name = given[value]
            settled |= {at + width.span.end, unit.code.rfind(name, function.body.start, at) + len(name)}
        settled |= {at + end for end in _compared(root, counts)}
    words = chain(
        standing(unit, WIDTH, function.body), *(standing(unit, one, function.body) for one in counts)
    )
    return all(one.end in settled for one in words)


def _read(unit: Unit, span: Span) -> Expression:
    return bare(expression(unit.code[slice(*span)]))


def _width_in(node: Expression) -> Expression | None:
    """Give the width of a device by which an expression divides something, if it does no more."""
    if (node.kind, node.text) != ("binary", b"/"):
        return None
    by = bare(node.parts[1])
    return by if (by.kind, by.text) == ("member", WIDTH) else None


def _compared(root: Expression, counts: frozenset[bytes]) -> Iterator[int]:
    """Give where the names of counts, and widths, end in counts that are divided by each other."""
    for node in root.walk():
        sides = [_scaled(one) for one in node.parts] if (node.kind, node.text) == ("binary", b"/") else []
        found = [
            _width_in(one) or (one if one.kind == "name" and one.text in counts else None) for one in sides
        ]
        if all(found):
            yield from (one.span.end for one in found if one)


def _scaled(node: Expression) -> Expression:
    """Give what an expression multiplies by a number, or the expression."""
    node = bare(node)
    while (node.kind, node.text) == ("binary", b"*"):
        others = [bare(one) for one in node.parts if bare(one).kind != "number"]
        if len(others) != 1:
            break
        node = others[0]
    return node
