"""Functions of `hipify_compat.h` as g++ compiles them: whole numbers, cached accesses, mathematics."""

from __future__ import annotations

import math
import random
from array import array
from fractions import Fraction

import pytest
from compat.arrays import CODES, Form, Library
from compat.words import parts_of, wrapped
from helpers.toolchain import needs_gcc

pytestmark = [pytest.mark.emulator, needs_gcc]
MANY = 100_000
KINDS = {"umin": "unsigned", "llmin": "long long", "ullmin": "unsigned long long"}
EXTREMES = [
    Form(name.replace("min", most), kind, (kind, kind))
    for name, kind in KINDS.items()
    for most in ("min", "max")
]
DOTS = [
    Form(name, kind, (kind,) * 3) for name in ("dp4a", "dp2a_lo", "dp2a_hi") for kind in ("int", "unsigned")
]
LOWEST = Form("ffsll", "int", ("long long",))
EXACT = [Form("fdivide", "double", ("double", "double"))]
TYPES = ("unsigned char", "short", "int", "float", "long long", "double")
LOADS = [
    Form(f"{name}_at", kind, (kind,)) for name in ("ldca", "ldcg", "ldcs", "ldcv", "ldlu") for kind in TYPES
]
STORES = [Form(f"{name}_at", kind, (kind,)) for name in ("stcg", "stcs", "stwb", "stwt") for kind in TYPES]
HEAD = """#include "hipify_compat.h"
namespace hipify_compat {
"""
HEAD += "".join(
    f"template <class T> T {name}_at(const T& from) {{ return {name}(&from); }}\n"
    for name in ("ldca", "ldcg", "ldcs", "ldcv", "ldlu")
)
HEAD += "".join(
    f"template <class T> T {name}_at(const T& from) {{\n"
    f"  T to[3] = {{}};\n  {name}(to + 1, from);\n  return to[0] + to[1] + to[2];\n}}\n"
    for name in ("stcg", "stcs", "stwb", "stwt")
)
HEAD += """inline unsigned long long copied(int size, int zeroed, int byte) {
  alignas(16) unsigned char from[24], to[24];
  for (int i = 0; i < 24; ++i) from[i] = 100 + i, to[i] = 200;
  pipeline_memcpy_async(to, from, size, zeroed);
  pipeline_commit(), pipeline_wait_prior(0);
  return to[byte];
}
"""
HEAD += "}\n"
COPIED = Form("copied", "unsigned long long", ("int",) * 3)
MATHEMATICS = ("rsqrt", "rcbrt", "sinpi", "cospi", "erfinv", "erfcinv", "erfcx", "normcdf", "normcdfinv")
ALL = [*EXTREMES, *DOTS, LOWEST, COPIED, *EXACT, *LOADS, *STORES]
ALL += [Form(name, "double", ("double",)) for name in MATHEMATICS]
ALL += [Form(f"{name}f", "float", ("float",)) for name in MATHEMATICS]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(tmp_path_factory.mktemp("host"), HEAD, "hipify_compat", ALL)


def some(kind: str, seed: int) -> array[int]:
    code, draw = CODES[kind], random.Random(seed)
    found = array(code, draw.randbytes(array(code).itemsize * MANY))
    for at in range(100):
        found[at] = (0, 1, 2, 127)[at % 4]
    return found


@pytest.mark.parametrize("form", EXTREMES, ids=lambda form: form.name)
def test_extremes(library: Library, form: Form) -> None:
    a, b = some(form.result, 1), some(form.result, 2)
    pick = min if form.name.endswith("min") else max
    assert library.apply(form, a, b) == [pick(row) for row in zip(a, b, strict=True)]


@pytest.mark.parametrize("form", DOTS, ids=lambda form: f"{form.name}-{form.result}")
def test_dot_products(library: Library, form: Form) -> None:
    signed = form.result == "int"
    a, b, c = (some(form.result, seed) for seed in (1, 2, 3))
    bits, many = (8, 4) if form.name == "dp4a" else (16, 2)
    first = 2 if form.name.endswith("hi") else 0
    left, right = parts_of(a, bits, signed=signed), parts_of(b, 8, signed=signed)
    wanted = []
    for at, total in enumerate(c):
        pairs = zip(
            left[at * many : (at + 1) * many], right[at * 4 + first : at * 4 + first + many], strict=True
        )
        wanted.append(wrapped(total + sum(one * other for one, other in pairs), 32, signed=signed))
    assert library.apply(form, a, b, c) == wanted


def test_the_lowest_bit(library: Library) -> None:
    given = some("long long", 4)
    assert library.apply(LOWEST, given) == [(one & -one).bit_length() for one in given]


@pytest.mark.parametrize("form", [*LOADS, *STORES], ids=lambda form: f"{form.name}-{form.result}")
def test_what_is_loaded_and_stored(library: Library, form: Form) -> None:
    whole = form.result not in {"float", "double"}
    given = some(form.result, 5) if whole else array(CODES[form.result], [0.0, 1.5, -2.25e-30, math.inf])
    assert library.apply(form, given) == given.tolist()


@pytest.mark.parametrize(("size", "zeroed"), [(4, 0), (8, 0), (16, 0), (16, 4), (8, 8), (4, 1), (16, 16)])
def test_a_copy_is_there_at_once(library: Library, size: int, zeroed: int) -> None:
    code = CODES["int"]
    given = [array(code, [number] * 24) for number in (size, zeroed)] + [array(code, range(24))]
    copied = [100 + at if at < size - zeroed else 0 for at in range(size)]
    assert library.apply(COPIED, *given) == copied + [200] * (24 - size)


