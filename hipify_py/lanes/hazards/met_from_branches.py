"""Places where the lanes of a warp meet that come from two branches, or from behind a return of some."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.hazards.lane_exits import leaves_before
from hipify_py.lanes.hazards.switch_labels import Labels
from hipify_py.source.function_reading import path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hipify_py.lanes.hazards.lane_exits import LaneExits, Leaves
    from hipify_py.model import Span
    from hipify_py.source.unit import Unit

PARTS = {"if", "?", "switch"}
BEHIND = -1  # the side of those who have not left


class Place(NamedTuple):
    """A place, the conditions around it, those that part lanes with the side it is on, and what leaves."""

    span: Span
    around: set[Span]
    sides: list[tuple[Span, int]]
    left: list[Leaves]


def met_from_branches(unit: Unit, spans: Iterable[Span], exits: LaneExits) -> Iterator[Span]:
    """Give those of some places that share with another a condition on whose sides they are, or behind it.

    Behind a condition is a place before which lanes have left on that. What leaves is gone through once for
    all places: there may be as many of the one as of the other.
    """
    labels = Labels(unit, exits.model)
    places = [_place(unit, span, exits, labels) for span in sorted({*spans})]
    met: dict[Span, set[int]] = {}
    for one in places:
        for condition, side in one.sides:
            met.setdefault(condition, set()).add(side)
    tables = {id(table): table for one in places for table in one.left}
    for condition in _left(tables, places):
        met.setdefault(condition, set()).add(BEHIND)
    shared = {condition for condition, sides in met.items() if len(sides) > 1}
    parted = {key: [one for one in table if one[1] in shared] for key, table in tables.items()}
    for one in places:
        behind = (leaves_before(one.span.start, parted[id(table)], one.around) for table in one.left)
        if any(condition in shared for condition, _ in one.sides) or any(behind):
            yield one.span


def _place(unit: Unit, span: Span, exits: LaneExits, labels: Labels) -> Place:
    sides = [
        (one.span, labels.side(one, span.start))
        for one in path(unit, exits.model, span.start)
        if one.keyword in PARTS and exits.differs(one)
    ]
    left, around = exits.left_around(span.start)
    return Place(span, around, sides, left)


def _left(tables: dict[int, Leaves], places: Sequence[Place]) -> Iterator[Span]:
    """Give the conditions on which lanes have left before some place that does not stand under them."""
    asked: dict[int, list[Place]] = {}
    for one in reversed(places):
        for table in one.left:
            asked.setdefault(id(table), []).append(one)
    for key, table in tables.items():
        for at, condition in table:
            last = next((one for one in asked[key] if condition not in one.around), None)
            if last and at < last.span.start:
                yield condition
