"""Names that lanes of a group have alike whenever a loop asks for them: they got them from one lane of it.

`row = __shfl_sync(mask, row, 0, 8)` before the loop and at the end of each turn lets groups of 8 lanes leave
it as wholes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.lattice import LANE
from hipify_py.lanes.hazards.fixed_numbers import constant_of
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import alike as alike_text
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import model, names
from hipify_py.source.spans import holds

if TYPE_CHECKING:
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.source.function_model import Assignment, Loop, Model

LANES = 32
FROM_LANE = {b"__shfl": 0, b"__shfl_sync": 1}  # with how many arguments before the value
SKIPS = frozenset(("continue", "goto"))


def got_by_groups(name: bytes, at: int, values: LazyValues, width: bytes) -> int:
    """Give how many lanes side by side have alike what a loop asks for by a name; 1 if that is not told.

    A group of a `width` that is no number counts as a whole warp.
    """
    read = model(values.unit, values.function)
    loop = next((one for one in read.loops if one.condition.start <= at < one.condition.end), None)
    if loop is None or not loop.condition.end <= loop.body.start:
        return 1
    last = _last(name, at, values, read, loop)
    return min((_from_one_lane(one, values, width) for one in last), default=1)


def _last(name: bytes, at: int, values: LazyValues, read: Model, loop: Loop) -> tuple[Assignment, ...]:
    """Give what gives a name its value last before a loop and in each turn; nothing where that varies."""
    given = names(values.unit, values.function).given_at(name, at)
    before = [one for one in given if one.value.end <= loop.whole.start]
    inside = [one for one in given if holds(loop.whole, one.value)]
    if not before or not inside or not holds(loop.body, inside[-1].value):
        return ()
    begin, end = before[-1], inside[-1]
    way, around = read.path(begin.value.start), read.path(loop.whole.start)
    skips = any(jump.kind in SKIPS and jump.at < end.value.start for jump in read.jumps_in(loop.body))
    is_always = way == around[: len(way)] and len(read.path(end.value.start)) == len(around) + 1
    return (begin, end) if is_always and not skips else ()


def _from_one_lane(one: Assignment, values: LazyValues, width: bytes) -> int:
    """Give among how many lanes a value is taken from one of them, the same for all; 1 of another."""
    node = bare(expression(values.unit.code[slice(*one.value)]))
    first = FROM_LANE.get(node.text, -1) if node.kind == "call" else -1
    given = node.parts[first:] if first >= 0 else ()
    if one.operator or one.target.strip() != one.name or len(given) != 3:
        return 1
    if values.at(one.value.start).value(given[1]).level >= LANE:
        return 1
    if number := constant_of(bare(given[2]), values):
        return max(1, min(number.value, LANES))
    return LANES if width and alike_text(bare(given[2]), bare(expression(width))) else 1
