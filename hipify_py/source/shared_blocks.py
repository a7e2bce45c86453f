"""Blocks that begin, or end, in each side of a condition, and are one to compilers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.source.function_model import Regions, in_order
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from hipify_py.model import Span
    from hipify_py.source.unit import Unit


def is_shared(unit: Unit, block: Span) -> bool:
    """Say whether a block begins or ends in one of several sides that share one: what it declares, all do."""
    if not unit.in_a_row:
        return False
    if unit.directive_at(block.start) or unit.directive_at(block.end - 1):  # which has a brace in its place
        return True
    around = (next(_conditions(unit).numbers(at), -1) for at in (block.start, block.end - 1))
    return len({*around}) > 1


@fact
def _conditions(unit: Unit) -> Regions:
    return in_order((one, None) for one in unit.in_a_row)
