"""Masks of which single bits alone are asked for: what a shift moves out of 32 bits is of no matter there."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.mask_nodes import PICK
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import model
from hipify_py.source.tokens import OWN_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.lanes.flow.lane_masks import Masks
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit

ONE, SHIFT = b"1", b"<<"


def unheeded_shifts(unit: Unit, body: Body, masks: Masks) -> frozenset[Span]:
    """Give the shifts whose value goes to names of which a lane's bit alone is asked for."""
    picked = Counter(_picked(body, masks))
    if not picked:
        return frozenset()
    stands: Counter[bytes] = Counter()
    for word in OWN_NAME.finditer(unit.code, *body.function.body):
        stands[body.names.symbol(word[0], word.start())] += 1
    made = [(body.names.symbol(one.name, one.value.start), one.value) for one in body.given if one.name]
    given = Counter(symbol for symbol, _ in made)
    without = (one for one in model(unit, body.function).declarations if one.value is None)
    given.update(body.names.symbol(one.name, one.at.start) for one in without if one.kind == "local")
    alone = {symbol for symbol, times in picked.items() if stands[symbol] == times + given[symbol]}
    return frozenset(
        node.within(value.start)
        for symbol, value in made
        if symbol in alone
        for node in _joined(expression(unit.code[slice(*value)]))
        if node.text == SHIFT
    )


def _joined(root: Expression) -> Iterator[Expression]:
    """Give the operators of which a value's bits come as they are, one by one."""
    todo = [root]
    while todo:
        node = bare(todo.pop())
        if node.kind == "binary":
            yield node
            todo += node.parts if node.text in PICK else ()


def _picked(body: Body, masks: Masks) -> Iterator[bytes]:
    """Give the symbol of a name for each time that one bit of it is asked for."""
    for node, _, start in masks.operations(body):
        if (node.kind, node.text) == ("binary", b"&") and (name := _of_bit(*node.parts)):
            yield body.names.symbol(name.text, name.within(start).start)


def _of_bit(left: Expression, right: Expression) -> Expression | None:
    """Give the name in `name >> at & 1`, or in `name & 1 << at`."""
    left, right = bare(left), bare(right)
    for one, other in ((left, right), (right, left)):
        shifted = one.kind == "binary" and one.text == b">>" and _is_one(other)
        whole = bare(one.parts[0]) if shifted else one
        if whole.kind == "name" and (shifted or _is_bit(other)):
            return whole
    return None


def _is_bit(node: Expression) -> bool:
    return node.kind == "binary" and node.text == b"<<" and _is_one(bare(node.parts[0]))


def _is_one(node: Expression) -> bool:
    return node.kind == "number" and node.text.rstrip(b"uUlL") == ONE
