"""Places that work on some lanes of a wavefront: by a mask, or as a class of CUB's for so many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.flow.own_widths import may_be_own_width
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.rewrite import native
from hipify_py.lanes.rewrite.shuffle_widths import is_half
from hipify_py.lanes.rewrite.small_blocks import in_small_blocks
from hipify_py.source.expression_reading import expression

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.source.unit import Unit


def partial_masks(unit: Unit, facts: FunctionFacts) -> Iterator[Hazard]:
    """Report the classes of CUB's for a wavefront, and masks for some of its lanes or for 32 of them."""
    few = facts.function is not None and in_small_blocks(unit, facts.function, facts.constants)
    for op in facts.ops:
        if op.kind == "cub":
            yield Hazard("W028", op.span, op.name.decode())
        elif is_sync(op) and op.call and op.call.arguments:
            text = unit.code[slice(*op.call.arguments[0])].strip()
            value, number = facts.constants.worth(text), facts.constants.number(text)
            half = number is not None and (number.value, number.bits) == (native.FULL, 64)
            is_dropped = op.kind == "shuffle" and (
                is_half(unit, op, facts.constants)
                or _is_told_width(unit, op, facts)  # each asks its own part
            )
            if half or not (few or is_dropped or value in {None, native.FULL, 2**64 - 1}):
                yield Hazard("W024", op.call.arguments[0])
            if op.kind == "reduce" and value not in {native.FULL, 2**64 - 1}:
                yield Hazard("W037", op.span, op.name.decode())


def _is_told_width(unit: Unit, op: WarpOp, facts: FunctionFacts) -> bool:
    """Say whether a variable width tells which lanes a shuffle is for, whose mask is left out then.

    None that may be a wavefront's, all of whose lanes would take part.
    """
    given = op.call.arguments[3:] if op.call else ()
    text = unit.code[slice(*given[0])].strip() if given else b""
    if facts.function is None or not text or facts.constants.worth(text) is not None:
        return False
    return not may_be_own_width(unit, facts.function, expression(text))
