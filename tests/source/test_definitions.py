"""The outermost function around a place, as the tree has it."""

from __future__ import annotations

import pytest
from helpers.sources import word

from hipify_py.source.definitions import in_function
from hipify_py.source.unit import Unit


def around(source: str) -> str | None:
    found = in_function(Unit(source.encode()), word(source.encode()).start)
    return source[slice(*found)] if found else None


@pytest.mark.parametrize(
    ("source", "function"),
    [
        ("int a; int f() { return here; }", "int f() { return here; }"),
        ("int f(int here) { return 1; }", "int f(int here) { return 1; }"),
        ("int f() { g([] { here; }); }", "int f() { g([] { here; }); }"),
        ("auto l = [](int a) { return here; };", "[](int a) { return here; }"),
        ("struct S { int f() { return here; } };", "int f() { return here; }"),
        ("template <class T> int f() { return here; }", "int f() { return here; }"),
        ("#define M int f() { return here; }\n", "int f() { return here; }"),
    ],
)
def test_a_place_in_a_function(source: str, function: str) -> None:
    assert around(source) == function


@pytest.mark.parametrize(
    "source",
    [
        "int here; void f() { }",
        "void f() { } int here;",
        "struct S { int here; void f() { } };",
        "int f(int here);",
        "// int f() { here; }\n",
        "int a;\n\n  // here",
        "#define M here\nvoid f() { }\n",
    ],
)
def test_a_place_in_none(source: str) -> None:
    assert around(source) is None
