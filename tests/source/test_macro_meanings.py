"""What macros of a file stand for, and what a header leaves of them to others."""

from __future__ import annotations

import pytest

from hipify_py.source.macro_meanings import meanings, meanings_given, whole_texts
from hipify_py.source.unit import Unit


def test_each_meaning_holds_up_to_where_it_is_taken_back() -> None:
    unit = Unit(b"#define M(a) f(a)\n#undef M\n#define M g(\n")
    first, second = meanings(unit)[b"M"]
    assert (first.parameters, first.text.code.strip(), second.parameters) == ((b"a",), b"f(a)", None)
    assert first.end == unit.code.index(b"#undef")
    assert second.end == len(unit.code)


@pytest.mark.parametrize(
    "code",
    [
        "#define N 3\n",
        "#define M(a) f(a)\n#define M(a) g(a)\n",
        "#define M(a,,b) f(a)\n",
        "#define M(a) _Pragma(a)\n",
        "#define M a ## b()\n",
        "#define M(a)\n",
    ],
)
def test_macros_that_are_not_expanded(code: str) -> None:
    assert meanings(Unit(code.encode())) == {}


def test_what_needs_a_bracket() -> None:
    made = meanings(Unit(b"#define A(x) f(x)\n#define B f\n#define C f();\n"))
    assert [made[name][0].needs_bracket for name in (b"A", b"B", b"C")] == [True, True, False]


def test_what_a_header_leaves_to_others() -> None:
    code = b"#define A(x) f(x, \\\n 1)\n#define N 3\n#define B() g()\n#undef B\n"
    assert whole_texts(Unit(code)) == {b"A": (b"A(x) f(x,    1)", 0), b"B": (b"", code.index(b"#undef"))}


def test_what_a_file_is_given_without_its_own_names() -> None:
    unit = Unit(b"#define A 1\n#undef B\nint x;\n")
    given = {b"A": b"A() f()", b"B": b"B() f()", b"C": b"C() f()", b"D": b""}
    made = meanings_given(unit, given)
    assert [*made] == [b"C"]
    assert (made[b"C"][0].start, made[b"C"][0].end) == (0, len(unit.code))
