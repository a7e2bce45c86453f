"""What stays in 32 bits beside a mask of lanes that has 64, and what names the lanes of 32 alone there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.class_fields import field_types
from hipify_py.lanes.flow.mask_nodes import MEETS, PICKS
from hipify_py.lanes.flow.mask_shifts import FULL, NARROW, SUMS
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.warp_names import GIVE_MASKS
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.type_sizes import whole_bits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.lanes.flow.lane_masks import Masks
    from hipify_py.source.expressions import Expression

TAKEN, GIVEN, BITS, LANE = "takes", "gives back", "the bits of a mask", "the lane"
WITHIN = {b"&": NARROW - 1, b"%": NARROW}
MADE = tuple(sorted(GIVE_MASKS))


def narrow_beside(body: Body, masks: Masks) -> Iterator[Hazard]:
    """Report elements, members and shifts of 32 bits that meet a mask, and shifts by a lane of 32."""
    votes = _votes(body, masks)  # alone: what else meets bits by lanes may be any data
    for node, _, start in masks.operations(body):
        if node.kind == "binary" and node.within(start) in masks.met[body.function]:
            yield from _shifted(node, start, body, masks)
        elif node.kind == "binary" and node.text in SUMS:
            yield from _all_of_32(node, start, body, masks)
        elif node.kind == "binary" and node.text in MEETS:
            yield from _loaded(node, start, body, masks, votes)
            yield from _chosen(node, start, body, masks)
    if body.name in masks.givers and body.function.kind != "macro":
        for one in body.returned:
            if _is_narrow(expression(masks.unit.code[slice(*one)]), one.start, body, masks):
                yield Hazard("W003", one, GIVEN)


def _shifted(node: Expression, start: int, body: Body, masks: Masks) -> Iterator[Hazard]:
    """Report a shift beside a mask that has 32 bits still, and one by the number of a lane below 32."""
    if masks.shift(node, body.function, start) == "":
        yield Hazard("W012", node.within(start), BITS)
        return
    by = bare(node.parts[1])
    if by.kind != "binary" or by.text not in WITHIN or masks.is_lane(by, body.function, start):
        return  # an index of threads, of which another rule speaks
    if body.facts.constants.plain(by.parts[1]) == WITHIN[by.text]:
        yield Hazard("W012", node.within(start), LANE)


def _all_of_32(node: Expression, start: int, body: Body, masks: Masks) -> Iterator[Hazard]:
    """Report all of 32 lanes in a sum with a mask: `0xffffffff - (1u << s) + 1`."""
    for one, other in (node.parts, node.parts[::-1]):
        is_all = one.kind in {"number", "name"} and _is_full(one, body)
        if is_all and masks.is_mask(other, body.function, start):
            yield Hazard("W024", one.within(start))


def _chosen(node: Expression, start: int, body: Body, masks: Masks) -> Iterator[Hazard]:
    """Report all of 32 lanes as one choice of what is put to a mask: `m & (p ? ~0u : 1u << s)`."""
    for one, other in (node.parts, node.parts[::-1]):
        choices = [part for part in (other, *other.parts) if part.kind == "?"]  # behind `~`, too
        all_ = [part for each in choices for part in each.parts[1:] if _is_full(part, body)]
        if all_ and masks.is_mask(one, body.function, start):
            yield from (Hazard("W024", part.within(start)) for part in all_)


def _is_full(node: Expression, body: Body) -> bool:
    number = body.facts.constants.of(node)
    return number is not None and (number.bits, number.value) == (NARROW, FULL)


def _loaded(
    node: Expression, start: int, body: Body, masks: Masks, votes: frozenset[bytes]
) -> Iterator[Hazard]:
    """Report what is loaded in 32 bits and put to votes."""
    for one, other in (node.parts, node.parts[::-1]):
        if _is_narrow(other, start, body, masks) and any(
            part.name in GIVE_MASKS
            if part.kind == "call"
            else body.names.symbol(part.text, part.within(start).start) in votes
            for part in _joined(one)
        ):
            yield Hazard("W003", other.within(start), TAKEN)


def _joined(node: Expression) -> Iterator[Expression]:
    """Give the names and the calls of which the bits of a value come as they are."""
    todo = [node]
    while todo:
        one = bare(todo.pop())
        if one.kind in {"name", "call"}:
            yield one
        elif (one.kind == "binary" and one.text in PICKS) or (one.kind, one.text) == ("unary", b"~"):
            todo += one.parts


def _votes(body: Body, masks: Masks) -> frozenset[bytes]:
    """Give the symbols of the names that are given what lanes vote."""
    code = masks.unit.code
    given = (one for one in body.given if any(word in code[slice(*one.value)] for word in MADE))
    return (
        frozenset(body.names.symbol(one.name, one.value.start) for one in given if one.name)
        & masks.names[body.function]
    )


def _is_narrow(node: Expression, at: int, body: Body, masks: Masks) -> bool:
    """Say whether a node is an element, a member or what a pointer leads to, of 32 bits and no mask."""
    node = bare(node)
    if masks.is_mask(node, body.function, at):
        return False
    if node.kind == "member":
        types = field_types(masks.unit).get(node.text, set())
        return bool(types) and all(whole_bits(one) == NARROW for one in types)
    led = node.kind == "subscript" or (node.kind, node.text) == ("unary", b"*")
    of = node.parts[0] if led else node
    made = body.names.declaration(of.text, at + of.span.start) if led and of.kind == "name" else None
    return made is not None and made.pointers == 1 and whole_bits(made.type_in(masks.unit.code)) == NARROW
