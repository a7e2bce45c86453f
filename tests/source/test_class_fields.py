"""The data members of classes: their types, whether a list fills them, and by which names one is found."""

from __future__ import annotations

import pytest

from hipify_py.model import Span
from hipify_py.source.class_fields import Field, Fields, class_around, class_in, class_named
from hipify_py.source.unit import Unit

MEMBERS = "int a, *b; static int c; unsigned long d[2][3]; float e : 3; void f(); int &g; void (*h)(int);"
NAMED = (
    "typedef struct tag {{ int a; }} {0}; using other = {0}; struct plain {{ int a; }}; typedef plain old;"
)


def test_members_come_in_order_without_static_ones_and_functions() -> None:
    made = class_named(Unit(f"struct S {{ {MEMBERS} }};".encode()), b"S")
    assert made is not None
    assert made.listed == (
        Field(b"a", b"int"),
        Field(b"b", b"int", 1),
        Field(b"d", b"unsigned long", 0, 2, 6),
        Field(b"e", b""),
        Field(b"g", b"int"),
        Field(b"h", b"", 1),
    )
    assert made.named(b"b") == Field(b"b", b"int", 1)
    assert made.named(b"c") is None


@pytest.mark.parametrize(
    ("declared", "field"),
    [
        ("float *a[2][3];", Field(b"a", b"float", 1, 2, 6)),
        ("float (*a)[4];", Field(b"a", b"float", 1, 1, 1)),
        ("float (*a[3])[4];", Field(b"a", b"float", 1, 2, 3)),
        ("void (*a[2])(int);", Field(b"a", b"", 1, 1, 2)),
        ("float *(*a)(int);", Field(b"a", b"", 1)),
        ("float a[010];", Field(b"a", b"float", 0, 1, 8)),
        ("float a[08];", Field(b"a", b"float", 0, 1)),
        ("float *a(int) const;", None),
        ("float **a();", None),
    ],
)
def test_arrays_pointers_and_functions(declared: str, field: Field | None) -> None:
    made = class_named(Unit(f"struct S {{ {declared} }};".encode()), b"S")
    assert made is not None
    assert made.listed == ((field,) if field else ())


@pytest.mark.parametrize("name", [b"tag", b"named", b"other", b"plain", b"struct plain", b"old", b"n::plain"])
def test_a_class_is_found_by_each_of_its_names(name: bytes) -> None:
    made = class_named(Unit(NAMED.format("named").encode()), name)
    assert made is not None
    assert made.listed == (Field(b"a", b"int"),)


@pytest.mark.parametrize(
    "source", ["struct S; S *a;", "struct S { int a; };\nstruct S { int b; };", "template <> struct R<S> {};"]
)
def test_a_class_without_a_body_and_one_of_several_is_not_known(source: str) -> None:
    assert class_named(Unit(source.encode()), b"S") is None


@pytest.mark.parametrize(
    ("source", "fills"),
    [
        ("struct S { int a; };", True),
        ("struct S { int a; void f(); S *g() { return this; } };", True),
        ("class S { public: int a; };", True),
        ("class S { int a; };", False),
        ("struct S { private: int a; };", False),
        ("struct S : B { int a; };", False),
        ("struct S { S(int a); int a; };", False),
        ("struct S { template <class T> S(T a) {} int a; };", False),
        ("struct S { virtual void f(); int a; };", False),
        ("struct S {\n#ifdef A\nint a;\n#endif\nint b; };", False),
        ("union S { int a; float b; };", False),
        ("struct S { int a; MEMBERS(b, c) };", False),
        ("struct S { MEMBERS(b, c) int a; };", False),
        ("struct S { int f() { return 1; } MEMBERS(b, c) int a; };", False),
        ("struct S { int a; ALIGNED float b; };", False),
        ('struct S { int a;\n#include "more.inc"\n};', False),
        ("struct S { int a; int f() { CHECK(a); return a; } };", True),
    ],
)
def test_a_list_fills_what_has_no_constructor_no_base_and_one_order(source: str, fills: bool) -> None:
    made = class_named(Unit(source.encode()), b"S")
    assert made is not None
    assert made.is_aggregate == fills


@pytest.mark.parametrize(
    ("source", "has_one"),
    [
        ("struct S { int a; void f() { @; } };", True),
        ("struct S { int a; void f(); }; void S::f() { @; }", True),
        ("template <class T> struct S { int a; S(); }; template <class T> S<T>::S() { @; }", True),
        ("struct S { int a; }; void f() { @; }", False),
    ],
)
def test_a_place_stands_in_a_class_or_in_a_function_of_one(source: str, has_one: bool) -> None:
    unit = Unit(source.replace("@", "q()").encode())
    made = class_around(unit, unit.code.index(b"q()"))
    assert (made is not None and made.named(b"a") == Field(b"a", b"int")) == has_one


def test_what_a_declaration_makes() -> None:
    source = b"void f() { union { int a; float b; } u; struct S { int c; } s; int n; }"
    unit = Unit(source)

    def made(text: bytes) -> Fields | None:
        at = source.index(text)
        return class_in(unit, Span(at, source.index(b";", source.rindex(b"}", 0, at + 30)) + 1))

    union, structure = made(b"union"), made(b"struct")
    assert union is not None
    assert (union.is_union, [one.name for one in union.listed]) == (True, [b"a", b"b"])
    assert structure is not None
    assert not structure.is_union
    assert class_in(unit, Span(source.index(b"int n"), len(source))) is None
