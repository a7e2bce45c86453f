"""Masks of lanes that are put to words of 32 bits in memory: `votes & w[i]`.

What is stored there was made for warps of 32 lanes; the upper half of a wavefront finds no bits in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.integers import COMPARED
from hipify_py.lanes.flow.mask_nodes import PICKS
from hipify_py.lanes.hazard import Hazard
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import names
from hipify_py.source.type_sizes import whole_bits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.lanes.flow.lane_masks import Masks
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

PUT_TO = frozenset((*PICKS, *COMPARED, b"|", b"^"))
NARROW = 32  # bits


def is_plain_mask(part: Expression, function: Function, start: int, masks: Masks) -> bool:
    """Say whether an operand is a name that holds a mask, or a call that makes one."""
    node = bare(part)
    named = masks.is_named(node.text, function, node.within(start).start)
    return named or (node.kind == "call" and masks.is_mask(part, function, start))


def stored_bits(unit: Unit, body: Body, masks: Masks) -> Iterator[Hazard]:
    """Report operators between a mask and an element of 32 bits."""
    function = body.function
    for node, _, start in masks.operations(body):
        if node.kind != "binary" or node.text not in PUT_TO:
            continue
        pairs = [node.parts, node.parts[::-1]][
            : 1 if node.text.endswith(b"=") and node.text not in COMPARED else 2
        ]
        for part, other in pairs:  # what is kept in memory is told of as that
            stored = is_plain_mask(part, function, start, masks) and _is_stored(unit, other, function, start)
            if stored and not masks.is_mask(other, function, start):
                yield Hazard("W024", node.within(start))


def _is_stored(unit: Unit, node: Expression, function: Function, start: int) -> bool:
    """Say whether a value is an element of 32 bits of what the function declares, or its complement."""
    node = bare(node)
    if (node.kind, node.text) == ("unary", b"~"):
        node = bare(node.parts[0])
    return stored_width(unit, node, function, start) == NARROW


def stored_width(unit: Unit, node: Expression, function: Function, start: int) -> int | None:
    """Give of how many bits an element is of what the function declares; None of what is no such one."""
    node, deep = bare(node), 0
    while node.kind == "subscript" or (node.kind, node.text) == ("unary", b"*"):
        node, deep = bare(node.parts[0]), deep + 1
    known = names(unit, function)
    made = known.declaration(node.text, node.within(start).start) if deep and node.kind == "name" else None
    is_one = made is not None and made.pointers == deep
    return whole_bits(made.type_in(unit.code)) if made and is_one else None
