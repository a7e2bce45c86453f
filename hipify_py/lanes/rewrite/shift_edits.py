"""The edits that give 64 bits to what is shifted by a lane's number, or beside a mask."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.rewrite.warp32 import edited
from hipify_py.model import Span

if TYPE_CHECKING:
    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.lanes.flow.lane_masks import Masks
    from hipify_py.model import Edit
    from hipify_py.source.expressions import Expression

DOUBLED = {b"31": b"63", b"32": b"64"}


class Text(NamedTuple):
    """Where a statement begins in the code, of which the nodes' spans count from there."""

    code: bytes
    start: int

    def span(self, node: Expression) -> Span:
        """Give where a node stands in the code."""
        return node.within(self.start)

    def of(self, node: Expression) -> bytes:
        """Give the text of a node."""
        return self.code[slice(*self.span(node))]


def shifted(text: Text, node: Expression, body: Body, masks: Masks, last: bytes) -> tuple[Edit, ...]:
    """Widen what is shifted by a lane's number: one bit, or all of them."""
    left, right = node.parts
    kind = masks.shift(node, body.function, text.start)
    if kind == "bit":
        return (_widened_constant(text, left),)
    if kind in {"ones", "below"}:
        ones = edited(text.span(left), _wide(b"".join(text.of(left).split())))
        top = edited(text.span(right.parts[0]), DOUBLED[right.parts[0].text]) if kind == "below" else None
        return (ones, top) if top else (ones,)
    named = node.text == b"<<" and left.kind == "name"
    mask = named and masks.is_named(left.text, body.function, text.span(left).start)
    above = mask and masks.from_top(right, body.function, text.start)
    return (edited(text.span(right.parts[0]), last),) if above else ()


def _widened_constant(text: Text, node: Expression) -> Edit:
    """Give 64 bits to what is shifted: to a number, or by a cast to what is named."""
    number = node.parts[0] if node.kind == "unary" else node
    if number.kind == "number":
        return edited(text.span(number), number.text.rstrip(b"uU") + b"ull")
    begins = text.span(node).start
    return edited(Span(begins, begins), b"(unsigned long long)")


def _wide(text: bytes) -> bytes:
    """Give a constant with its upper bits set for 64 bits."""
    digits = text[2:].rstrip(b"uU") if text[:2].lower() == b"0x" else b"ffffffff"
    return b"0xffffffff" + digits + b"ull"
