"""What `hipify_compat.h` rounds down, up and to zero, as g++ compiles it, against exact numbers."""

from __future__ import annotations

import itertools
import math
import random
import struct
from array import array
from typing import TYPE_CHECKING

import pytest
from compat.arrays import Form, Library
from compat.rounding import Format, Three
from helpers.toolchain import needs_gcc

from hipify_py.rules.load import load

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

pytestmark = [pytest.mark.emulator, needs_gcc]
MANY = 100_000
OF_EACH_KIND = MANY // 3 // 4 + 1  # so that the three modes together have as many
MODES = ("rd", "ru", "rz")
FLOAT, DOUBLE = Format(24, -149), Format(53, -1074)
COUNTS = {"fadd": 2, "fsub": 2, "fmul": 2, "fdiv": 2, "frcp": 1, "fsqrt": 1, "fmaf": 3, "fmaf_ieee": 3}
OF_DOUBLES = {"dadd": 2, "dsub": 2, "dmul": 2, "ddiv": 2, "drcp": 1, "dsqrt": 1, "fma": 3}
FORMS = [
    Form(f"{name}_{how}", kind, (kind,) * many)
    for kind, counts in (("float", COUNTS), ("double", OF_DOUBLES))
    for name, many in counts.items()
    for how in MODES
]
PAIRS = {"fadd2": ("fadd", 2), "fmul2": ("fmul", 2), "ffma2": ("fmaf", 3)}


