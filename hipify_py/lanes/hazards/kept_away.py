"""Whether what is asked before a place may keep the first lane away from it, or the last.

A bit of a mask at a lane, `m >> lane & 1`, and what an array holds for it, `a[lane] < t`, are data: any lane
may pass. `lane < n` lets lane 0 through, and `lane >= n` the last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.followed import held
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import MIRRORED, bare, names_in
from hipify_py.source.function_reading import path

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from hipify_py.lanes.hazards.lane_questions import LaneQuestions
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression

DEEPEST = 3  # names that are followed, one from the other
MOST = 64  # values of a name that are read
UP, DOWN = frozenset((b"<", b"<=")), frozenset((b">", b">="))
BOTH, SHIFTS = frozenset((b"&&", b"||")), frozenset((b"<<", b">>"))
RISING = frozenset((b"+", b"*"))  # what is more where a part is


class KeptAway:
    """What is asked in a function about an index by some names: whether it may be the least there, or not."""

    def __init__(self, asks: LaneQuestions, about: AbstractSet[bytes], *, least: bool) -> None:
        """Remember where to look."""
        self.asks, self.about, self.least = asks, about, least

    def may_be(self, at: int) -> bool:
        """Say whether something that is asked before a place may keep it away."""
        return self.asks.is_beyond(at) or any(
            self._bars(self._question(asked), asked.end, holds=holds) for asked, holds in self._asked(at)
        )

    def _asked(self, at: int) -> Iterator[tuple[Span, bool]]:
        """Give the conditions before a place, each with whether it holds there."""
        around = dict.fromkeys((*path(self.asks.unit, self.asks.of, at), *self.asks.of.path(at)))
        yield from ((one.span, not one.otherwise) for one in around)
        left = dict.fromkeys(
            one for jump in self.asks.of.jumps if jump.at < at for one in self.asks.of.path(jump.at)
        )
        yield from ((one.span, one.otherwise) for one in left if one not in around)
        yield from ((one, True) for one in self.asks.claims(at))

    def _question(self, asked: Span) -> Expression:
        """Give what decides in a condition: of a `for` only what asks for another turn."""
        loop = self.asks.of.loop(asked)
        span = loop.condition if loop and loop.keyword == "for" else asked
        return expression(self.asks.unit.code[slice(*span)])

    def _bars(self, node: Expression, end: int, *, holds: bool) -> bool:
        """Say whether a condition that holds, or does not, may keep the index away."""
        node = bare(node)
        if (node.kind, node.text) == ("unary", b"!"):
            return self._bars(node.parts[0], end, holds=not holds)
        if node.kind == "binary" and node.text in BOTH:
            return any(self._bars(one, end, holds=holds) for one in node.parts)
        if node.kind == "binary" and node.text in UP | DOWN:
            one, other = node.parts
            for sign, index, bound in ((node.text, one, other), (MIRRORED[node.text], other, one)):
                if (sign in UP) == (holds == self.least) and self._rises(index, end, set(), DEEPEST):
                    return self._tells(bound, end, set(), DEEPEST)
        return self._tells(node, end, set(), DEEPEST)

    def _rises(self, node: Expression, end: int, seen: set[bytes], left: int) -> bool:
        """Say whether a value is the more the greater the names in it are, and what those are made of."""
        node = bare(node)
        if node.kind == "binary":
            return node.text in RISING and all(self._rises(one, end, seen, left) for one in node.parts)
        if (
            node.kind != "name"
            or node.text in self.about | seen
            or not self._tells(node, end, set(), DEEPEST)
        ):
            return node.kind in {"name", "member", "number"}
        seen.add(node.text)
        given = self._values(node.text, end)
        return left > 0 and all(self._rises(one, end, seen, left - 1) for one in given)

    def _tells(self, node: Expression, end: int, seen: set[bytes], left: int) -> bool:
        """Say whether a value tells of the index itself, or of what is made of it, and not by data alone."""
        todo = [node]
        while todo:
            one = todo.pop()
            if one.kind in {"name", "call"}:
                if one.name in self.about:
                    return True
                if left and one.name not in seen and self._given(one.name, end, seen, left):
                    return True
            todo += self._telling(one)
        return False

    def _given(self, name: bytes, end: int, seen: set[bytes], left: int) -> bool:
        seen.add(name)
        return any(self._tells(one, end, seen, left - 1) for one in self._values(name, end))

    def _values(self, name: bytes, end: int) -> list[Expression]:
        given = [one for one in self.asks.names.values_of(name) if one.end <= end][:MOST]
        return [expression(self.asks.unit.code[slice(*one)]) for one in given]

    def _telling(self, node: Expression) -> tuple[Expression, ...]:
        """Give the parts of a value that tell of it: not where an element is, nor which bit of data."""
        if node.kind == "subscript" and not self._is_table(node.parts[0]):
            return node.parts[:1]
        if node.kind == "binary" and node.text in SHIFTS and self._is_data(node.parts[0]):
            return node.parts[:1]
        if (node.kind, node.text) == ("binary", b"&"):
            for one, other in (node.parts, node.parts[::-1]):
                of_bit = bare(one)
                if of_bit.kind == "binary" and of_bit.text == b"<<" and self._is_data(other):
                    return of_bit.parts[0], other
        return node.parts

    def _is_data(self, node: Expression) -> bool:
        """Say whether a value hangs on a name that is no number, and is not the index."""
        named = names_in(node)
        data = (part for part in node.walk() if part.kind == "name" and self._number(part) is None)
        return self.about.isdisjoint(named) and next(data, None) is not None

    def _number(self, node: Expression) -> int | None:
        """Give the number that a name holds, be it one that is given once."""
        return self.asks.number(held(self.asks.unit.code, self.asks.names, node))

    def _is_table(self, node: Expression) -> bool:
        """Say whether an array of the function's own holds what stands in a list, and nothing else."""
        made = self.asks.names.once(node.text) if node.kind == "name" else None
        listed = expression(self.asks.unit.code[slice(*made.value)]) if made else None
        return listed is not None and listed.kind == "list" and None not in map(self._number, listed.parts)
