"""Lanes that a shuffle takes from half a warp of 32 away: `lane ^ 16`, `lane + 16`, `lane < 16 ? ...`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.lane_values import INDEX
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import names

if TYPE_CHECKING:
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit

HALF = 16
STEPS = frozenset((b"^", b"+", b"-"))


def leads_by_half(unit: Unit, facts: FunctionFacts, lane: Span) -> bool:
    """Say whether a lane is told by the own index and 16, be it under a name that is given once."""
    if facts.function is None or facts.values is None:
        return False
    node = expression(unit.code[slice(*lane)])
    if node.kind == "name" and (once := names(unit, facts.function).once(node.text)):
        lane, node = once.value, expression(unit.code[slice(*once.value)])
    signs = (one for one in node.walk() if one.kind == "binary" and one.text in STEPS)
    return any(_is_half(one, facts, lane.start) for one in signs)


def _is_half(node: Expression, facts: FunctionFacts, at: int) -> bool:
    assert facts.values is not None
    values = facts.values.at(at + node.span.start)
    for one, other in (node.parts, node.parts[::-1]):
        number = facts.constants.of(one)
        if number is not None and number.value == HALF:
            return values.value(other).indices & INDEX != 0
    return False
