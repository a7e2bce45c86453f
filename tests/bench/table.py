"""The rows of the bench and how they are printed."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """One figure. It reaches its goal when it is at most, or with `more` at least, that much."""

    what: str
    value: float | None
    unit: str
    goal: float | None = None
    more: bool = False
    note: str = ""

    @property
    def verdict(self) -> str:
        """Say whether the goal is reached; nothing where there is none or nothing was measured."""
        if self.goal is None or self.value is None:
            return ""
        return "reached" if (self.value >= self.goal if self.more else self.value <= self.goal) else "missed"


def render(rows: list[Row]) -> str:
    """Align the rows under a heading."""
    cells = [("measurement", "value", "unit", "goal", "verdict", "how")]
    for row in rows:
        value = "-" if row.value is None else f"{row.value:.2f}"
        goal = "" if row.goal is None else f"{'>=' if row.more else '<='} {row.goal:g}"
        cells.append((row.what, value, row.unit, goal, row.verdict, row.note))
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = []
    for line in cells:
        first, number, *rest = (
            text.rjust(width) if index == 1 else text.ljust(width)
            for index, (text, width) in enumerate(zip(line, widths, strict=True))
        )
        lines.append("  ".join((first, number, *rest)).rstrip())
    return "\n".join(lines)
