"""What remains for a person in one function, whatever becomes of its intrinsics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.blocks import paths
from hipify_py.lanes.idioms import barriers, joins, missing_lanes
from hipify_py.lanes.tails import tails
from hipify_py.lanes.waits import loops, waits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.functions import Function
    from hipify_py.lanes.idioms import Trouble
    from hipify_py.lanes.sites import Site
    from hipify_py.lanes.values import Held
    from hipify_py.syntax import Unit


def troubles(unit: Unit, function: Function, found: Sequence[Site], held: Held) -> Iterator[Trouble]:
    """Give what remains in a function, in no order."""
    joined = joins(unit, function.body)
    turns = loops(unit, function.body)
    if joined or turns or found:
        around = paths(
            unit.code,
            function.body,
            [*(span.start for span in joined), *turns, *(site.span.start for site in found)],
        )
        yield from barriers(unit, joined, around, held)
        yield from waits(unit, function, turns, around, held)
        yield from missing_lanes(unit, found, around, held)
    yield from tails(unit, function, held)
