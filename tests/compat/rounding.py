"""Arithmetic with exact numbers, rounded down, up or to zero to a binary format."""

from __future__ import annotations

import math
from typing import NamedTuple

Three = tuple[float, float, float]


class Exact(NamedTuple):
    """A number as a whole number of halves of halves: `size` / 2 ** `places`."""

    size: int
    places: int

    @classmethod
    def of(cls, number: float) -> Exact:
        size, under = number.as_integer_ratio()
        return cls(size, under.bit_length() - 1)

    def times(self, other: Exact) -> Exact:
        return Exact(self.size * other.size, self.places + other.places)

    def plus(self, other: Exact) -> Exact:
        places = max(self.places, other.places)
        return Exact(
            (self.size << places - self.places) + (other.size << places - other.places),
            places,
        )


class Format(NamedTuple):
    """A binary format: how many digits its numbers have, and the place of the lowest of all.

    What is computed is given as three numbers: rounded down, up and to zero.
    """

    digits: int
    lowest: int

    @property
    def highest(self) -> int:
        """The greatest number."""
        return ((1 << self.digits) - 1) << (3 - self.lowest - 2 * self.digits)

    def bounds(self, over: int, under: int, *, more: bool = False) -> tuple[float, float]:
        """Give the floats next to a size, below it and above it; `more` says that it is a little greater."""
        place = max(
            over.bit_length() - under.bit_length() - self.digits, self.lowest
        )  # of the lowest bit, or less
        scaled, left = divmod(over << max(-place, 0), under << max(place, 0))
        while scaled >= 1 << self.digits:
            left, place, scaled = left + (scaled & 1), place + 1, scaled >> 1
        return self.held(scaled, place), self.held(scaled + (left > 0 or more), place)

    def held(self, size: int, place: int) -> float:
        return math.ldexp(size, place) if place < 0 or size << place <= self.highest else math.inf

    def rounded(self, over: int, under: int, *, more: bool = False) -> Three:
        """Give the floats for a number that is not zero, as a fraction: `under` is greater than zero."""
        low, high = self.bounds(abs(over), under, more=more)
        if low == math.inf:
            low = float(self.highest)
        return (low, high, low) if over > 0 else (-high, -low, -low)

    def total(self, exact: Exact, signs: tuple[float, float]) -> Three:
        """Give a sum; of numbers that cancel it is negative where it is rounded down."""
        if exact.size:
            return self.rounded(exact.size, 1 << exact.places)
        if math.copysign(1, signs[0]) == math.copysign(1, signs[1]):
            return alike(math.copysign(0.0, signs[0]))
        return -0.0, 0.0, 0.0

    def added(self, a: float, b: float) -> Three:
        if not (math.isfinite(a) and math.isfinite(b)):
            return alike(a + b)
        return self.total(Exact.of(a).plus(Exact.of(b)), (a, b))

    def multiplied(self, a: float, b: float) -> Three:
        if not (math.isfinite(a) and math.isfinite(b)) or a == 0 or b == 0:
            return alike(a * b)
        exact = Exact.of(a).times(Exact.of(b))
        return self.rounded(exact.size, 1 << exact.places)

    def fused(self, a: float, b: float, c: float) -> Three:
        if math.isfinite(a) and math.isfinite(b) and math.isinf(c):
            return alike(c)  # the product may be too large for a number
        if not all(map(math.isfinite, (a, b, c))):
            return alike(a * b + c)
        return self.total(Exact.of(a).times(Exact.of(b)).plus(Exact.of(c)), (a * b, c))

    def divided(self, a: float, b: float) -> Three:
        if math.isnan(a) or math.isnan(b) or (a == 0 and b == 0) or (math.isinf(a) and math.isinf(b)):
            return alike(math.nan)
        sign = math.copysign(1, a) * math.copysign(1, b)
        if b == 0 or math.isinf(a):
            return alike(sign * math.inf)
        if a == 0 or math.isinf(b):
            return alike(sign * 0.0)
        over, under = Exact.of(a), Exact.of(b)
        size = abs(over.size) << under.places
        return self.rounded(size if sign > 0 else -size, abs(under.size) << over.places)

    def rooted(self, a: float) -> Three:
        if a == 0 or math.isnan(a) or a == math.inf:
            return alike(a)
        if a < 0:
            return alike(math.nan)
        over, under = a.as_integer_ratio()
        shift = 160 + (under.bit_length() - 1) % 2
        root = math.isqrt(over << shift)
        places = (shift + under.bit_length() - 1) // 2
        return self.rounded(root, 1 << places, more=root * root != over << shift)


def alike(number: float) -> Three:
    """Give a number that is the same however it is rounded."""
    return number, number, number
