"""Blocks that begin, or end, in each side of a condition, and are one to compilers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hipify_py.model import Span
    from hipify_py.source.unit import Unit


def is_shared(unit: Unit, block: Span) -> bool:
    """Say whether a block begins or ends in one of several sides that share one: what it declares, all do."""
    if not unit.in_a_row:
        return False
    if unit.directive_at(block.start) or unit.directive_at(block.end - 1):  # which has a brace in its place
        return True
    return any(
        (one.start < block.start < one.end) != (one.start < block.end <= one.end)
        for one in unit.in_a_row
        if not (block.start <= one.start and one.end <= block.end)
    )
