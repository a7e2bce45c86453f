"""Masks of which single bits alone are asked for: what a shift moves out of 32 bits is of no matter there."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.mask_nodes import PICK
from hipify_py.lanes.rewrite.counted_masks import is_signed
from hipify_py.lanes.warp_names import GIVE_MASKS
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import model
from hipify_py.source.tokens import OWN_NAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.lanes.flow.lane_masks import Masks
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit

ONE, SHIFT, MOVED = b"1", b"<<", b"<<="
VOTES = tuple(sorted(GIVE_MASKS))


def unheeded_shifts(unit: Unit, body: Body, masks: Masks) -> frozenset[Span]:
    """Give the shifts whose value goes to names of which a lane's bit alone is asked for, or votes' bits."""
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
    moved = (
        node.within(start)
        for node, _, start in masks.operations(body)
        if (node.kind, node.text) == ("binary", MOVED)
        if body.names.symbol(node.parts[0].text, node.within(start).start) in alone
    )
    shifted = (
        node.within(value.start)
        for symbol, value in made
        if symbol in alone
        for node in _joined(expression(unit.code[slice(*value)]))
        if node.text == SHIFT
    )
    return frozenset((*shifted, *moved))


def _joined(root: Expression) -> Iterator[Expression]:
    """Give the operators of which a value's bits come as they are, one by one."""
    todo = [root]
    while todo:
        node = bare(todo.pop())
        if node.kind == "binary":
            yield node
            todo += node.parts if node.text in PICK else ()


def _picked(body: Body, masks: Masks) -> Iterator[bytes]:
    """Give the symbol of a name for each time that one bit of it is asked for, or those of votes."""
    votes, code = _votes(body, masks), masks.unit.code
    for node, _, start in masks.operations(body):
        if (node.kind, node.text) != ("binary", b"&"):
            continue

        def is_vote(one: Expression, at: int = start) -> bool:
            if one.kind == "call":
                return one.name in GIVE_MASKS
            named = one.kind == "name" and body.names.symbol(one.text, one.within(at).start) in votes
            return named and not is_signed(one, body, at, code)

        if name := _of_bit(*node.parts) or _beside(node, is_vote):
            yield body.names.symbol(name.text, name.within(start).start)


def _votes(body: Body, masks: Masks) -> frozenset[bytes]:
    """Give the symbols of the names that hold what lanes vote and nothing else: no bit above the lanes."""
    code, made = masks.unit.code, dict[bytes, bool]()
    for one in body.given:
        symbol, text = body.names.symbol(one.name, one.value.start), code[slice(*one.value)]
        voted = not one.operator and text.startswith(VOTES) and expression(text).name in GIVE_MASKS
        made[symbol] = made.get(symbol, True) and voted
    return frozenset(symbol for symbol, voted in made.items() if voted and symbol)


def _beside(node: Expression, is_vote: Callable[[Expression], bool]) -> Expression | None:
    """Give the name in `votes & name`."""
    left, right = map(bare, node.parts)
    for one, other in ((left, right), (right, left)):
        if one.kind == "name" and is_vote(other):
            return one
    return None


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