def edges(kind: Format) -> list[float]:
    least, normal = math.ldexp(1.0, kind.lowest), math.ldexp(1.0, kind.lowest + kind.digits - 1)
    next_to_one = 1.0 + math.ldexp(1.0, 1 - kind.digits)
    found = [
        0.0,
        least,
        normal,
        normal - least,
        1.0,
        next_to_one,
        3.0,
        math.ldexp(0.75, 2 - kind.lowest // 2),
    ]
    found += [math.ldexp(1.0, 2 - kind.lowest - kind.digits), float(kind.highest), math.inf, math.nan]
    return found + [-one for one in found]


EDGES = {FLOAT: edges(FLOAT), DOUBLE: edges(DOUBLE)}


def single(bits: int) -> float:
    return float(struct.unpack("<f", struct.pack("<I", bits))[0])


def double(bits: int) -> float:
    return float(struct.unpack("<d", struct.pack("<Q", bits))[0])


def wanted(kind: Format, name: str) -> Callable[..., Three]:
    """Give what the exact number is rounded to in each mode, by the name of a function."""
    known: dict[str, Callable[..., Three]] = {
        "add": kind.added,
        "sub": lambda a, b: kind.added(a, -b),
        "mul": kind.multiplied,
        "div": kind.divided,
        "rcp": lambda a: kind.divided(1.0, a),
        "sqrt": kind.rooted,
        "ma": kind.fused,
        "maf": kind.fused,
        "maf_ieee": kind.fused,
    }
    return known[name[1:]]


def rows(many: int) -> list[tuple[float, ...]]:
    """Give floats as arguments: edges, numbers of one size, and any."""
    draw = random.Random(many)

    def one() -> float:
        return draw.choice(EDGES[FLOAT]) if draw.random() < 0.1 else single(draw.getrandbits(32))

    found: list[tuple[float, ...]] = [tuple(one() for _ in range(many)) for _ in range(MANY // 2)]
    for _ in range(MANY // 2):
        base = draw.randrange(1, 250) << 23
        found.append(
            tuple(single(draw.getrandbits(1) << 31 | base + draw.getrandbits(26)) for _ in range(many))
        )
    return found


def rows_of_doubles(many: int) -> list[tuple[float, ...]]:
    """Give doubles as arguments: edges, any, of one size, of few digits, and those that nearly cancel."""
    draw = random.Random(many)

    def one() -> float:
        return draw.choice(EDGES[DOUBLE]) if draw.random() < 0.1 else double(draw.getrandbits(64))

    def short(size: int) -> float:
        return math.ldexp(draw.choice((-1, 1)) * draw.getrandbits(draw.randrange(1, 30)), size)

    found: list[tuple[float, ...]] = [tuple(one() for _ in range(many)) for _ in range(OF_EACH_KIND)]
    for _ in range(OF_EACH_KIND):
        base = draw.randrange(1, 2000) << 52
        found.append(
            tuple(double(draw.getrandbits(1) << 63 | base + draw.getrandbits(55)) for _ in range(many))
        )
    for _ in range(OF_EACH_KIND):
        size = draw.randrange(-1074, 900)
        found.append(tuple(short(max(-1074, size + draw.randrange(-60, 60))) for _ in range(many)))
    for _ in range(OF_EACH_KIND):
        size = draw.randrange(-1070, 1020)
        a = math.ldexp(draw.uniform(-2, 2), size)
        b = math.ldexp(draw.uniform(-2, 2), min(max(draw.randrange(-1130, 1020) - size, -1070), 1020))
        c = -a * b * (1 + math.ldexp(draw.randrange(-4, 5), -52)) if many == 3 else 0.0
        found.append((a, b, c + draw.randrange(-3, 4) * math.ldexp(1.0, -1074))[:many])
    return found


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    head = '#include "hipify_compat.h"\n'
    return Library(tmp_path_factory.mktemp("rounded"), head, "hipify_compat", FORMS)


def alike(got: float, wanted: float) -> bool:
    same = got == wanted and math.copysign(1, got) == math.copysign(1, wanted)
    return same or (math.isnan(got) and math.isnan(wanted))


def bits(numbers: Sequence[float]) -> bytes:
    """Give the bits of numbers; there is one that is none."""
    return array("d", [math.nan if math.isnan(one) else one for one in numbers]).tobytes()


def assert_right(
    library: Library,
    name: str,
    given: Sequence[tuple[float, ...]],
    code: str,
    exactly: Callable[..., Three],
) -> None:
    columns = [array(code, column) for column in zip(*given, strict=True)]
    modes = zip(*(exactly(*row) for row in given), strict=True)
    for how, right in zip(MODES, modes, strict=True):
        form = next(form for form in FORMS if form.name == f"{name}_{how}")
        got = library.apply(form, *columns)
        if bits(got) != bits(right):
            each = zip(given, got, right, strict=True)
            pytest.fail(f"{form.name}: {next(one for one in each if not alike(*one[1:]))}")


@pytest.mark.parametrize("name", [*COUNTS, *OF_DOUBLES])
def test_each_is_the_next_number(library: Library, name: str) -> None:
    kind, code = (FLOAT, "f") if name in COUNTS else (DOUBLE, "d")
    given = rows(COUNTS[name]) if kind == FLOAT else rows_of_doubles(OF_DOUBLES[name])
    assert_right(library, name, given, code, wanted(kind, name))


def test_every_edge_meets_every_other(library: Library) -> None:
    for name in ("dadd", "dmul", "ddiv", "fma"):
        given = list(itertools.product(EDGES[DOUBLE], repeat=OF_DOUBLES[name]))
        assert_right(library, name, given, "d", wanted(DOUBLE, name))


def test_pairs_are_what_both_parts_are(tmp_path: Path) -> None:
    loops = [
        Form(f"{name}_{how}", "float", ("float",) * many)
        for name, (_, many) in PAIRS.items()
        for how in MODES
    ]
    wrapped = "".join(
        f"float {one.name}_part({', '.join(f'float p{at}' for at in range(len(one.arguments)))}) {{ "
        f"pair made = hipify_compat::{one.name}("
        + ", ".join(f"pair{{p{at}, 2 * p{at}}}" for at in range(len(one.arguments)))
        + f"); return made.y == hipify_compat::{PAIRS[one.name[:-3]][0]}_{one.name[-2:]}("
        + ", ".join(f"2 * p{at}" for at in range(len(one.arguments)))
        + ") ? made.x : -1e30f; }\n"
        for one in loops
    )
    head = f'#include "hipify_compat.h"\nstruct pair {{ float x, y; }};\nnamespace parts {{\n{wrapped}}}\n'
    forms = [one._replace(name=f"{one.name}_part") for one in loops]
    library = Library(tmp_path, head, "parts", forms)
    for form in forms:
        name, many = PAIRS[form.name.partition("_")[0]]
        draw = random.Random(form.name)
        given = [tuple(single(0x3F000000 + draw.getrandbits(24)) for _ in range(many)) for _ in range(1000)]
        columns = [array("f", column) for column in zip(*given, strict=True)]
        for row, got in zip(given, library.apply(form, *columns), strict=True):
            assert alike(got, wanted(FLOAT, name)(*row)[MODES.index(form.name.split("_")[1])]), (
                form.name,
                row,
            )


def test_all_of_them_are_known() -> None:
    names = {name.decode()[2:] for name, known in load().names.items() if known.polyfill}
    assert {form.name for form in FORMS} <= names
    assert {f"{name}_{how}" for name in PAIRS for how in ("rn", *MODES)} | {"isShared", "isLocal"} <= names
