"""Shuffles that read in each turn of a loop the lane of its number, where lanes leave behind their own turn.

`for (g = t & ~15; g <= t; g++) s += __shfl_sync(full, v, g, 16);` adds up what the lanes before have: who is
in the turn `g` has at least that number, and so has the lane that it reads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.flow.counted_loops import is_update
from hipify_py.lanes.flow.lattice import LANE, LANE_INDEX, OF_LANE, WHOLE
from hipify_py.lanes.hazards.lane_exits import leaves_before
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import MIRRORED, alike, bare

if TYPE_CHECKING:
    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.hazards.lane_exits import LaneExits
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Loop
    from hipify_py.source.unit import Unit

BY_LANE = frozenset((b"__shfl", b"__shfl_sync"))
WIDTHS = (2, 4, 8, 16, 32)
WARP = 32
WORD = 2**32


def reads_of_turns(unit: Unit, op: WarpOp, exits: LaneExits) -> bool:
    """Say whether a shuffle reads such lanes, and nobody is missing but who has left behind his own turn."""
    given = op.call.arguments[is_sync(op) :] if op.call and op.name in BY_LANE else ()
    loop = _loop_apart(op.span.start, exits)
    if loop is None or not 2 <= len(given) <= 3:
        return False
    number = exits.values.constants.number(unit.code[slice(*given[2])].strip()) if len(given) > 2 else None
    width = number.value if number else WARP if len(given) == 2 else 0
    count = unit.code[slice(*given[1])].strip()
    own = _bound(unit, loop, count)
    if width not in WIDTHS or own is None or not _is_index(own, loop, exits):
        return False
    begun = exits.model.assigned_in(loop.start)
    counted = len(begun) == 1 and begun[0].name == count and _steps(unit, loop, count, exits)
    return counted and _begins_alike(bare(_node(unit, begun[0].value)), own, width, loop, exits)


def _loop_apart(place: int, exits: LaneExits) -> Loop | None:
    """Give the one loop around a place that lanes leave after turns of differing number, if that is all."""
    around = exits.model.path(place)
    apart = [one for one in around if exits.differs(one)]
    if len(apart) != 1:
        return None
    spans, returned = {one.span for one in around}, exits.tables[0]
    loop = exits.model.loop(apart[0].span)
    left = leaves_before(place, returned.get(exits.model.home(place), []), spans)
    left = left or any(exits.tables[1].get(one) or exits.tables[2].get(one) for one in spans)
    is_plain = loop is not None and loop.keyword == "for" and not left and not exits.is_repeated(place)
    return loop if is_plain else None


def _bound(unit: Unit, loop: Loop, count: bytes) -> Expression | None:
    """Give what a loop's count may come to: `t` of `g <= t`."""
    asked = bare(_node(unit, loop.condition))
    if asked.kind != "binary":
        return None
    (left, right), sign = map(bare, asked.parts), asked.text
    if right.text == count:
        left, right, sign = right, left, MIRRORED.get(sign, sign)
    return right if (left.kind, left.text, sign) == ("name", count, b"<=") else None


def _is_index(own: Expression, loop: Loop, exits: LaneExits) -> bool:
    """Say whether something is the index of the thread or of the lane throughout a loop."""
    value = exits.values.at(loop.condition.start).value(own)
    names = {part.text for part in own.walk() if part.kind == "name"}
    changed = any(one.name in names for one in exits.model.assigned_in(loop.whole))
    is_lane = value.indices == LANE_INDEX and value.slope == OF_LANE.slope
    return not changed and (value.slope == WHOLE or is_lane) and own.kind in {"name", "member"}


def _steps(unit: Unit, loop: Loop, count: bytes, exits: LaneExits) -> bool:
    """Say whether a loop counts up by one, and by its head alone."""
    steps = exits.model.assigned_in(loop.step)
    if len(steps) != 1 or steps[0].name != count or steps[0].operator != b"+":
        return False
    by_one = is_update(unit.code, steps[0]) or unit.code[slice(*steps[0].value)].strip() == b"1"
    return by_one and not any(one.name == count for one in exits.model.assigned_in(loop.body))


def _begins_alike(node: Expression, own: Expression, width: int, loop: Loop, exits: LaneExits) -> bool:
    """Say whether all lanes of a group begin a loop with the same: with the first index of the group."""
    if exits.values.at(loop.start.start).value(node).level < LANE:
        return True
    if node.kind != "binary":
        return False
    (left, right), number = map(bare, node.parts), exits.values.constants.of
    if node.text == b"&" and alike(left, own) and (mask := number(right)):
        cleared = WORD - mask.value % WORD
        return cleared >= width and not cleared & (cleared - 1)
    if node.text == b"-" and alike(left, own) and (right.kind, right.text) == ("binary", b"%"):
        by = number(right.parts[1])
        return alike(bare(right.parts[0]), own) and by is not None and _is_of_groups(by.value, width)
    if node.text == b"*" and (left.kind, left.text) == ("binary", b"/"):
        by, to = number(left.parts[1]), number(right)
        is_same = by is not None and to is not None and by.value == to.value
        return alike(bare(left.parts[0]), own) and is_same and _is_of_groups(to.value if to else 0, width)
    return False


def _is_of_groups(number: int, width: int) -> bool:
    return number > 0 and number % width == 0


def _node(unit: Unit, span: tuple[int, int]) -> Expression:
    return expression(unit.code[slice(*span)])
