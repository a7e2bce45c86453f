"""Arithmetic with exact numbers, rounded down, up or to zero to a binary format."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import NamedTuple


class Format(NamedTuple):
    """A binary format: how many digits its numbers have, and the place of the lowest of all."""

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

    def rounded(self, exact: Fraction, how: str, *, more: bool = False) -> float:
        """Give the float for a number that is not zero."""
        low, high = self.bounds(abs(exact.numerator), exact.denominator, more=more)
        if low == math.inf:
            low = float(self.highest)
        out = how == "ru" if exact > 0 else how == "rd"
        return math.copysign(high if out else low, 1 if exact > 0 else -1)

    def total(self, how: str, parts: list[Fraction], signs: list[float]) -> float:
        """Give a sum; of numbers that cancel it is negative where it is rounded down."""
        exact = sum(parts, Fraction(0))
        if exact:
            return self.rounded(exact, how)
        if math.copysign(1, signs[0]) == math.copysign(1, signs[1]):
            return math.copysign(0.0, signs[0])
        return -0.0 if how == "rd" else 0.0

    def added(self, how: str, a: float, b: float) -> float:
        if not (math.isfinite(a) and math.isfinite(b)):
            return a + b
        return self.total(how, [Fraction(a), Fraction(b)], [a, b])

    def multiplied(self, how: str, a: float, b: float) -> float:
        if not (math.isfinite(a) and math.isfinite(b)) or a == 0 or b == 0:
            return a * b
        return self.rounded(Fraction(a) * Fraction(b), how)

    def fused(self, how: str, a: float, b: float, c: float) -> float:
        if math.isfinite(a) and math.isfinite(b) and math.isinf(c):
            return c  # the product may be too large for a number
        if not all(map(math.isfinite, (a, b, c))):
            return a * b + c
        return self.total(how, [Fraction(a) * Fraction(b), Fraction(c)], [a * b, c])

    def divided(self, how: str, a: float, b: float) -> float:
        if math.isnan(a) or math.isnan(b) or (a == 0 and b == 0) or (math.isinf(a) and math.isinf(b)):
            return math.nan
        sign = math.copysign(1, a) * math.copysign(1, b)
        if b == 0 or math.isinf(a):
            return sign * math.inf
        if a == 0 or math.isinf(b):
            return sign * 0.0
        return self.rounded(Fraction(a) / Fraction(b), how)

    def rooted(self, how: str, a: float) -> float:
        if a == 0 or math.isnan(a) or a == math.inf:
            return a
        if a < 0:
            return math.nan
        over, under = a.as_integer_ratio()
        shift = 2400 + (under.bit_length() - 1) % 2
        root = math.isqrt(over << shift)
        places = (shift + under.bit_length() - 1) // 2
        return self.rounded(Fraction(root, 1 << places), how, more=root * root != over << shift)
