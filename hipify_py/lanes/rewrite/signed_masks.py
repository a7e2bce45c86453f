"""Masks kept in an `int`: with lane 31's bit it is less than 0, and has 33 bits more in 64."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.integers import COMPARED
from hipify_py.lanes.flow.mask_shifts import BITS
from hipify_py.lanes.flow.value_types import is_narrow
from hipify_py.lanes.rewrite.counted_masks import NARROW, is_held, reaches_above
from hipify_py.lanes.rewrite.warp32 import edited
from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_names import name_of
from hipify_py.source.type_sizes import is_unsigned, whole_bits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.lanes.flow.lane_masks import Masks
    from hipify_py.model import Edit
    from hipify_py.source.expressions import Expression

MEETS = frozenset((b"&", b"|", b"^", b"+", b"-", *COMPARED))
SHIFTS = frozenset((b"<<", b">>"))
MAKES = MEETS - frozenset(COMPARED)
HANDS = frozenset((b"", b"|", b"^", b"+", b"-"))  # with `=`
GIVES = frozenset(b"= &= |= ^= += -=".split())


def without_sign(
    node: Expression, around: Sequence[Expression], start: int, body: Body, masks: Masks
) -> Iterator[Edit]:
    """Leave the sign of a mask in an `int` behind where an operation holds it against one of 64 bits.

    Where an `int` takes what comes out, the bits above are none of its own; of `&` they count where the other
    may have one.
    """
    if node.kind != "binary" or node.text not in MEETS or _is_kept_in_int(around, start, body, masks):
        return
    for one, other in (node.parts, node.parts[::-1]):
        if is_in_int(one, start, body, masks) and masks.is_mask(other, body.function, start):
            wide = not is_in_int(other, start, body, masks)
            if wide and (node.text != b"&" or reaches_above(other, body, masks, start)):
                yield from unsigned(one, start)


def handed_without_sign(body: Body, masks: Masks) -> Iterator[Edit]:
    """Leave the sign behind where a mask in an `int` is given to a name or a function that has 64 bits."""
    code = masks.unit.code
    spans = [
        one.value
        for one in body.given
        if one.operator in HANDS and masks.is_named(one.target, body.function, one.value.start)
        if _has_64(one.name, one.value.start, body, code)
    ]
    spans += [
        argument
        for argument, callee, symbol in masks.passed(body)
        if symbol in masks.names[callee.function]
        if _has_64(name_of(symbol), callee.function.body.start, callee, code)
    ]
    for span in spans:
        node = expression(code[slice(*span)])
        if is_in_int(node, span.start, body, masks):
            yield from unsigned(node, span.start)


def unsigned(node: Expression, start: int) -> tuple[Edit, ...]:
    """Cast a value of 32 bits to one without a sign."""
    at = node.within(start)
    if node.kind not in {"binary", "?"}:
        return (edited(Span(at.start, at.start), b"(unsigned)"),)
    return edited(Span(at.start, at.start), b"(unsigned)("), edited(Span(at.end, at.end), b")")


def is_in_int(node: Expression, at: int, body: Body, masks: Masks) -> bool:
    """Say whether a mask, or what is made of one, has 32 bits and a sign."""
    if node.kind == "name":
        return is_signed(node, body, at, masks.unit.code) and is_held(node, at, body, masks)
    if node.kind == "cast":
        narrow = whole_bits(node.text) == NARROW and not is_unsigned(node.text)
        return narrow and masks.is_mask(node.parts[0], body.function, at)
    if node.kind == "unary" and node.text in {b"~", b"-"}:
        return is_in_int(node.parts[0], at, body, masks)
    if node.kind == "binary" and node.text in SHIFTS:
        return is_in_int(node.parts[0], at, body, masks)
    parts = node.parts[node.kind == "?" :] if node.kind == "?" or node.text in MAKES else ()
    held = [is_in_int(one, at, body, masks) for one in parts]
    return any(held) and all(
        one or not (masks.is_mask(part, body.function, at) or _is_long(part))
        for one, part in zip(held, parts, strict=True)
    )


def _is_long(node: Expression) -> bool:
    """Say whether a number of 64 bits stands in an expression."""
    return any(one.kind == "number" and b"l" in one.text.lower() for one in node.walk())


def is_signed(node: Expression, body: Body, at: int, code: bytes) -> bool:
    """Say whether a mask is kept in a name that has a sign and 32 bits."""
    node = bare(node)
    return node.kind == "name" and _is_int(node.text, at + node.span.start, body, code)


def _has_64(name: bytes, at: int, body: Body, code: bytes) -> bool:
    """Say whether a name that holds a mask has 64 bits and no sign, or gets these, by its type or an alias.

    What has a sign gets that of an `int` in CUDA, too.
    """
    made = body.names.declaration(name, at)
    type_ = made.type_in(code) if made and not made.pointers else b""
    type_ = body.facts.constants.types.get(type_, type_)
    return is_narrow(type_) or (whole_bits(type_) == BITS and is_unsigned(type_))


def _is_int(name: bytes, at: int, body: Body, code: bytes) -> bool:
    made = body.names.declaration(name, at)
    type_ = made.type_in(code) if made and not made.pointers else b""
    return whole_bits(type_) == NARROW and not is_unsigned(type_)


def _is_kept_in_int(around: Sequence[Expression], start: int, body: Body, masks: Masks) -> bool:
    parent = around[-1] if around else None
    gives = parent is not None and parent.kind == "binary" and parent.text in GIVES
    return parent is not None and gives and is_signed(parent.parts[0], body, start, masks.unit.code)
