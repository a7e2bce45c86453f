"""Macros that take arguments and stand for a value."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.macro_values import MOST, macro_values
from hipify_py.source.unit import Unit


def test_each_meaning_with_its_parameters() -> None:
    unit = Unit(b"#define LANE(t) ((t) & 31)\n#if A\n#define IS() 1\n#else\n#define IS() (w == 0)\n#endif\n")
    found = macro_values(unit)
    assert [(one.parameters, one.node.text) for one in found[b"LANE"]] == [((b"t",), b"&")]
    assert [(one.parameters, one.node.text) for one in found[b"IS"]] == [((), b"1"), ((), b"==")]


@pytest.mark.parametrize(
    "text",
    [
        "#define N 32",
        "#define F(a) do { a; } while (0)",
        "#define F(a) x = a;",
        "#define F(a) a ## b",
        "#define F(a)",
        "#define F(a) " + "a + " * MOST,
        "// #define F(a) a",
    ],
)
def test_what_stands_for_no_value(text: str) -> None:
    assert macro_values(Unit(f"{text}\n".encode())) == {}
