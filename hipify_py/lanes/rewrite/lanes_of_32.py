"""Counts and places of lanes that are held against a warp of 32: `32 - __popc(m)`, `m ? __ffs(m) - 1 : 31`.

Of 64 lanes the first counts too few without a vote, and the second takes a lane that may vote for none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.lanes.flow.lane_masks import Masks
    from hipify_py.source.expressions import Expression

READ = frozenset((b"__popc", b"__popcll", b"__ffs", b"__ffsll"))
MOVES = frozenset((b"+", b"-"))  # what makes another lane of a lane
LAST = frozenset((31, 32))


def counts_in_32(
    node: Expression, around: Sequence[Expression], body: Body, start: int, masks: Masks
) -> bool:
    """Say whether what is read from a mask of lanes is taken from 32, or 31 or 32 stands for none."""
    if node.kind != "call" or node.name not in READ or len(node.parts) != 1:
        return False
    other = _held_against(node, around)
    number = body.facts.constants.of(other) if other else None
    return number is not None and number.value in LAST and masks.is_mask(node.parts[0], body.function, start)


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
