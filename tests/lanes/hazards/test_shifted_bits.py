"""How many bits what is shifted has."""

from __future__ import annotations

from time import process_time

import pytest
from helpers.sources import function_at, word
from helpers.warps import remaining

from hipify_py.lanes.flow.constant_folding import ConstantTable, declared_constants
from hipify_py.lanes.hazards.shifted_bits import ShiftedBits
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import names
from hipify_py.source.unit import Unit

SOURCE = """
#define NARROW 3u
#define WIDE 3ull
struct S { unsigned m; unsigned long long w; int *p; short twice; }; struct T { long twice; };
__global__ void k(const unsigned m, uint64_t w, uchar c, u32 own, double d, unsigned *p, std::int64_t s) {
  auto a = w ^ 1; const auto b = m; S o; here();
}
"""


def of_others(name: bytes) -> bytes:
    """Say what names for types of other files stand for."""
    return {b"px::Word": b"uint32_t"}.get(name, b"")


def bits(text: str) -> int:
    unit = Unit(SOURCE.encode())
    constants = ConstantTable(declared_constants(unit))
    known = ShiftedBits(unit, names(unit, function_at(unit)), constants, of_others)
    return known.of(expression(text.encode()), word(unit.source).start)


@pytest.mark.parametrize(
    "text",
    [
        *["m", "c", "own", "b", "~m", "o.m", "NARROW", "m + c", "m << w", "(px::Word)w"],
        *["p[1]", "(p[m])", "*p", "*(p + 1)", "__ldg(p)", "__ldg(p + m)", "~p[1]"],
    ],
)
def test_of_32(text: str) -> None:
    assert bits(text) == 32


@pytest.mark.parametrize("text", ["w", "s", "a", "m & w", "w >> m", "o.w", "WIDE", "(size_t)m", "(ull)m"])
def test_of_64(text: str) -> None:
    assert bits(text) == 64


@pytest.mark.parametrize(
    "text",
    ["d", "p", "o.p", "o.twice", "o.none", "none", "m + d", "!m", "f(m)", "(T)m", "d[1]", "&m", "none[1]"],
)
def test_what_is_not_told(text: str) -> None:
    assert bits(text) == 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1", 32),
        ("1'000u", 32),
        ("2147483647", 32),
        ("4294967295u", 32),
        ("0xffffffff", 32),
        ("0", 32),
        ("1l", 64),
        ("1ULL", 64),
        ("0x1ffffffff", 64),
        ("2147483648", 0),
        ("1.0", 0),
        ("1e3f", 0),
    ],
)
def test_of_a_number(text: str, expected: int) -> None:
    assert bits(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("__ballot_sync(~0u, m)", 32),
        ("__activemask()", 32),
        ("__reduce_or_sync(~0u, m)", 32),
        ("__clz(m)", 32),
        ("__brevll(w)", 0),
        ("__shfl_sync(~0u, m, 0)", 0),
        ("reduce_all(m)", 0),
    ],
)
def test_of_a_call(text: str, expected: int) -> None:
    assert bits(text) == expected


def test_functions_that_pass_on_what_is_shifted_are_each_read_once() -> None:
    source = (
        "template <class T> __device__ unsigned f0(T v, int lane) { return v << (32 - lane); }\n"
        + "".join(
            f"template <class T> __device__ unsigned f{n + 1}(T v, int lane) "
            f"{{ unsigned r = 0; {f'r += f{n}(v, lane); ' * 30} return r; }}\n"
            for n in range(3)
        )
        + "__global__ void k(%s v, unsigned *p) { *p = f3(v, threadIdx.x & 31); }\n"
    )
    begun = process_time()
    assert remaining(source % "unsigned") == ["W053"]
    assert remaining(source % "float") == []
    assert process_time() - begun < 5
