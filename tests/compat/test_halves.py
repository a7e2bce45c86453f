"""The functions of `hipify_half.h`, as g++ compiles them, against exact numbers.

Every bfloat16 is converted to every whole number; else edges and 100,000 others are tried.
"""

from __future__ import annotations

import functools
import math
import operator
import random
import struct
from array import array
from typing import TYPE_CHECKING, Any

import pytest
from compat.arrays import CODES, Form, Library
from compat.halves import BFLOAT, HALF, NAN, ROUNDINGS, SIGN, Numbers, whole
from helpers.toolchain import needs_gcc

from hipify_py.rules.load import load

if TYPE_CHECKING:
    from collections.abc import Sequence

pytestmark = [pytest.mark.emulator, needs_gcc]
MANY = 100_000
HEAD = """struct __half { unsigned short x; };
struct __half2 { __half x, y; };
struct __hip_bfloat16 { unsigned short x; };
struct __hip_bfloat162 { __hip_bfloat16 x, y; };
#define HIPIFY_HALF_TYPES
#include "hipify_half.h"
"""
BOUNDS = {  # of a type: the lowest and the highest number, and what a NaN becomes
    "char": ("signed char", -(2**7), 2**7 - 1, 0),
    "uchar": ("unsigned char", 0, 2**8 - 1, 0),
    "short": ("short", -(2**15), 2**15 - 1, 0),
    "ushort": ("unsigned short", 0, 2**16 - 1, 0),
    "int": ("int", -(2**31), 2**31 - 1, 0),
    "uint": ("unsigned", 0, 2**32 - 1, 0),
    "ll": ("long long", -(2**63), 2**63 - 1, -(2**63)),
    "ull": ("unsigned long long", 0, 2**64 - 1, 2**63),
}
TYPES = {"__half": HALF, "__hip_bfloat16": BFLOAT}
ORDERS = ("eq", "ne", "le", "lt", "ge", "gt")
TO = [
    Form(f"bfloat162{name}_{how}", kind, ("__hip_bfloat16",))
    for name, (kind, *_) in BOUNDS.items()
    for how in (("rz",) if "char" in name else ROUNDINGS)
]
TO += [Form(f"half2{name}_rz", BOUNDS[name][0], ("__half",)) for name in ("char", "uchar")]
SOURCES = {name: kind for name, (kind, *_) in BOUNDS.items() if "char" not in name} | {"float": "float"}
FROM = [
    Form(f"{name}2bfloat16_{how}", "__hip_bfloat16", (kind,))
    for name, kind in SOURCES.items()
    for how in ROUNDINGS
]
FROM += [Form("double2half", "__half", ("double",))]
PAIRS = [Form("float2bfloat162_rn", "__hip_bfloat162", ("float",))]
PAIRS += [Form("floats2bfloat162_rn", "__hip_bfloat162", ("float", "float"))]
PAIRS += [Form("make_bfloat162", "__hip_bfloat162", ("__hip_bfloat16", "__hip_bfloat16"))]
MASKS = [
    Form(f"h{order}{unordered}2_mask", "unsigned", (f"{kind}2",) * 2)
    for kind in TYPES
    for order in ORDERS
    for unordered in ("", "u")
]
EXTREMES = [Form(f"h{most}2_nan", f"{kind}2", (f"{kind}2",) * 2) for kind in TYPES for most in ("max", "min")]
SINGLE = [Form(f"h{most}_nan", kind, (kind, kind)) for kind in TYPES for most in ("max", "min")]
FMAS = [Form("hfma_relu", kind, (kind,) * 3) for kind in TYPES]
FMAS += [Form(name, f"{kind}2", (f"{kind}2",) * 3) for kind in TYPES for name in ("hfma2_relu", "hcmadd")]
SATURATED = [
    Form(f"h{name}{two}_sat", kind + two, (kind + two,) * count)
    for kind in TYPES
    for name, count in (("add", 2), ("sub", 2), ("mul", 2), ("fma", 3))
    for two in ("", "2")
]
ORDERED = [Form(f"h{order}u2", f"{kind}2", (f"{kind}2",) * 2) for kind in TYPES for order in ORDERS]
TANHS = [
    Form(f"h{two}tanh{more}", kind + two, (kind + two,))
    for kind in TYPES
    for two in ("", "2")
    for more in ("", "_approx")
]
ALL = [*TO, *FROM, *PAIRS, *MASKS, *EXTREMES, *SINGLE, *FMAS, *SATURATED, *ORDERED, *TANHS]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(tmp_path_factory.mktemp("halves"), HEAD, "hipify_half", ALL)


