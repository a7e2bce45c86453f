"""Names that count all lanes of a warp, one by one: `for (int i = 0; i < warpSize; i++)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import model

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Loop
    from hipify_py.source.unit import Unit

WIDTH = b"warpSize"
COMPARED = frozenset((b"<", b"<=", b">", b">=", b"!="))
BY_ONE = frozenset((b"+", b"-"))  # with `=`, and as `++` and `--` have it


def counting_lanes(unit: Unit, body: Body) -> Iterator[bytes]:
    """Give the symbols of the names that loops of a function count up to a warp's width, or down from it."""
    if unit.code.find(WIDTH, *body.function.body) < 0:
        return
    steps = _steps(body)
    for loop in model(unit, body.function).loops:
        for name, at in (*_bounded(unit, loop), *_begun(unit, body, loop)):
            symbol = body.names.symbol(name, at)
            if steps.get(symbol, frozenset()) and steps[symbol] <= BY_ONE:
                yield symbol


def _steps(body: Body) -> Mapping[bytes, frozenset[bytes]]:
    """Give by which operators each name is changed."""
    found: dict[bytes, set[bytes]] = {}
    for one in body.given:
        if one.operator and one.name == one.target:
            found.setdefault(body.names.symbol(one.name, one.value.start), set()).add(one.operator)
    return {symbol: frozenset(operators) for symbol, operators in found.items()}


def _bounded(unit: Unit, loop: Loop) -> Iterator[tuple[bytes, int]]:
    """Give the names that a loop's condition holds against a warp's width, and where they stand."""
    text = unit.code[slice(*loop.condition)]
    for node in expression(text).walk() if WIDTH in text else ():
        if node.kind == "binary" and node.text in COMPARED:
            for one, other in (node.parts, node.parts[::-1]):
                if one.kind == "name" and _is_width(other):
                    yield one.text, one.within(loop.condition.start).start


def _begun(unit: Unit, body: Body, loop: Loop) -> Iterator[tuple[bytes, int]]:
    """Give the names that a loop begins with a warp's last lane."""
    for one in model(unit, body.function).assigned_in(loop.start):
        text = unit.code[slice(*one.value)]
        if WIDTH in text and one.name == one.target and not one.operator and _is_width(expression(text)):
            yield one.name, one.value.start


def _is_width(node: Expression) -> bool:
    """Say whether something is the width of a warp, or some less: `warpSize`, `warpSize - 1`."""
    node = bare(node)
    less = (node.kind, node.text) == ("binary", b"-") and bare(node.parts[1]).kind == "number"
    of = bare(node.parts[0]) if less else node
    return (of.kind, of.text) == ("name", WIDTH)
