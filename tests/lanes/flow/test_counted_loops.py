"""Loops that count, turn by turn."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.flow.counted_loops import CountedLoops
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import functions_by_name, model, names
from hipify_py.source.unit import Unit


def turns(code: str, text: bytes = b"i") -> list[int]:
    unit = Unit(f"__device__ void f(int n) {{ {code} }}".encode())
    (function,) = functions_by_name(unit)[b"f"]
    read = model(unit, function)
    loops = CountedLoops(unit.code, names(unit, function), ConstantTable({b"W": b"32"}))
    at, count = unit.code.index(b"here"), loops.counted(read.loops[0], b"i")
    return [*loops.turns(read.loops[0], count, expression(text), at)] if count else []


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("for (int i = W / 2; i > 0; i >>= 1) here();", [16, 8, 4, 2, 1]),
        ("for (int i = 1; i < W; i *= 2) here();", [1, 2, 4, 8, 16]),
        ("int i = 3; while (i--) here();", [2, 1, 0]),
        ("int i = 0; do { ++i; here(); } while (i < 3);", [1, 2, 3]),
        ("int i = 0; do { here(); ++i; } while (i < 3);", [0, 1, 2]),
        ("for (int i = 0; i < n; i++) here();", []),
        ("for (int i = n; i < 3; i++) here();", []),
        ("for (int i = 0; i < 3; i++) { if (n) i++; here(); }", []),
        ("for (int i = 0; i < 100; i++) here();", []),
        ("for (int i = 0; i < 0; i++) here();", []),
    ],
)
def test_turns(code: str, expected: list[int]) -> None:
    assert turns(code) == expected


def test_an_expression_of_the_count() -> None:
    assert turns("for (int i = 0; i < 5; i++) here();", b"16 >> i") == [16, 8, 4, 2, 1]
    assert turns("for (int i = 0; i < 5; i++) here();", b"n >> i") == []