def as_float(bits: int) -> float:
    return float(struct.unpack("<f", struct.pack("<I", bits))[0])


def some_bits(numbers: Numbers, draw: random.Random, count: int = MANY) -> list[int]:
    """Give bits of a format: edges in all combinations by turns, close ones, and any."""
    top = numbers.infinite
    edges = [0, 1, 2, 1 << numbers.digits - 2, 1 << numbers.digits - 1, top - 1, top, top + 1, NAN]
    edges += [bits | SIGN for bits in edges]
    return [draw.choice(edges) if draw.random() < 0.2 else draw.getrandbits(16) for _ in range(count)]


def some_numbers(kind: str, draw: random.Random) -> list[Any]:
    """Give numbers of a type: edges, what is close to the middle between two bfloat16, and any."""
    if kind == "double":
        bits = [draw.getrandbits(16) for _ in range(MANY)]
        near = [HALF.value(one) for one in bits if one & NAN < HALF.infinite]
        steps = [
            0.0,
            2.0**-25,
            2.0**-24,
            2.0**-26,
            math.inf,
            math.nan,
            65519.99,
            65520.0,
            -65520.0,
            5e-324,
            1e300,
        ]
        return [one * (1 + draw.choice([-1, 0, 1]) * 2.0 ** -draw.randrange(10, 53)) for one in near] + steps
    if kind == "float":
        close = [
            draw.getrandbits(16) << 16 | draw.choice([0, 1, 0x7FFF, 0x8000, 0x8001, 0xFFFF])
            for _ in range(MANY)
        ]
        return [as_float(one) for one in close] + [as_float(draw.getrandbits(32)) for _ in range(MANY // 4)]
    low, high = next((low, high) for name, low, high, _ in BOUNDS.values() if name == kind)
    found = [low, high, 0, 1, high - 1, low + 1, *(2**power for power in range(high.bit_length()))]
    for _ in range(MANY):
        size = draw.getrandbits(draw.randrange(1, high.bit_length() + 1))
        if draw.random() < 0.5 and size.bit_length() > 9:  # close to the middle between two
            cut = size.bit_length() - 8
            size = (size >> cut << cut) + (1 << cut - 1) + draw.randrange(-1, 2)
        found.append(max(low, -size) if low < 0 and draw.random() < 0.5 else min(size, high))
    return found


def same(got: Sequence[float], wanted: Sequence[float]) -> bool:
    return list(got) == list(wanted)


def test_all_of_them_are_known() -> None:
    targets = {known.polyfill.decode() for known in load(rocm="6.4").names.values() if known.polyfill}
    wanted = {name.removeprefix("hipify_half::") for name in targets if name.startswith("hipify_half::")}
    assert wanted - {form.name for form in ALL} == set()


@pytest.mark.parametrize("form", TO, ids=lambda form: form.name)
def test_to_whole_numbers(library: Library, form: Form) -> None:
    numbers = TYPES[form.arguments[0]]
    name, how = form.name.rpartition("2")[2].split("_")
    name = name.removeprefix("6")
    _, *bounds = BOUNDS[form.name.removeprefix("bfloat162").removeprefix("half2").split("_")[0]]
    every = array("H", range(1 << 16))
    wanted = [whole(numbers.value(bits), how, *bounds) for bits in every]
    assert same(library.apply(form, every), wanted)


@pytest.mark.parametrize("kind", [*SOURCES, "double"])
def test_from_numbers(library: Library, kind: str) -> None:
    forms = [
        form
        for form in FROM
        if form.arguments[0] == SOURCES.get(kind, kind) and form.name.startswith(f"{kind}2")
    ]
    given = some_numbers(forms[0].arguments[0], random.Random(kind))
    numbers = HALF if kind == "double" else BFLOAT
    wanted = [numbers.convert(one) for one in given]
    column = array(CODES[forms[0].arguments[0]], given)
    for form in forms:
        how = form.name.rpartition("_")[2] if "_" in form.name else "rn"
        assert same(library.apply(form, column), [one[how] for one in wanted]), form.name


def test_pairs(library: Library) -> None:
    draw = random.Random(0)
    low, high = (array("f", (as_float(draw.getrandbits(32)) for _ in range(MANY // 4))) for _ in range(2))
    made = [[BFLOAT.convert(one)["rn"] for one in column] for column in (low, high)]
    one, two, bits = PAIRS
    assert same(library.apply(one, low), [part | part << 16 for part in made[0]])
    both = [a | b << 16 for a, b in zip(*made, strict=True)]
    assert same(library.apply(two, low, high), both)
    assert same(library.apply(bits, array("H", made[0]), array("H", made[1])), both)


@pytest.mark.parametrize("kind", TYPES)
def test_comparisons(library: Library, kind: str) -> None:
    numbers, draw = TYPES[kind], random.Random(1)
    sides = [array("H", some_bits(numbers, draw)) for _ in range(2)]
    words = [array("I", side.tobytes()) for side in sides]
    values = [[numbers.value(bits) for bits in side] for side in sides]
    nans = [math.isnan(a) or math.isnan(b) for a, b in zip(*values, strict=True)]
    for form in (form for form in MASKS if form.arguments[0] == f"{kind}2"):
        order = getattr(operator, form.name[1:3])
        of_nan = 0xFFFF if form.name[3] == "u" else 0
        wanted = [of_nan if odd else 0xFFFF * order(a, b) for a, b, odd in zip(*values, nans, strict=True)]
        assert same(library.apply(form, *words), array("I", array("H", wanted).tobytes())), form.name
    for form in (form for form in (*EXTREMES, *SINGLE) if form.arguments[0] in {kind, f"{kind}2"}):
        first = max if "max" in form.name else min
        keys = [
            [(value, math.copysign(1, value), bits) for value, bits in zip(*side, strict=True)]
            for side in zip(values, sides, strict=True)
        ]
        wanted = [NAN if odd else first(a, b)[2] for a, b, odd in zip(*keys, nans, strict=True)]
        if form in SINGLE:
            assert same(library.apply(form, *sides), wanted), form.name
        else:
            assert same(library.apply(form, *words), array("I", array("H", wanted).tobytes())), form.name


def relu(numbers: Numbers, bits: int) -> int:
    return NAN if numbers.is_nan(bits) else 0 if bits & SIGN else bits


@pytest.mark.parametrize("kind", TYPES)
def test_sums_of_products_are_rounded_once(library: Library, kind: str) -> None:
    numbers, draw = TYPES[kind], random.Random(2)
    a, b, c = (array("H", some_bits(numbers, draw)) for _ in range(3))
    for at in range(0, MANY, 3):  # sums that cancel, and that end close to the middle between two numbers
        c[at] = numbers.fma(a[at], b[at], 0) ^ SIGN ^ draw.randrange(4)
    wanted = [relu(numbers, numbers.fma(*row)) for row in zip(a, b, c, strict=True)]
    one, two, complex_ = (form for form in FMAS if form.arguments[0] in {kind, f"{kind}2"})
    assert same(library.apply(one, a, b, c), wanted)
    words = [array("I", column.tobytes()) for column in (a, b, c)]
    assert same(library.apply(two, *words), array("I", array("H", wanted).tobytes()))
    made = array("H")
    for at in range(0, MANY // 2, 2):
        real, high = numbers.fma(a[at], b[at], c[at]), numbers.fma(a[at], b[at + 1], c[at + 1])
        made.append(numbers.fma(a[at + 1] ^ SIGN, b[at + 1], real))
        made.append(numbers.fma(a[at + 1], b[at], high))
    few = [array("I", column[: MANY // 2].tobytes()) for column in (a, b, c)]
    assert same(library.apply(complex_, *few), array("I", made.tobytes()))


@pytest.mark.parametrize("kind", TYPES)
def test_hyperbolic_tangents(library: Library, kind: str) -> None:
    """The nearest number, or its neighbour where the tangent of a float lies at the middle between two."""
    numbers = TYPES[kind]
    every = array("H", range(1 << 16))
    wanted = [numbers.convert(math.tanh(numbers.value(bits)))["rn"] for bits in every]
    for form in (form for form in TANHS if form.arguments[0] == kind):
        got = library.apply(form, every)
        off = [abs(mine - other) for mine, other in zip(got, wanted, strict=True)]
        assert max(off) <= 1
        assert sum(off) <= 16
        two = next(
            each
            for each in TANHS
            if each.arguments[0] == f"{kind}2" and each.name == form.name.replace("h", "h2", 1)
        )
        assert same(library.apply(two, array("I", every.tobytes())), array("I", array("H", got).tobytes()))
        assert [got[0], got[SIGN], got[numbers.infinite], got[numbers.infinite | SIGN], got[NAN]] == [
            0,
            SIGN,
            numbers.one,
            numbers.convert(-1)["rn"],
            NAN,
        ]


@pytest.mark.parametrize("form", SATURATED, ids=lambda form: f"{form.name}-{form.arguments[0]}")
def test_what_is_kept_from_0_to_1(library: Library, form: Form) -> None:
    numbers = TYPES[form.arguments[0].removesuffix("2")]
    one = numbers.one
    a, b, c = sides(numbers)
    wanted = saturated(numbers, form.name[1:4])
    code = CODES[form.arguments[0]] if form.name[4] == "_" else "I"
    given = (a, b, c)[: len(form.arguments)]
    got = library.apply(form, *(each if code == "H" else array("I", each.tobytes()) for each in given))
    assert same(array("H", array(code, got).tobytes()), wanted)
    assert 0 < wanted.count(one) < len(wanted) // 2


@functools.cache
def sides(numbers: Numbers) -> tuple[array[int], array[int], array[int]]:
    """Give the arguments of the functions above, which are the same for all of a type."""
    draw = random.Random(11)
    a, b, c = (array("H", [*some_bits(numbers, draw, MANY // 2), *near_one(numbers, draw)]) for _ in range(3))
    return a, b, c


@functools.cache
def saturated(numbers: Numbers, name: str) -> array[int]:
    """Give what one of them gives, alone or two at a time."""
    one, wanted = numbers.one, array("H")
    for row in zip(*sides(numbers), strict=True):
        made = arithmetic(numbers, name, *row)
        value = numbers.value(made)
        wanted.append(0 if math.isnan(value) or value <= 0 else min(made, one))
    return wanted


def arithmetic(numbers: Numbers, name: str, a: int, b: int, c: int) -> int:
    """Give a sum, a difference, a product or a sum with one, rounded once."""
    rows = {
        "add": (a, numbers.one, b),
        "sub": (a, numbers.one, b ^ SIGN),
        "mul": (a, b, SIGN),
        "fma": (a, b, c),
    }
    return numbers.fma(*rows[name])


def near_one(numbers: Numbers, draw: random.Random) -> list[int]:
    """Give bits of numbers of either sign about 1, whose sums and products are from 0 to 1, or beyond."""
    one = numbers.one
    return [(one + draw.randrange(-600, 200)) | draw.choice([0, SIGN]) for _ in range(MANY // 2)]


@pytest.mark.parametrize("form", ORDERED, ids=lambda form: f"{form.name}-{form.arguments[0]}")
def test_orders_that_hold_without_numbers_give_1(library: Library, form: Form) -> None:
    numbers, draw = TYPES[form.arguments[0].removesuffix("2")], random.Random(12)
    a = some_bits(numbers, draw)
    b = [draw.choice([one, one ^ SIGN, draw.choice(a)]) for one in a]
    order = getattr(operator, form.name[1:3])
    one, wanted = numbers.one, []
    for left, right in zip(a, b, strict=True):
        values = numbers.value(left), numbers.value(right)
        wanted.append(one if any(map(math.isnan, values)) or order(*values) else 0)
    got = library.apply(form, *(array("I", array("H", each).tobytes()) for each in (a, b)))
    assert same(array("H", array("I", got).tobytes()), array("H", wanted))
