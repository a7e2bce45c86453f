"""Bitmaps of 64 bits in memory, in which one asks for bits from the upper end on: no masks of lanes.

`word = words[i]; word & (1ull << 63 - k)` finds no lane of a warp of 32, whose masks have no such bits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.mask_nodes import PICKS
from hipify_py.lanes.rewrite.stored_bits import stored_width
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.tokens import words
from hipify_py.source.type_sizes import whole_bits

if TYPE_CHECKING:
    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.lanes.flow.lane_masks import Masks
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment
    from hipify_py.source.unit import Unit

WIDE, NARROW = 64, 32  # bits
COUNTS = frozenset((b"__popcll", b"__ffsll", b"__clzll", b"__brevll"))  # of 64 bits
SHIFTS = frozenset((b"<<", b">>"))
MOST = 64  # places that name one


def is_bitmap(unit: Unit, given: Assignment, body: Body, masks: Masks) -> bool:
    """Say whether a name is given such a word, and used as one wherever it stands."""
    code, name, at = unit.code, given.target, given.value.start
    made = body.names.declaration(name, at)
    if made is None or made.pointers or whole_bits(made.type_in(code)) != WIDE or given.operator:
        return False
    if len(body.names.given.get(name, ())) != 1 or len(body.names.declared.get(name, ())) != 1:
        return False
    if stored_width(unit, expression(code[slice(*given.value)]), body.function, at) != WIDE:
        return False
    own = {made.at.start, code.rfind(name, 0, at)}  # where it is declared, and given the word
    used = {one.start for one in words(code, name, within=body.function.body)} - own
    kinds = {place: kind for place, kind in _uses(name, body, masks) if place in used}
    return used == kinds.keys() and len(used) <= MOST and "upper" in kinds.values()


def _uses(name: bytes, body: Body, masks: Masks) -> list[tuple[int, str]]:
    """Give where a name is an operand that may be a bitmap, and whether an "upper" bit of it is asked for."""
    found = []
    for node, _, start in masks.operations(body):
        counted = node.kind == "call" and node.name in COUNTS
        shifted = node.kind == "binary" and node.text in SHIFTS
        if counted or shifted:
            found += [(one.within(start).start, "plain") for one in node.parts[:1] if one.text == name]
        elif node.kind == "binary" and node.text in PICKS:
            for one, other in (node.parts, node.parts[::-1]):
                if (one.kind, one.text) == ("name", name) and _is_upper(bare(other), body):
                    found.append((one.within(start).start, "upper"))
    return found


def _is_upper(node: Expression, body: Body) -> bool:
    """Say whether a node is one bit of 64 that is counted from the upper half: `1ull << 63 - k`."""
    constants = body.facts.constants
    if (node.kind, node.text) != ("binary", b"<<"):
        return False
    bit, count = constants.of(node.parts[0]), bare(node.parts[1])
    is_from = (count.kind, count.text) == ("binary", b"-")
    first = constants.plain(count.parts[0]) if is_from else None
    one = bit is not None and (bit.value, bit.bits) == (1, WIDE)
    return one and first is not None and NARROW < first < WIDE  # by 32 - k masks of 32 lanes are shifted
