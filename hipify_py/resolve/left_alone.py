"""Places of a file at which there is nothing to convert: HIP reads them as they are, or never."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.for_hip import sides
from hipify_py.source.conditions import inside

if TYPE_CHECKING:
    from hipify_py.source.unit import Unit


def is_left_alone(unit: Unit, at: int) -> bool:
    """Say whether a place stands in a branch that HIP never takes, or on a side that is HIP's own."""
    return inside(dead(unit), at) or inside(sides(unit).own, at)
