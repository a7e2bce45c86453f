"""Integers of C++: how they are written, of which type they are, and what operators make of them."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.integers import Number, applied, cast, counted, signed, written, zero_of


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("32", Number(32, 32)),
        ("0", Number(0, 32)),
        ("007", Number(7, 32)),
        ("040", Number(32, 32)),
        ("0'37u", Number(31, 32, signed=False)),
        ("037777777777", Number(0xFFFFFFFF, 32, signed=False)),
        ("00", Number(0, 32)),
        ("0x1F", Number(31, 32)),
        ("0b10'0000u", Number(32, 32, signed=False)),
        ("0xffffffff", Number(0xFFFFFFFF, 32, signed=False)),
        ("1'000", Number(1000, 32)),
        ("1ull", Number(1, 64, signed=False)),
        ("1L", Number(1, 64)),
        ("0x100000000", Number(1 << 32, 64)),
    ],
)
def test_what_is_written(text: str, number: Number) -> None:
    assert written(text.encode()) == number


@pytest.mark.parametrize("text", ["1.0", "1f", "0x", "x", "", "-1", "1 2", "1e3", "08", "0392u"])
def test_what_is_no_integer(text: str) -> None:
    assert written(text.encode()) is None


@pytest.mark.parametrize(
    ("name", "zero"),
    [
        ("int", Number(0, 32)),
        ("unsigned", Number(0, 32, signed=False)),
        ("unsigned char", Number(0, 32, signed=False)),
        ("const std::uint64_t", Number(0, 64, signed=False)),
        ("size_t", Number(0, 64, signed=False)),
        ("uint", Number(0, 32, signed=False)),
        ("long", Number(0, 64)),
    ],
)
def test_types(name: str, zero: Number) -> None:
    assert zero_of(name.encode()) == zero


@pytest.mark.parametrize("name", ["float", "bool", "auto", "T", "int *", ""])
def test_what_is_no_type_of_integers(name: str) -> None:
    assert zero_of(name.encode()) is None


@pytest.mark.parametrize(
    ("left", "operator", "right", "value"),
    [
        (Number(5, 32), b"<<", Number(3, 64), Number(40, 32)),
        (Number(1, 32), b"-", Number(2, 32), Number(0xFFFFFFFF, 32)),
        (Number(1, 32), b"-", Number(2, 64), Number(2**64 - 1, 64)),
        (Number(0xFFFFFFFF, 32), b"<", Number(0, 32), Number(1, 32)),
        (Number(0xFFFFFFFF, 32), b"<", Number(0, 32, signed=False), Number(0, 32)),
        (Number(7, 32), b"%", Number(4, 32), Number(3, 32)),
        (Number(7, 32), b"/", Number(0, 32), None),
        (Number(1, 32), b"<<", Number(32, 32), None),
    ],
)
def test_operators(left: Number, operator: bytes, right: Number, value: Number | None) -> None:
    assert applied(operator, left, right) == value


def test_signs_casts_and_counts() -> None:
    assert signed(b"~", Number(0, 32, signed=False)) == Number(0xFFFFFFFF, 32, signed=False)
    assert signed(b"!", Number(3, 32)) == Number(0, 32)
    assert cast(Number(0xFFFFFFFF, 32), Number(0, 64)) == Number(2**64 - 1, 64)
    assert cast(Number(0xFFFFFFFF, 32, signed=False), Number(0, 64)) == Number(0xFFFFFFFF, 64)
    assert counted(b"__clz", Number(1, 32)) == Number(31, 32)
    assert counted(b"__clzll", Number(1, 32)) == Number(63, 32)
    assert counted(b"__popc", Number(2**40 + 1, 64)) == Number(1, 32)
    assert counted(b"__ffs", Number(8, 32)) == Number(4, 32)
