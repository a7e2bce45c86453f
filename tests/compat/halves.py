"""What CUDA's functions on half and bfloat16 give: an oracle with each format as a sorted list of numbers.

All sizes are whole numbers of one unit, so the nearest number of a format is found without any rounding.
"""

from __future__ import annotations

import math
import struct
from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

NAN, SIGN = 0x7FFF, 0x8000
ROUNDINGS = ("rn", "rd", "ru", "rz")


class Numbers:
    """The numbers of a format; sizes are exact, in units of the smallest number of all."""

    def __init__(self, digits: int, infinite: int) -> None:
        """Take the format's digits, the hidden one included, and the bits of infinity."""
        self.digits, self.infinite = digits, infinite

    @cached_property
    def lowest(self) -> int:
        """The power of two of the smallest number."""
        return -24 if self.digits == 11 else -133

    @cached_property
    def sizes(self) -> list[int]:
        """The numbers from 0 up, in units of the smallest; behind the last one what infinity stands for."""
        step = 1 << self.digits - 1
        made = []
        for bits in range(self.infinite + 1):
            power, fraction = divmod(bits, step)
            made.append(fraction if power == 0 else (fraction + step) << power - 1)
        return made

    def is_nan(self, bits: int) -> bool:
        return bits & NAN > self.infinite

    @cached_property
    def values(self) -> tuple[float, ...]:
        """The number that each pattern of bits is, as a Python float, which holds all of them."""
        if self.digits == 11:
            return struct.unpack("<65536e", struct.pack("<65536H", *range(1 << 16)))
        return struct.unpack("<65536f", struct.pack("<65536I", *range(0, 1 << 32, 1 << 16)))

    def value(self, bits: int) -> float:
        """Give the number of some bits."""
        return self.values[bits]

    @cached_property
    def one(self) -> int:
        """The bits of 1."""
        return self.convert(1)["rn"]

    def units(self, bits: int) -> int:
        """Give a finite number in units of the smallest."""
        return self.sizes[bits & NAN] * (-1 if bits & SIGN else 1)

    def rounded(self, size: int, scale: int, negative: bool) -> dict[str, int]:
        """Give the bits of a number by each rounding: `size` units of 1 / 2**scale of the smallest number."""
        sign = SIGN if negative else 0
        above = bisect_left(self.sizes, size >> scale)
        if above <= self.infinite and self.sizes[above] << scale < size:
            above += 1  # what is left below the unit counts
        exact = above <= self.infinite and self.sizes[above] << scale == size
        if exact and above < self.infinite:
            return dict.fromkeys(ROUNDINGS, sign | above)
        above = min(above, self.infinite)
        below = above - (not exact)
        middle = (self.sizes[below] + self.sizes[min(below + 1, self.infinite)]) << scale
        up = 2 * size > middle or (2 * size == middle and below & 1)
        if size >= self.sizes[self.infinite] << scale:  # beyond what infinity stands for
            below, above, up = self.infinite - 1, self.infinite, True
        near = above if up else below
        out, back = (below, above) if negative else (above, below)
        return {"rn": sign | near, "ru": sign | out, "rd": sign | back, "rz": sign | below}

    def convert(self, number: float) -> dict[str, int]:
        """Give the bits of a number by each rounding."""
        if isinstance(number, float) and not math.isfinite(number):
            bits = NAN if math.isnan(number) else self.infinite | (SIGN if number < 0 else 0)
            return dict.fromkeys(ROUNDINGS, bits)
        negative = number < 0 or (number == 0 and math.copysign(1, number) < 0)
        above, under = abs(number).as_integer_ratio()
        scale = under.bit_length() - 1  # a power of two
        shift = -self.lowest - scale  # the smallest number's units
        if shift >= 0:
            return self.rounded(above << shift, 0, negative)
        return self.rounded(above, -shift, negative)

    def fma(self, a: int, b: int, c: int) -> int:
        """Give a * b + c, rounded once to the nearest."""
        if any(self.is_nan(one) for one in (a, b, c)) or self.infinite in {one & NAN for one in (a, b, c)}:
            return self.convert(self.value(a) * self.value(b) + self.value(c))["rn"]
        scale = -self.lowest  # the units of the product are squares of the smallest number's
        product, added = self.units(a) * self.units(b), self.units(c) << scale
        total = product + added
        both = (a ^ b) & c & SIGN if total == 0 else 0
        zero = product == 0 and added == 0
        negative = total < 0 or (zero and bool(both))
        return self.rounded(abs(total), scale, negative)["rn"]


HALF = Numbers(11, 0x7C00)
BFLOAT = Numbers(8, 0x7F80)


def whole(number: float, how: str, low: int, high: int, of_nan: int) -> int:
    """Give the whole number that a rounding comes to, within bounds."""
    if math.isnan(number):
        return of_nan
    if math.isinf(number):
        return high if number > 0 else low
    ways: dict[str, Callable[[float], int]]
    ways = {"rn": round, "rd": math.floor, "ru": math.ceil, "rz": math.trunc}
    made = ways[how](number)
    return min(max(made, low), high)
