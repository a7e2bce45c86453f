"""On which side of a condition a place stands, behind which label where that is of a `switch`.

Who leaves a `switch` by a `goto` is on a side of his own behind it, as who goes on there is.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from hipify_py.lazy import cached_property
from hipify_py.source.function_reading import parted_by_jumps
from hipify_py.source.tokens import words

if TYPE_CHECKING:
    from hipify_py.model import Span
    from hipify_py.source.function_model import Condition, Model
    from hipify_py.source.unit import Unit

BEHIND = 2  # what the numbers of the sides behind a `switch` are less than 0 by, at least
LABELS = (b"case", b"default")


class Labels:
    """The labels of the `switch`es of a function."""

    def __init__(self, unit: Unit, model: Model) -> None:
        """Read nothing yet."""
        self.unit, self.model = unit, model

    def side(self, condition: Condition, at: int) -> int:
        """Give a number for the side of a condition that a place stands on."""
        if condition.keyword != "switch":
            return condition.otherwise
        if any(one.span == condition.span for one in self.model.path(at)):
            return bisect_right(self._places.get(condition.span, ()), at)
        parts = [one for one in parted_by_jumps(self.unit, self.model) if one.span.start <= at < one.span.end]
        jumped = [one.label for one in parts if one.condition == condition._replace(otherwise=False)]
        return -max(jumped, default=0) - BEHIND

    @cached_property
    def _places(self) -> dict[Span, list[int]]:
        """Give where the labels of each `switch` stand."""
        found: dict[Span, list[int]] = {}
        for word in words(self.unit.code, *LABELS, within=self.model.function.body):
            around = (one for one in reversed(self.model.path(word.start)) if one.keyword == "switch")
            if (of := next(around, None)) is not None:
                found.setdefault(of.span, []).append(word.start)
        return found
