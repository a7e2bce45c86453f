"""Hazards that the numbers of a template rule out, whichever of those that the file gives it these are."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.lanes.hazard import Hazard

BY_NUMBERS = frozenset(("W023", "G016"))


def by_ways(
    values: LazyValues, ways: Sequence[ConstantTable], find: Callable[[LazyValues], Iterable[Hazard]]
) -> Iterator[Hazard]:
    """Give what is found by the values of a function, but for lanes that are missing in none of some ways.

    These are the constants with each of the lists of numbers that its template is given.
    """
    found = [*find(values)]
    if not ways or BY_NUMBERS.isdisjoint(one.message for one in found):
        yield from found
        return
    left = {(one.message, one.span) for way in ways for one in find(values.with_constants(way))}
    yield from (one for one in found if one.message not in BY_NUMBERS or (one.message, one.span) in left)
