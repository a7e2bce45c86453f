"""Floats that `hipify_compat.h` rounds down, up and to zero, as g++ compiles it, against exact numbers."""

from __future__ import annotations

import math
import random
import struct
from array import array
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from compat.arrays import Form, Library
from helpers.toolchain import needs_gcc

from hipify_py.rules.load import load

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = [pytest.mark.emulator, needs_gcc]
MANY = 100_000
MODES = ("rd", "ru", "rz")
COUNTS = {"fadd": 2, "fsub": 2, "fmul": 2, "fdiv": 2, "frcp": 1, "fsqrt": 1, "fmaf": 3, "fmaf_ieee": 3}
FORMS = [Form(f"{name}_{how}", "float", ("float",) * many) for name, many in COUNTS.items() for how in MODES]
HIGHEST = (2**24 - 1) * 2**104
EDGES = [0.0, 2.0**-149, 2.0**-126, 2.0**-126 - 2.0**-149, 1.0, 1.0 + 2.0**-23, 3.0, 2.0**127]
EDGES += [float(HIGHEST), math.inf, math.nan]
EDGES += [-one for one in EDGES]


def single(bits: int) -> float:
    return float(struct.unpack("<f", struct.pack("<I", bits))[0])


def bounds(over: int, under: int, *, more: bool = False) -> tuple[float, float]:
    """Give the floats next to a size, below it and above it; `more` says that it is a little greater."""
    place = max(over.bit_length() - under.bit_length() - 24, -149)  # of the lowest bit, or less
    scaled, left = divmod(over << max(-place, 0), under << max(place, 0))
    while scaled >= 1 << 24:
        left, place, scaled = left + (scaled & 1), place + 1, scaled >> 1
    return held(scaled, place), held(scaled + (left > 0 or more), place)


def held(size: int, place: int) -> float:
    return math.ldexp(size, place) if place < 0 or size << place <= HIGHEST else math.inf


def rounded(exact: Fraction, how: str, *, more: bool = False) -> float:
    """Give the float for a number that is not zero."""
    low, high = bounds(abs(exact.numerator), exact.denominator, more=more)
    if low == math.inf:
        low = float(HIGHEST)
    out = how == "ru" if exact > 0 else how == "rd"
    return math.copysign(high if out else low, exact)


def total(how: str, parts: list[Fraction], signs: list[float]) -> float:
    """Give a sum; of numbers that cancel it is negative where it is rounded down."""
    exact = sum(parts, Fraction(0))
    if exact:
        return rounded(exact, how)
    if math.copysign(1, signs[0]) == math.copysign(1, signs[1]):
        return math.copysign(0.0, signs[0])
    return -0.0 if how == "rd" else 0.0


def added(how: str, a: float, b: float) -> float:
    if not (math.isfinite(a) and math.isfinite(b)):
        return a + b
    return total(how, [Fraction(a), Fraction(b)], [a, b])


def multiplied(how: str, a: float, b: float) -> float:
    if not (math.isfinite(a) and math.isfinite(b)) or a == 0 or b == 0:
        return a * b
    return rounded(Fraction(a) * Fraction(b), how)


def fused(how: str, a: float, b: float, c: float) -> float:
    if not all(map(math.isfinite, (a, b, c))):
        return a * b + c
    return total(how, [Fraction(a) * Fraction(b), Fraction(c)], [a * b, c])


def divided(how: str, a: float, b: float) -> float:
    if math.isnan(a) or math.isnan(b) or (a == 0 and b == 0) or (math.isinf(a) and math.isinf(b)):
        return math.nan
    sign = math.copysign(1, a) * math.copysign(1, b)
    if b == 0 or math.isinf(a):
        return sign * math.inf
    if a == 0 or math.isinf(b):
        return sign * 0.0
    return rounded(Fraction(a) / Fraction(b), how)


def rooted(how: str, a: float) -> float:
    if a == 0 or math.isnan(a) or a == math.inf:
        return a
    if a < 0:
        return math.nan
    over, under = a.as_integer_ratio()
    shift = 200 + (under.bit_length() - 1) % 2
    root = math.isqrt(over << shift)
    places = (shift + under.bit_length() - 1) // 2
    return rounded(Fraction(root, 1 << places), how, more=root * root != over << shift)


WANTED: dict[str, Callable[..., float]] = {
    "fadd": added,
    "fsub": lambda how, a, b: added(how, a, -b),
    "fmul": multiplied,
    "fdiv": divided,
    "frcp": lambda how, a: divided(how, 1.0, a),
    "fsqrt": rooted,
    "fmaf": fused,
    "fmaf_ieee": fused,
}


def rows(many: int) -> list[tuple[float, ...]]:
    """Give arguments: edges, numbers of one size, and any."""
    draw = random.Random(many)

    def one() -> float:
        return draw.choice(EDGES) if draw.random() < 0.1 else single(draw.getrandbits(32))

    found: list[tuple[float, ...]] = [tuple(one() for _ in range(many)) for _ in range(MANY // 2)]
    for _ in range(MANY // 2):
        base = draw.randrange(1, 250) << 23
        found.append(
            tuple(single(draw.getrandbits(1) << 31 | base + draw.getrandbits(26)) for _ in range(many))
        )
    return found


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    head = '#include "hipify_compat.h"\n'
    return Library(tmp_path_factory.mktemp("rounded"), head, "hipify_compat", FORMS)


@pytest.mark.parametrize("name", COUNTS)
def test_each_is_the_next_float(library: Library, name: str) -> None:
    given = rows(COUNTS[name])
    columns = [array("f", column) for column in zip(*given, strict=True)]
    for how in MODES:
        form = next(form for form in FORMS if form.name == f"{name}_{how}")
        for row, got in zip(given, library.apply(form, *columns), strict=True):
            wanted = WANTED[name](how, *row)
            alike = got == wanted and math.copysign(1, got) == math.copysign(1, wanted)
            assert alike or (math.isnan(got) and math.isnan(wanted)), (form.name, row, got, wanted)


def test_all_of_them_are_known() -> None:
    names = {name.decode()[2:] for name, known in load().names.items() if known.polyfill}
    assert {form.name for form in FORMS} <= names
