"""Sums by halves, written out step by step, of groups of lanes whose number is not known.

In `if (N >= 32) v += __shfl_down_sync(all, v, 16); if (N >= 16) v += __shfl_down_sync(all, v, 8); ...` the
first lane of each group of `N` reads from its own alone, and what the others make of theirs nobody uses.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.hazards.halving_trees import DOWN, Group, HalvingTree
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_model import LOOPS
from hipify_py.source.spans import holds
from hipify_py.source.tokens import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.hazards.lane_exits import LaneExits
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Condition
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

FROM = {b">=": 0, b">": 1}  # how many more than its number a bound asks for
MOST_STEPS = 12  # on either side of one


class Step(NamedTuple):
    """What is given by a step, how far it reaches, and from how many lanes in the group on it is done."""

    given: Span
    far: int
    least: int


def group_of_steps(unit: Unit, op: WarpOp, found: Sequence[WarpOp], exits: LaneExits) -> Group | None:
    """Give the group of lanes over which a shuffle is a step of such a sum; `found` are all, in order."""
    value, loops = _handed(unit, op), _loops(exits, op)
    tree = HalvingTree(unit, exits)
    if len(tree.names.declared.get(value, ())) != 1 or not tree.is_of_turn(value, loops):
        return None
    at = bisect_left(found, op.span.start, key=lambda one: one.span.start)
    near = found[max(0, at - MOST_STEPS) : at + MOST_STEPS]
    ops = [one for one in near if _handed(unit, one) == value and _loops(exits, one) == loops]
    widths = {width for one in ops for width, _ in _bounds(unit, one, exits)}
    steps = [step for one in ops if (step := _step(unit, one, value, exits))]
    if len(widths) != 1 or len(steps) < len(ops) or not _stays(steps):
        return None
    (width,) = widths
    behind = exits.model.function.body._replace(start=min(one.given.start for one in steps))
    used = [one for one in words(unit.code, value, within=behind) if not _is_of_step(unit, one, steps)]
    led = all(tree.is_led(one.start, width) for one in used)
    return Group(width, exits.values.constants.plain(expression(width))) if led else None


def _handed(unit: Unit, op: WarpOp) -> bytes:
    """Give the name that a shuffle hands down."""
    given = op.call.arguments[int(is_sync(op)) :] if op.call and op.name in DOWN else ()
    node = _node(unit, given[0]) if len(given) > 1 else None
    return node.text if node and node.kind == "name" else b""


def _loops(exits: LaneExits, op: WarpOp) -> list[Condition]:
    return [one for one in exits.model.path(op.span.start) if one.keyword in LOOPS]


def _bounds(unit: Unit, op: WarpOp, exits: LaneExits) -> Iterator[tuple[bytes, int]]:
    """Give what has to be how large for a shuffle to be done: `N >= 32`."""
    for one in exits.model.path(op.span.start):
        node = _node(unit, one.span)
        if one.keyword == "if" and not one.otherwise and node.kind == "binary" and node.text in FROM:
            width, least = bare(node.parts[0]), exits.values.constants.plain(node.parts[1])
            if width.kind == "name" and least is not None:
                yield width.text, least + FROM[node.text]


def _step(unit: Unit, op: WarpOp, value: bytes, exits: LaneExits) -> Step | None:
    """Read a shuffle as a step that gives a name what it makes of it."""
    assert op.call is not None
    far = exits.values.constants.plain(_node(unit, op.call.arguments[1 + is_sync(op)]))
    made = [one.value for one in exits.model.assignments if one.name == value and holds(one.value, op.span)]
    least = max((least for _, least in _bounds(unit, op, exits)), default=0)
    return Step(made[0], far, least) if len(made) == 1 and far and far > 0 else None


def _stays(steps: Sequence[Step]) -> bool:
    """Say whether the steps that are done for some number of lanes reach over no more than these."""
    some = {one.least for one in steps} - {0}
    return all(sum(one.far for one in steps if one.least <= lanes) < lanes for lanes in some)


def _is_of_step(unit: Unit, word: Token, steps: Sequence[Step]) -> bool:
    """Say whether a name stands in what a step gives, or is what that is given to: `v` of `v +=`."""
    inside = any(one.given.start <= word.start < one.given.end for one in steps)
    ends = (b"=", b"+=")
    return inside or any(
        word.start < one.given.start
        and unit.code[word.start + len(word.text) : one.given.start].strip() in ends
        for one in steps
    )


def _node(unit: Unit, span: Span) -> Expression:
    return bare(expression(unit.code[slice(*span)]))
