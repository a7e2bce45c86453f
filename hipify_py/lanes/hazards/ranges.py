"""Ranges of numbers: from where to where values go, what operators make of them, and how far loops count."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.expressions import Expression

MOST = 1 << 32  # what ranges may go to; with more nothing is calculated
LAST_LANE = 31
FIELDS = frozenset((0xFF, 0xFFFF))
NO_NAMES = frozenset[bytes]()
SUMS = frozenset((b"+", b"-"))


class Range(NamedTuple):
    """From where to where a value goes, with the names it goes by, and those of which it is a part.

    Who asks for the first asks for the value; a question about the others tells no more than what it compares
    them with.
    """

    low: int
    high: int
    names: frozenset[bytes] = NO_NAMES
    parts_of: frozenset[bytes] = NO_NAMES

    def hangs_on(self, other: Range) -> bool:
        """Say whether two values may hang together."""
        return not (self.names | self.parts_of).isdisjoint(other.names | other.parts_of)

    def either(self, other: Range) -> Range:
        """Give the range of what is one of two values."""
        return self._with(other, min(self.low, other.low), max(self.high, other.high))

    def less(self, other: Range) -> Range:
        """Give the range of the less of two values."""
        return self._with(other, min(self.low, other.low), min(self.high, other.high))

    def made(self, operator: bytes, other: Range) -> Range | None:
        """Give what an operator makes of two ranges; None where it is not told."""
        if operator in SUMS and self.hangs_on(other):
            return None
        if operator == b"+":
            ends: tuple[int, ...] = (self.low + other.low, self.high + other.high)
        elif operator == b"-":
            ends = (self.low - other.high, self.high - other.low)
        elif operator == b"*":
            ends = tuple(a * b for a in (self.low, self.high) for b in (other.low, other.high))
        else:
            ends = self._shifted(operator, other.low) if other.low == other.high else ()
        is_told = ends and min(ends) > -MOST and max(ends) < MOST
        return self._with(other, min(ends), max(ends)) if is_told else None

    def _shifted(self, operator: bytes, by: int) -> tuple[int, ...]:
        """Give the ends of what is shifted or divided by a number; nothing where they are not told."""
        if not 0 <= by <= LAST_LANE:
            return ()
        if operator == b"<<":
            return self.low << by, self.high << by
        by = 1 << by if operator == b">>" else by if operator == b"/" else 0
        return (self.low // by, self.high // by) if by and self.low >= 0 else ()

    def counted(self, by: int, end: int) -> Range | None:
        """Give from where to where a loop counts that begins in a range and stops at an end."""
        if self.low != self.high and abs(by) > self.high - self.low + 1:
            return None
        if by > 0:
            last = end - 1 - (end - 1 - self.low) % by if self.low == self.high else end - 1
            return self._replace(high=last) if last >= self.low else None
        last = end + 1 + (self.low - end - 1) % -by if self.low == self.high else end + 1
        return self._replace(low=last) if last <= self.high else None

    def _with(self, other: Range, low: int, high: int) -> Range:
        return Range(low, high, self.names | other.names, self.parts_of | other.parts_of)


def part(whole: Range | None, node: Expression, most: int) -> Range | None:
    """Give what a mask or a remainder leaves of a value: all that it may, where more is not told.

    A byte of a word, or two, is how a field is kept, and tells nothing of how much the field holds.
    """
    if whole is None:
        if most in FIELDS:
            return None
        return Range(0, most, parts_of=made_of(node))
    fits = whole.low >= 0 and whole.high <= most and (most + 1) & most == 0
    return whole if fits else whole._replace(low=0, high=min(most, whole.high) if whole.low >= 0 else most)


def made_of(node: Expression) -> frozenset[bytes]:
    """Give the names of which a value is made, but for those by which elements are found."""
    return frozenset(_named(node))


def _named(node: Expression) -> Iterator[bytes]:
    todo = [node]
    while todo:
        one = todo.pop()
        if one.kind in {"name", "call"}:
            yield one.name
        todo += one.parts[:1] if one.kind == "subscript" else one.parts
