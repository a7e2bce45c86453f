"""Classes and enumerations, and what enumerations list."""

from __future__ import annotations

import pytest

from hipify_py.source.defined_types import defined_types, enumerators, only_base
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("struct A { int a; };", [("struct", "A", "")]),
        ("struct A final : public B<1, 2> { };", [("struct", "A", "B<1, 2>")]),
        ("class A : B, C { };", [("class", "A", "")]),
        ("struct __align__(8) A { struct B { }; };", [("struct", "A", ""), ("struct", "B", "")]),
        ("enum { a };", [("enum", "", "")]),
        ("enum class A : unsigned { a };", [("enum", "A", "")]),
        ("enum A : int;", [("enum", "A", "")]),
        ("template <> struct A<int> : B { };", [("struct", "A", "B")]),
        ("struct A; class B *b; f(struct C c); template <class T> void g();", []),
        ("union U { int a; };", [("union", "U", "")]),
    ],
)
def test_what_is_defined(code: str, expected: list[tuple[str, str, str]]) -> None:
    unit = Unit(code.encode())
    found = [
        (one.keyword.decode(), one.name.decode(), unit.code[slice(*only_base(unit.code, one))].decode())
        for one in defined_types(unit)
    ]
    assert found == expected


def test_one_for_some_arguments() -> None:
    one, other = defined_types(Unit(b"template <> struct A<int> { }; struct B { };"))
    assert (one.is_special, other.is_special) == (True, False)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("enum { a = 1, b, c = a | 2 };", {"a": "1", "c": "a | 2"}),
        ("enum class A : char { a = f(1, 2), b = A<1, 2>::v };", {"a": "f(1, 2)", "b": "A<1, 2>::v"}),
        ("struct A { int a = 1; };", {}),
        ("enum A : int;", {}),
        ("enum { };", {}),
    ],
)
def test_what_an_enumeration_lists(code: str, expected: dict[str, str]) -> None:
    unit = Unit(code.encode())
    found = {
        name.decode(): value.decode()
        for one in defined_types(unit)
        for name, value in enumerators(unit.code, one)
    }
    assert found == expected
