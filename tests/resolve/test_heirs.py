"""Where a file sees the names of a scope without naming it."""

from __future__ import annotations

import pytest

from hipify_py.resolve.heirs import heirs, seen_of
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("struct B : A { int f(); }; int g();", ["struct B : A { int f(); }"]),
        ("struct B : A<int> {}; struct C : B {};", ["struct B : A<int> {}", "struct C : B {}"]),
        ("template <class T> struct B : A<T> {};", []),
        ("template <class T> struct B : A {};", ["struct B : A {}"]),
        ("struct A { int f(); };", []),
        ("struct A {}; using O = A; struct B : O { int f(); };", ["struct B : O { int f(); }"]),
        (
            "struct A {}; typedef A M; using O = n::M; struct B : O { int f(); };",
            ["struct B : O { int f(); }"],
        ),
        ("struct A {}; using O = C<A>; struct B : O { int f(); };", ["struct B : O { int f(); }"]),
        ("struct A {}; struct D {}; struct B : D { int f(); };", []),
        ("struct A {}; struct B : of_another_file::D { int f(); };", []),
        ("struct A {}; struct D {}; using O = D; struct B : O { int f(); };", []),
        ("template <> struct B<int> : A<int> { int f(); };", ["struct B<int> : A<int> { int f(); }"]),
    ],
)
def test_heirs_of_a_class_are_what_is_derived_from_it(code: str, found: list[str]) -> None:
    assert [code[slice(*one)] for one in heirs(Unit(code.encode()), b"A")] == found


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("namespace a { namespace q { int f(); } } int g();", ["{ int f(); }"]),
        ("struct W : q { int f(); };", ["struct W : q { int f(); }"]),
        ("int q::f(int k) { return k; }", ["(int k) { return k; }"]),
        ("int g() { using q::n; return n; }", [" return n; }"]),
        ("int g() { using q::m; return n; }", []),
    ],
)
def test_a_scope_of_another_file_is_seen_in_its_parts_and_where_using_brings_it(
    code: str, found: list[str]
) -> None:
    assert [code[slice(*one)] for one in seen_of(Unit(code.encode()), b"a::q", b"n")] == found
