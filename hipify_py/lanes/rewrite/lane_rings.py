"""Rings of lanes: a shuffle from the lane so many behind the own one, or over more lanes than a warp has.

`__shfl_sync(m, v, lane + 1)` takes the source modulo the width: in the last lane of a warp of 32 it is the
first of that, and natively the one of the whole wavefront. Nothing in the text speaks of 32.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.flow.distances import LANES, distance
from hipify_py.lanes.flow.lane_values import INDEX
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.rewrite.told_widths import is_half_written
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import model
from hipify_py.source.tokens import OWN_NAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.source.unit import Unit

    Confined = Callable[[WarpOp, Unit, ConstantTable], bool]

FROM_LANE = frozenset((b"__shfl", b"__shfl_sync"))
ROUND = frozenset((b"+", b"-"))
WIDTH = b"warpSize"


def rings(unit: Unit, facts: FunctionFacts, confined: Confined) -> Iterator[Hazard]:
    """Report shuffles from the lane so many before or behind the own one, where no condition asks for lanes.

    A function that asks whether there is such a lane, or that speaks of `warpSize`, is right for any width.
    `confined` says of a shuffle that it works on 32 lanes at most.
    """
    if facts.function is None or facts.values is None or facts.function.kind == "macro":
        return
    found = [(op, _own_lane(unit, facts, op)) for op in facts.ops if op.name in FROM_LANE]
    found = [(op, names) for op, names in found if names]
    if not found or WIDTH in unit.code[slice(*facts.function.body)]:
        return
    asked = _asked(unit, facts)
    for op, names in found:
        if not confined(op, unit, facts.constants) and asked.isdisjoint(names):
            yield Hazard("W012", op.span, "the lanes of a ring")


def wrapped(unit: Unit, facts: FunctionFacts) -> Iterator[Hazard]:
    """Report shuffles over a number of lanes of which CUDA takes the low five bits: 33 is the next lane."""
    if facts.function is None or WIDTH in unit.code[slice(*facts.function.body)]:
        return
    for op in facts.ops:
        reach = distance(op)
        number = facts.constants.number(unit.code[slice(*reach)].strip()) if reach else None
        if (
            number
            and number.value >= LANES
            and is_sync(op)
            and not is_half_written(unit, op, facts.constants)
        ):
            yield Hazard("W012", op.span, "the distance of a shuffle")


def _own_lane(unit: Unit, facts: FunctionFacts, op: WarpOp) -> set[bytes]:
    """Give the names in the thread's own index that a shuffle's source is, with something put to it."""
    assert facts.values is not None
    given = op.call.arguments[1 + is_sync(op) :][:1] if op.call else ()
    node = bare(expression(unit.code[slice(*given[0])])) if given else None
    if node is None or node.kind != "binary" or node.text not in ROUND:
        return set()
    index, more = node.parts
    number = facts.constants.of(more)
    known = facts.values.at(given[0].start).value(index).indices & INDEX
    return {one.text for one in index.walk()} if known and (number is None or number.value) else set()


def _asked(unit: Unit, facts: FunctionFacts) -> set[bytes]:
    """Give the names in the conditions of a function."""
    assert facts.function is not None
    regions = model(unit, facts.function).regions.listed
    spans = {one.condition.span for one in regions if one.condition}
    return {name for span in spans for name in OWN_NAME.findall(unit.code, *span)}
