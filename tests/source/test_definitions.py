"""The outermost function around a place, as the tree has it."""

from __future__ import annotations

import pytest
from helpers.sources import word

from hipify_py.source.definitions import defining, in_function
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


def test_functions_and_classes_are_found_with_bodies_alone() -> None:
    source = b"""
struct A; struct B { int a; }; class C : B { void f() { struct D {} d; } void g(); }; union E { int a; };
int f(); int f() { return 1; } C() = default; template <class T> T g(T t) { return [t] { return t; }(); }
"""
    found = defining(Unit(source))
    starts = {kind: [one.start_byte for one in ones] for kind, ones in found.items()}
    texts = {kind: [source[at : at + 9] for at in places] for kind, places in starts.items()}
    assert texts == {
        "class": [b"struct B ", b"class C :", b"struct D "],
        "union": [b"union E {"],
        "function": [b"void f() ", b"int f() {", b"T g(T t) "],
    }


def test_a_file_without_any_has_none() -> None:
    assert not any(defining(Unit(b"int a = f();\n")).values())
