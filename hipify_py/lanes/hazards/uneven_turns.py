"""Loops that warps of a block leave after turns of differing number, as their indices say: `i < warp; ++i`.

A loop that goes over its data by larger steps may well have as many turns for all warps: where barriers
stand in it CUDA asks for that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.uniformity import COMPARES
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import names
from hipify_py.source.tokens import OWN_NAME

if TYPE_CHECKING:
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Loop, Model
    from hipify_py.source.unit import Unit

ASKS = frozenset({*COMPARES, b"!=", b"=="})


def has_uneven_turns(unit: Unit, of: Model, head: Span, values: LazyValues) -> bool:
    """Say whether a loop counts one by one, from or up to the index of a thread or of its warp."""
    loop = of.loop(head)
    return loop is not None and _is_uneven(unit, of, loop, loop.condition, values)


def ends_unevenly(unit: Unit, of: Model, head: Span, asked: Span, values: LazyValues) -> bool:
    """Say whether what a `break` of a loop asks holds turns, counted one by one, against such an index."""
    loop = of.loop(head)
    return loop is not None and _is_uneven(unit, of, loop, asked, values)


def _is_uneven(unit: Unit, of: Model, loop: Loop, at: Span, values: LazyValues) -> bool:
    asked = expression(unit.code[slice(*at)])
    if (asked.kind, asked.text) == ("binary", b"-") or asked.kind in {"name", "unary"}:
        sides: tuple[Expression, ...] = (asked,)  # as in `while (n--)`
    elif asked.kind == "binary" and asked.text in ASKS:
        sides = asked.parts
    else:
        return False
    read = {name for side in sides for name in OWN_NAME.findall(_text(unit, at, side))}
    given = [one for one in of.assigned_in(loop.whole) if one.name in read and not _begins(loop, one)]
    known = names(unit, of.function)
    given = [
        one for one in given if known.symbol(one.name, one.value.start) == known.symbol(one.name, at.start)
    ]
    counted = {one.name for one in given}
    if len(counted) != 1 or not all(one.value and _steps(unit, one) for one in given):
        return False
    begun = [one.value for one in of.assigned_in(loop.start) if one.name in counted]
    held, before = values.at(at.start), values.at(loop.whole.start)
    first = [values.at(one.start).value(expression(unit.code[slice(*one)])) for one in begun]
    first += [] if begun else [before.value(expression(name)) for name in counted]
    others = [side for side in sides if counted.isdisjoint(OWN_NAME.findall(_text(unit, at, side)))]
    return any(one.indices for one in [*first, *map(held.value, others)])


def _text(unit: Unit, at: Span, side: Expression) -> bytes:
    return unit.code[slice(*side.within(at.start))]


def _begins(loop: Loop, one: Assignment) -> bool:
    return loop.start.start <= one.value.start < loop.start.end


def _steps(unit: Unit, one: Assignment) -> bool:
    """Say whether a count goes on by one: `++i`, `i += 1`, `i = i + 1`."""
    text = b"".join(unit.code[slice(*one.value)].split())
    if one.operator in {b"+", b"-"}:
        return text in {b"1", b"1u", one.name}
    return not one.operator and text in {one.name + b"+1", one.name + b"-1", b"1+" + one.name}
