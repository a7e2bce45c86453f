"""Loops of which all lanes of a warp make as many turns, as they go over a whole number of warps.

With `F` elements a lane, `for (i = lane * F; i < m; i += 32 * F * k)` has as many turns for each lane where
`m` is a multiple of `32 * F`, as what is rounded is: `(n + 31) / 32 * 32`, `(n + 31) & ~31`, `n - n % 32`.
Where some lanes share an element, as in `for (i = thread / F; i < m; i += 32 * k / F)`, that is so for a
multiple of 32. All of that may begin and end further on: `i = first + lane * F; i < first + m`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.followed import held
from hipify_py.lanes.flow.lattice import LANE, UNIFORM
from hipify_py.lanes.hazards.fractions import may_be_fraction
from hipify_py.lanes.hazards.moved_bounds import moved_back
from hipify_py.lanes.hazards.multiples import Factors
from hipify_py.lanes.hazards.products import Multiple, operands
from hipify_py.lanes.hazards.rounded_turns import Rounded
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import MIRRORED, bare
from hipify_py.source.function_model import LOOPS
from hipify_py.source.function_reading import names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Loop, Model
    from hipify_py.source.unit import Unit

LANES, WAVEFRONT = 32, 64
ASKED = frozenset((b"<", b">", b"!="))


def has_even_turns(unit: Unit, of: Model, loop: Loop, values: LazyValues, lanes: int = LANES) -> bool:
    """Say whether all lanes of a warp make as many turns of a loop, unless they leave it from inside.

    `lanes` says how many these are: 64 where code works on whole wavefronts.
    """
    asked = _by_lane(expression(unit.code[slice(*loop.condition)]), loop.condition.start, values)
    steps = of.assigned_in(loop.step)
    begun = of.assigned_in(loop.start) or _begun_before(unit, of, loop, steps)
    if asked.kind != "binary" or asked.text not in ASKED or len(begun) != 1 or len(steps) != 1:
        return False
    count = begun[0].name
    (left, right), sign = asked.parts, asked.text
    if (right.kind, right.text) == ("name", count):
        left, right, sign = right, left, MIRRORED.get(sign, sign)
    counted = (left.kind, left.text) == ("name", count) and sign != b">" and steps[0].operator == b"+"
    if not count or not counted or steps[0].name != count or _gives(unit, of, loop, count):
        return False
    reading, at = Factors(unit, of, values, lanes), loop.condition.start
    if values.at(at).value(right).level == LANE or _may_be_fraction(reading, right, at):
        return False
    start, step = (expression(unit.code[slice(*one[0].value)]) for one in (begun, steps))
    start, right = moved_back(reading, start, right)
    rounded = Rounded(unit, of, values.constants)
    by_rests = _is_by_rests(reading, rounded, (start, right, step), at)
    if by_rests or rounded.turns_alike(start, right, step, at):
        return True
    if by := reading.shared_by(start, begun[0].value):
        return reading.multiple(right, at).holds(Multiple(lanes)) and reading.steps_by(step, at, by)
    least = reading.begins(start, begun[0].value)
    return least is not None and all(reading.multiple(node, at).holds(least) for node in (right, step))


def _is_by_rests(
    reading: Factors, rounded: Rounded, way: tuple[Expression, Expression, Expression], at: int
) -> bool:
    """Say whether a loop begins with a rest below its step, and ends at a multiple of that for all lanes.

    What the two halves of a wavefront have each for themselves need not be so.
    """
    start, end, step = way
    below = rounded.rest_below(start, step, at)
    if not below or (reading.lanes != LANES and reading.values.at(at).value(end).level != UNIFORM):
        return False
    return reading.multiple(end, at).holds(Multiple(below)) or rounded.ends_at(end, step, at)


def _may_be_fraction(reading: Factors, bound: Expression, at: int) -> bool:
    code = reading.unit.code
    return may_be_fraction(reading.unit, reading.names, held(code, reading.names, bare(bound), at), at)


def _by_lane(asked: Expression, at: int, values: LazyValues) -> Expression:
    """Give what a loop asks without the parts that the lanes of a warp have alike: `i < n && go`."""
    parts = [one for one in operands(asked, b"&&") if values.at(at).value(one).level == LANE]
    return bare(parts[0]) if len(parts) == 1 else asked


def _gives(unit: Unit, of: Model, loop: Loop, count: bytes) -> bool:
    """Say whether the body of a loop gives its count a value: not another of that name, declared within."""
    known, at = names(unit, of.function), loop.condition.start
    inside = known.given_in(count, loop.body)
    return any(known.symbol(count, one.value.start) == known.symbol(count, at) for one in inside)


def _begun_before(unit: Unit, of: Model, loop: Loop, steps: Sequence[Assignment]) -> Sequence[Assignment]:
    """Give what a loop's count is given before it, if that and the step are all it is given."""
    if len(steps) != 1:
        return ()
    given = names(unit, of.function).given_at(steps[0].name, loop.condition.start)
    before = [one for one in given if one not in steps]
    if len(before) != 1 or before[0].operator or before[0].value.start > loop.whole.start:
        return ()
    around, own = of.path(loop.whole.start), of.path(before[0].value.start)
    again = any(one.keyword in LOOPS for one in around[len(own) :])
    return before if around[: len(own)] == own and not again else ()
