"""Counts of shifts that go as far as all bits of what is shifted, or wrap, by their range in a function."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.followed import held
from hipify_py.lanes.hazards.count_ranges import CountRanges
from hipify_py.lanes.hazards.ranges import LAST_LANE, made_of
from hipify_py.source.expressions import bare
from hipify_py.source.tokens import A_NAME

if TYPE_CHECKING:
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.lanes.hazards.lane_counts import LaneCounts
    from hipify_py.lanes.hazards.ranges import Range
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Model


class FarCounts:
    """Such counts in one function, whose `counts` by masks know its names and what is asked in it."""

    def __init__(self, of: Model, values: LazyValues, counts: LaneCounts) -> None:
        """Remember where to look."""
        self.code, self.model, self.counts = values.unit.code, of, counts
        self.names, self.number = counts.names, counts.number
        self.ranges = CountRanges(of, values, counts)

    def said(self, shift: Expression, at: int, bits: int) -> str:
        """Say how far a count goes that may be as many as all bits, or wraps, where nothing asks for it."""
        base, count = map(bare, shift.parts)
        made = held(self.code, self.names, count, at)
        worths = [self.number(bare(part)) for part in made.parts] if made.kind == "binary" else []
        if worths and made.text == b"-" and worths[0] == bits:
            return ""  # what is left of a word, of which `word_offsets` tells
        found = self.ranges.of(count, at)
        if found is None:
            return self._spread(count, at, bits)
        if found.low >= 0 and found.high < bits:
            return ""
        # Compilers make `(C << n) << x` of a constant's shift by `x + n`, which is right.
        more = next((one for one in worths if one), 0) if made.text == b"+" else 0
        if found.low >= 0 and found.high - more < bits and self.number(base) is not None:
            return ""
        if self.counts.is_known(at, partial(self._is_asked, found)):
            return ""
        return f"up to {found.high}" if found.high >= bits else f"{found.low} at the least, which wraps"

    def _spread(self, count: Expression, at: int, bits: int) -> str:
        """Say so of `(value - turn) << 4` with a value that no turn changes: not all counts are places."""
        parts = [*map(bare, count.parts)] if count.kind == "binary" else []
        by = self.number(parts[1]) if len(parts) == 2 and count.text in {b"*", b"<<"} else None
        if by is None or not 0 < by <= LAST_LANE or (parts[0].kind, parts[0].text) != ("binary", b"-"):
            return ""
        value, turn = map(bare, parts[0].parts)
        counter = self.ranges.of(turn, at)
        loop = self.ranges.loop_of(turn.name) if turn.kind == "name" else None
        over = (counter.high - counter.low) * (1 << by if count.text == b"<<" else by) if counter else 0
        names = made_of(value)
        if counter is None or loop is None or over < bits or value.kind not in {"name", "member"}:
            return ""
        changed = {one.name or _root(one.target) for one in self.model.assigned_in(loop.body)}
        asked = partial(self._is_asked, counter._replace(names=counter.names | names))
        known = names & changed or self.counts.is_known(at, asked)
        return "" if known else f"{over} more or less by the loop's turn"

    def _is_asked(self, found: Range, at: int) -> bool:
        """Say whether something but how loops count asks for a value before a place."""
        asks = self.counts.asks
        by_name = asks.is_asked(found.names, frozenset(), at, but="for")
        return by_name or asks.is_compared(found.parts_of, at)


def _root(target: bytes) -> bytes:
    """Give the name of an object of which something is assigned."""
    found = A_NAME.match(target.strip())
    return found[0] if found else b""
