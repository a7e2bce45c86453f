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
    assert declared_type(Unit(source.encode()), name.encode(), b"T", 0)


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
    assert not declared_type(Unit(source.encode()), name.encode(), b"T", 0)


def test_each_type_has_names_of_its_own() -> None:
    unit = Unit(b"T a; U b; T c;")
    asked = [(name, kind) for kind in (b"T", b"U", b"V") for name in (b"a", b"b", b"c")]
    assert [one for one in asked if declared_type(unit, *one, 0)] == [
        (b"a", b"T"),
        (b"c", b"T"),
        (b"b", b"U"),
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("void f(T *a) { use(a); } void g(float *a) { use(a); }", [True, False]),
        ("T a; void f() { use(a); } void g() { U a; use(a); }", [True, False]),
        ("struct S { T a; }; void f(S s) { use(a); } void g(S s, auto a) { use(a); }", [True, True]),
        ("void f() { { T a; } { U a; use(a); } }", [True]),
    ],
)
def test_what_the_function_says_comes_first(source: str, expected: list[bool]) -> None:
    unit = Unit(source.encode())
    places = [at for at in range(len(source)) if source.startswith("use(a)", at)]
    assert [declared_type(unit, b"a", b"T", at) for at in places] == expected


@pytest.mark.parametrize(
    ("source", "stars"),
    [
        ("T a;", 0),
        ("const T &a = b;", 0),
        ("T *a;", 1),
        ("T *const a = b;", 1),
        ("T a[4];", 1),
        ("T **a;", 2),
        ("T *a [4];", 2),
        ("T b, *a;", 1),
        ("T *b, a;", 0),
    ],
)
def test_pointers_and_arrays_are_told_from_the_thing_itself(source: str, stars: int) -> None:
    unit = Unit(source.encode())
    assert [stars for stars in range(4) if declared_type(unit, b"a", b"T", 0, stars)] == [stars]


def test_a_pointer_in_the_function_comes_before_a_member() -> None:
    source = "struct S { T a; }; void f(T *a) { use(a); } void g() { use(a); }"
    unit = Unit(source.encode())
    places = [at for at in range(len(source)) if source.startswith("use(a)", at)]
    assert [declared_type(unit, b"a", b"T", at, 0) for at in places] == [False, True]


def test_a_macros_parameter_is_not_what_the_file_declares() -> None:
    source = b"#define ADD(p, v) add(p, q)\nvoid f(T *p, T *q) { ADD(p, 1); }"
    at = source.index(b"add(p") + 4
    assert not declared_type(Unit(source), b"p", b"T", at)
    assert declared_type(Unit(source), b"q", b"T", at)  # a name from around the use
    assert declared_type(Unit(source), b"p", b"T", source.rindex(b"p, 1"))
