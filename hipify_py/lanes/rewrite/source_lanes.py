"""Lanes that a shuffle takes from as in a warp of 32: half of that away, or of a number modulo 32.

`lane ^ 16`, `lane + 16` and `lane < 16 ? ...` are a step over half a warp, and `item & 31` is one of the
first 32 lanes for all of a wavefront.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.own_warpsize import owned
from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.flow.constant_folding import TOLD
from hipify_py.lanes.flow.lane_values import INDEX
from hipify_py.lanes.hazard import Hazard
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit

    Confined = Callable[[WarpOp, Unit, ConstantTable], bool]

HALF = 16
STEPS = frozenset((b"^", b"+", b"-"))
MODULO = {b"&": 31, b"%": 32}
FROM_LANE = frozenset((b"__shfl", b"__shfl_sync"))
WIDTH = b"warpSize"
DEEPEST = 4  # names that are followed, one given the other


def leads_by_half(unit: Unit, facts: FunctionFacts, lane: Span) -> bool:
    """Say whether a lane is told by the own index and 16, be it under a name that is given once."""
    if facts.function is None or facts.values is None:
        return False
    lane, node = _meant(unit, facts, lane)
    signs = (one for one in node.walk() if one.kind == "binary" and one.text in STEPS)
    return any(_is_half(one, facts, lane.start) for one in signs)


def of_the_first(unit: Unit, facts: FunctionFacts, confined: Confined) -> Iterator[Hazard]:
    """Report shuffles from a lane that is a number modulo 32: of a wavefront it is one of the first 32.

    `confined` says of a shuffle that it works on 32 lanes at most.
    """
    for op in facts.ops:
        given = op.call.arguments[1 + is_sync(op) :][:1] if op.call and op.name in FROM_LANE else ()
        if not given or facts.function is None or confined(op, unit, facts.constants):
            continue
        _, node = _meant(unit, facts, given[0])
        by = node.parts[1] if node.kind == "binary" and node.text in MODULO else None
        if by is None or (not owned(unit) and any(one.text == WIDTH for one in by.walk())):
            continue
        number = facts.constants.of(by, TOLD)
        if number is not None and number.value == MODULO[node.text]:
            yield Hazard("W012", op.span, "lanes")


def _meant(unit: Unit, facts: FunctionFacts, lane: Span) -> tuple[Span, Expression]:
    """Give what a lane is told by, and its place: what a name holds that is given once.

    So where that is a name again.
    """
    assert facts.function is not None
    node, known = bare(expression(unit.code[slice(*lane)])), names(unit, facts.function)
    for _ in range(DEEPEST):
        once = known.once(node.text) if node.kind == "name" else None
        if once is None:
            break
        lane, node = once.value, bare(expression(unit.code[slice(*once.value)]))
    return lane, node


def _is_half(node: Expression, facts: FunctionFacts, at: int) -> bool:
    assert facts.values is not None
    values = facts.values.at(at + node.span.start)
    for one, other in (node.parts, node.parts[::-1]):
        number = facts.constants.of(one)
        if number is not None and number.value == HALF:
            return values.value(other).indices & INDEX != 0
    return False
