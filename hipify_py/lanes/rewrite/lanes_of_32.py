"""Counts and places of lanes that are held against a warp of 32: `32 - __popc(m)`, `m ? __ffs(m) - 1 : 31`.

Of 64 lanes the first counts too few without a vote, and the second takes a lane that may vote for none. And
`m >> (lane & 16)` goes to one of two halves of 32 lanes, where 64 have four.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.source.expressions import bare

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.lanes.flow.lane_masks import Masks
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression

READ = frozenset((b"__popc", b"__popcll", b"__ffs", b"__ffsll"))
MOVES = frozenset((b"+", b"-"))  # what makes another lane of a lane
LAST = frozenset((31, 32))
HALVES = range(16, 31)  # numbers with the bit of 16 and without that of 32; 31 is told of as the lane's own


def counts_in_32(
    node: Expression, around: Sequence[Expression], body: Body, start: int, masks: Masks
) -> bool:
    """Say whether what is read from a mask of lanes is taken from 32, or 31 or 32 stands for none.

    Or the mask is shifted to a half of 32 lanes.
    """
    if node.kind == "binary" and node.text in {b">>", b">>="}:
        return _goes_to_half(node, body, start, masks)
    if node.kind != "call" or node.name not in READ:
        return False
    other = _held_against(node, around)
    number = body.facts.constants.of(other) if other else None
    return number is not None and number.value in LAST and _is_read(node, body, start, masks)


def places_for_none(body: Body, masks: Masks) -> Iterator[Span]:
    """Give where 31 or 32 is given in place of a lane that is made of what is read from a mask.

    Where what is read stands alone, or beside one operator, `counts_in_32` tells of it.
    """
    for start, root in masks.statements(body):
        for node in root.walk():
            if node.kind == "?" and len(node.parts) > 2:
                _, one, other = node.parts
                both = ((one, other), (other, one))
                if any(_stands_for_none(of, by, body, start, masks) for of, by in both):
                    yield node.within(start)


def _stands_for_none(one: Expression, other: Expression, body: Body, start: int, masks: Masks) -> bool:
    number = body.facts.constants.of(other)
    if number is None or number.value not in LAST:
        return False
    todo = [(bare(one), 0)]
    while todo:
        node, depth = todo.pop()
        if node.kind == "binary" and node.text in MOVES:
            todo += ((bare(part), depth + 1) for part in node.parts)
        elif depth > 1 and _is_read(node, body, start, masks):
            return True
    return False


def _is_read(node: Expression, body: Body, start: int, masks: Masks) -> bool:
    """Say whether something is read from a mask of lanes."""
    of_one = node.kind == "call" and node.name in READ and len(node.parts) == 1
    return of_one and masks.is_mask(node.parts[0], body.function, start)


def _goes_to_half(node: Expression, body: Body, start: int, masks: Masks) -> bool:
    """Say whether a mask is shifted by the bits of a lane's number that tell halves of 32 lanes apart."""
    by = bare(node.parts[1])
    if (by.kind, by.text) != ("binary", b"&") or not masks.is_mask(node.parts[0], body.function, start):
        return False
    pairs = [(one, body.facts.constants.plain(to)) for one, to in (by.parts, by.parts[::-1])]
    return any(
        number is not None and number in HALVES and masks.is_lane(one, body.function, start)
        for one, number in pairs
    )


def _held_against(node: Expression, around: Sequence[Expression]) -> Expression | None:
    """Give what a value is taken from, or what is given in its place on a condition."""
    below = node
    for outer in reversed(around):
        if outer.kind == "?":
            _, *both = outer.parts
            return next((one for one in both if one is not below), None) if below in both else None
        if outer.kind == "binary" and outer.text == b"-" and outer.parts[1] is below:
            return outer.parts[0]
        if outer.kind == "binary" and outer.text not in MOVES:
            return None
        below = outer
    return None
