"""Places of a file at which there is nothing to convert: HIP reads them as they are, or never."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.resolve.dead_branches import closed_chains, dead
from hipify_py.resolve.for_hip import sides
from hipify_py.source.conditions import inside
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from hipify_py.source.unit import Unit


def is_left_alone(unit: Unit, at: int) -> bool:
    """Say whether a place stands in a branch that HIP never takes, or on a side that is HIP's own."""
    return inside(dead(unit), at) or inside(sides(unit).own, at)


@fact
def turned_off(unit: Unit) -> tuple[Span, ...]:
    """Give what stands under `#if 0`, which is read by nobody as it is, in order."""
    first = (chain[:2] for chain in closed_chains(unit) if chain[0].name == b"if")
    off = (pair for pair in first if unit.code[slice(*pair[0].body)].strip() == b"0")
    return tuple(sorted(Span(opens.span.end, ends.span.start) for opens, ends in off))
