"""Give what a lane's number shifts the 64 bits of a mask: one bit, or all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.rewrite.warp32 import edited
from hipify_py.model import Span

if TYPE_CHECKING:
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.lanes.flow.lane_masks import Masks
    from hipify_py.model import Edit
    from hipify_py.source.expressions import Expression

DOUBLED = {b"31": b"63", b"32": b"64"}


def shift_edits(node: Expression, start: int, body: Body, masks: Masks, last: bytes) -> tuple[Edit, ...]:
    """Widen what a shift is of.

    `start` is where its statement begins, `last` the last lane of a mask in 64 bits.
    """
    left, right = node.parts
    kind = masks.shift(node, body.function, start)
    if kind == "bit":
        return (_wide_bit(left, start, body.facts.constants),)
    if kind in {"ones", "below"}:
        written = masks.unit.code[slice(*left.within(start))]
        ones = edited(left.within(start), _wide(b"".join(written.split())))
        top = right.parts[0] if kind == "below" else right
        return (ones, edited(top.within(start), DOUBLED[top.text])) if kind == "below" else (ones,)
    named = node.text == b"<<" and left.kind == "name"
    mask = named and masks.is_named(left.text, body.function, left.within(start).start)
    above = mask and masks.from_top(right, body.function, start)
    return (edited(right.parts[0].within(start), last),) if above else ()


def _wide_bit(node: Expression, start: int, constants: ConstantTable) -> Edit:
    """Give the one that is shifted 64 bits: a name by a cast, and others as a number."""
    at = node.within(start)
    if node.kind == "name":
        return edited(Span(at.start, at.start), b"(unsigned long long)")
    digits = node.text.rstrip(b"uU") if node.kind == "number" else b"%d" % (constants.plain(node) or 1)
    return edited(at, digits + b"ull")


def _wide(text: bytes) -> bytes:
    """Give a constant with its upper bits set for 64 bits."""
    digits = text[2:].rstrip(b"uU") if text[:2].lower() == b"0x" else b"ffffffff"
    return b"0xffffffff" + digits + b"ull"
