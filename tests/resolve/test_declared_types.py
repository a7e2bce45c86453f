"""With which types a file declares its names."""

from __future__ import annotations

import pytest

from hipify_py.resolve.declared_types import declared_type
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("T a;", "a"),
        ("const T &a = b;", "a"),
        ("T const *a;", "a"),
        ("T *const a = 0;", "a"),
        ("T a, b = 3, *c;", "b"),
        ("T a, b = 3, *c;", "c"),
        ("T a{1, 2}, b[3], c;", "c"),
        ("T a = {1, 2}, b;", "b"),
        ("struct S { int n; T a; };", "a"),
        ("void f(int n, T a);", "a"),
        ("int n; void f() { T\n  a; }", "a"),
    ],
)
def test_a_name_is_declared_with_the_type(source: str, name: str) -> None:
    assert declared_type(Unit(source.encode()), name.encode(), b"T")


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("void f(T a, U b);", "b"),
        ("T a; U b; c = 3;", "b"),
        ("T a; U b; c = 3;", "c"),
        ("T f(int b);", "b"),
        ("T a = b;", "b"),
        ("xT a; Tx b;", "a"),
        ("xT a; Tx b;", "b"),
        ("x = (T)a; y = static_cast<T>(a); vector<T> a;", "a"),
        ('// T a;\nauto s = "T a;"; /* T a; */', "a"),
        ("U a;", "a"),
    ],
)
def test_a_name_is_not_declared_with_the_type(source: str, name: str) -> None:
    assert not declared_type(Unit(source.encode()), name.encode(), b"T")


def test_each_type_has_names_of_its_own() -> None:
    unit = Unit(b"T a; U b; T c;")
    asked = [(name, kind) for kind in (b"T", b"U", b"V") for name in (b"a", b"b", b"c")]
    assert [one for one in asked if declared_type(unit, *one)] == [(b"a", b"T"), (b"c", b"T"), (b"b", b"U")]
