"""Where a name at file scope is hidden."""

from __future__ import annotations

import pytest

from hipify_py.model import Span
from hipify_py.resolve.hiding_scopes import hiding, other_parts
from hipify_py.source.unit import Unit


def texts(code: str, name: str = "n") -> tuple[list[str], list[str]]:
    """Give the texts in which a name is hidden for sure, and in which it may be."""
    found = hiding(Unit(code.encode()), name.encode())
    return [code[slice(*one)] for one in found.sure], [code[slice(*one)] for one in found.doubtful]


@pytest.mark.parametrize(
    ("code", "sure"),
    [
        ("int n; int g() { return n; }", []),
        ("int f(int n) { return n; }", ["int f(int n) { return n; }"]),
        ("int f(int n);", ["int f(int n);"]),
        ("void f() { { int n; } }", ["{ int n; }"]),
        ("void f() { for (int n = 0; ; ) {} }", ["for (int n = 0; ; ) {}"]),
        ("void f() { g([](int n) { return n; }); }", ["[](int n) { return n; }"]),
        ("struct S { int n; }; int g();", ["struct S { int n; }"]),
        ("struct S { void n(); int k; };", ["struct S { void n(); int k; }"]),
        ("struct S { void n() {} int k; };", ["struct S { void n() {} int k; }"]),
        ("struct S { enum { n }; };", ["struct S { enum { n }; }"]),
        ("namespace a { void n() {} }", ["namespace a { void n() {} }"]),
        (
            "namespace a { void n() {} } namespace a::b { int g; }",
            ["namespace a { void n() {} }", "{ int g; }"],
        ),
        ("template <int n> struct S {};", ["template <int n> struct S {};"]),
        ("void n() { f(); }", []),
        ("struct n { n(int); };", ["{ n(int); }"]),
    ],
)
def test_it_is_hidden_where_another_is_declared(code: str, sure: list[str]) -> None:
    assert texts(code) == (sure, [])


def test_members_hide_it_in_the_functions_of_their_class() -> None:
    code = "struct S { int n; void f(); }; void S::f() { n = 1; } void g() {}"
    assert texts(code) == (["struct S { int n; void f(); }", "() { n = 1; }"], [])


@pytest.mark.parametrize("between", ["", " ", "\n", " \n\n  "])
def test_they_do_whatever_blanks_stand_before_the_parameters(between: str) -> None:
    defined = f"int S::f{between}(int k) {{ return n; }}"
    sure, doubtful = texts(f"struct S {{ int n; int f(int); }}; {defined}")
    assert any(one.endswith("(int k) { return n; }") for one in sure)
    assert doubtful == []


def test_it_is_in_doubt_where_members_may_stand_elsewhere() -> None:
    code = "struct A : B { void f(); }; void A::f() {} void C::g(int i) {} void h() {}"
    assert texts(code) == ([], ["{ void f(); }", "() {}", "(int i) {}"])


def test_the_names_of_a_scope_are_seen_in_functions_of_what_is_in_it() -> None:
    code = "namespace a::n { struct B; } int n::B<int>::f(int k) { return 1; } namespace n { } int h();"
    unit = Unit(code.encode())
    found = [code[slice(*one)] for one in other_parts(unit, Span(0, code.index("}") + 1))]
    assert found == ["{ struct B; }", "{ }", "(int k) { return 1; }"]
    assert not list(other_parts(unit, Span(code.index("int h"), len(code))))