def test_a_quotient(library: Library) -> None:
    given = array("d", [1.0, -3.0, 1e300])
    assert library.apply(EXACT[0], given, array("d", [3.0, 7.0, 1e-10])) == [1 / 3, -3 / 7, math.inf]


def ulps(got: float, wanted: Fraction) -> float:
    return float(abs(Fraction(got) - wanted) / Fraction(math.ulp(got)))


def test_reciprocal_roots(library: Library) -> None:
    """Against whole numbers: a root is right where its power times the number is about one."""
    draw = random.Random(6)
    given = array("d", [draw.uniform(1, 2) * 2.0 ** draw.randrange(-1000, 1000) for _ in range(MANY // 10)])
    for name, power, most in (("rsqrt", 2, 1.5), ("rcbrt", 3, 0.6)):
        got = library.apply(Form(name, "double", ("double",)), given)
        for one, root in zip(given, got, strict=True):
            off = (
                abs(Fraction(one) * Fraction(root) ** power - 1)
                / power
                * Fraction(root)
                / Fraction(math.ulp(root))
            )
            assert off <= most, (name, one, root)
    assert library.apply(Form("rsqrtf", "float", ("float",)), array("f", [4.0, 0.0, math.inf])) == [
        0.5,
        math.inf,
        0.0,
    ]
    assert library.apply(Form("rcbrtf", "float", ("float",)), array("f", [8.0, -8.0, 0.0])) == [
        0.5,
        -0.5,
        math.inf,
    ]


def test_sines_of_pi_times_a_number(library: Library) -> None:
    sine, cosine = (Form(name, "double", ("double",)) for name in ("sinpi", "cospi"))
    halves = array("d", [0.0, -0.0, 0.5, 1.0, 1.5, 2.0, -0.5, -1.5, 1e300, 2.0**52 + 1, 2.0**51 + 0.5])
    assert library.apply(sine, halves) == [0, 0, 1, 0, -1, 0, -1, 1, 0, 0, 1]
    assert library.apply(cosine, halves) == [1, 1, 0, -1, 0, 1, 0, 0, 1, -1, 0]
    assert math.copysign(1, library.apply(sine, halves)[1]) == -1
    draw = random.Random(7)
    given = array("d", [draw.uniform(-0.25, 0.25) * 2.0 ** -draw.randrange(20) for _ in range(2000)])
    pi = Fraction(31415926535897932384626433832795028841971, 10**40)
    for form, start in ((sine, 1), (cosine, 0)):
        for one, got in zip(given, library.apply(form, given), strict=True):
            angle = Fraction(one) * pi
            terms = (
                Fraction((-1) ** k, math.factorial(2 * k + start)) * angle ** (2 * k + start)
                for k in range(14)
            )
            assert ulps(got, sum(terms, Fraction(0))) <= 1.5, (form.name, one, got)


def test_normal_and_error_functions(library: Library) -> None:
    """Each against the C library's own way back, and against values known to 17 digits."""
    known = {
        "erfinv": {0.5: 0.47693627620446987, -0.3: -0.27246271472675435, 0.999999: 3.4589107372754988},
        "erfcinv": {0.1: 1.1630871536766743, 1e-300: 26.209469960516124, 1.5: -0.47693627620446987},
        "normcdf": {
            0.0: 0.5,
            1.0: 0.8413447460685429,
            -37.5: 4.605353009581954e-308,
            -1.0: 0.15865525393145705,
        },
        "normcdfinv": {0.5: 0.0, 0.3: -0.5244005127080409, 1e-10: -6.361340902404056},
        "erfcx": {0.0: 1.0, 0.3: 0.7345993345676554, 37.5: 0.015039711904042886, -2.7: 2930.94452028064},
    }
    for name, values in known.items():
        for kind, suffix, most in (("double", "", 4), ("float", "f", 0)):
            given = array(
                kind[0],
                values if kind == "double" else [one for one in values if 1e-37 < abs(one) < 30 or one == 0],
            )
            got = library.apply(Form(f"{name}{suffix}", kind, (kind,)), given)
            for one, mine in zip(given, got, strict=True):
                if kind == "double":
                    assert abs(mine - values[one]) <= most * math.ulp(values[one]), (name, one, mine)
    for name, at in (("erfinv", 1.5), ("erfcinv", -1.0), ("erfcinv", 2.5), ("normcdfinv", 1.5)):
        assert math.isnan(library.apply(Form(name, "double", ("double",)), array("d", [at]))[0])
    assert library.apply(Form("erfinv", "double", ("double",)), array("d", [1.0, -1.0, 0.0])) == [
        math.inf,
        -math.inf,
        0.0,
    ]
    draw = random.Random(8)
    given = array("d", [draw.uniform(-0.9, 0.9) for _ in range(MANY // 10)])
    got = library.apply(Form("erfinv", "double", ("double",)), given)
    assert max(abs(math.erf(back) - one) / abs(one) for one, back in zip(given, got, strict=True)) < 1e-15
    tails = array("d", [10.0 ** draw.uniform(-300, -1) for _ in range(MANY // 10)])
    got = library.apply(Form("erfcinv", "double", ("double",)), tails)
    worst = max(
        abs(math.erfc(back) - one) / one / (1 + 2 * back * back) for one, back in zip(tails, got, strict=True)
    )
    assert worst < 1e-15
