"""The macros that a file defines."""

from __future__ import annotations

import pytest
from helpers.sources import word

from hipify_py.resolve.macros import alias, defined, defines
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("#define A\n# define B(x) x\n#define \\\n C 3\n", {b"A", b"B", b"C"}),
        ("#if X\n#define A 1\n#else\n#define A 2\n#endif\n", {b"A"}),
        ('// #define A\n/*\n#define B\n*/\nauto s = "\\\n#define C";', set()),
        ("#undef A\n#ifdef B\n#endif\nint C; x #define D\n", set()),
    ],
)
def test_the_names_that_a_file_defines(source: str, expected: set[bytes]) -> None:
    assert defined(Unit(source.encode())) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("#define n 3\n", True),
        ("#define n(x) x\n", True),
        ("#define \\\n n\n", True),
        ("#define m n\n", False),
        ("#define m(n) 3\n", False),
        ("#undef n\n", False),
        ("#ifndef n\n", False),
        ("int n;", False),
    ],
)
def test_a_name_is_that_of_the_macro(source: str, *, expected: bool) -> None:
    unit = Unit(source.encode())
    assert defines(unit, word(unit.code, b"n")) is expected


def test_of_two_places_of_a_name_one_defines_it() -> None:
    unit = Unit(b"#define n n\n")
    first = word(unit.code, b"n")
    assert defines(unit, first)
    assert not defines(unit, first._replace(start=first.end + 1, end=first.end + 2))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("#define n m\n", b"m"),
        ("#define n \\\n  m\n", b"m"),
        ("#define n m // why\n", b"m"),
        ("#define n(x) m(x)\n", None),
        ("#define n m(3)\n", None),
        ("#define n a b\n", None),
        ("#define n (m)\n", None),
        ("#define n\n", None),
        ("#define n 3\n", None),
        ("int n m;", None),
    ],
)
def test_an_alias_is_one_other_name(source: str, *, expected: bytes | None) -> None:
    unit = Unit(source.encode())
    assert alias(unit, word(unit.code, b"n")) == expected
