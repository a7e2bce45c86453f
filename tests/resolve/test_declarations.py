"""Where a name is declared: as the program's own, in which scope, and what only looks like a declaration."""

from __future__ import annotations

import pytest
from helpers.sources import word

from hipify_py.model import Span
from hipify_py.resolve.declarations import declares, declares_variable, makes, own_scope
from hipify_py.source.unit import Unit


def unit(text: str) -> Unit:
    return Unit(text.encode())


def at(text: str, name: str) -> Span:
    return word(text.encode(), name.encode())


@pytest.mark.parametrize(
    ("text", "scope"),
    [
        ("struct S { int n; };", "struct S { int n; }"),
        ("class S { void n(int); };", "class S { void n(int); }"),
        ("struct S { void n() {} };", "struct S { void n() {} }"),
        ("struct S { int (*n)(int); };", "struct S { int (*n)(int); }"),
        ("union S { int* n; };", "union S { int* n; }"),
        ("struct S { int n[3]; };", "struct S { int n[3]; }"),
        ("template <class T> struct S { T n; };", "struct S { T n; }"),
        ("void f() { int n; }", "{ int n; }"),
        ("void f() { int a, *n = 0; }", "{ int a, *n = 0; }"),
        ("void f() { { auto& n = g(); } }", "{ auto& n = g(); }"),
        ("void f(int n) { g(n); }", "void f(int n) { g(n); }"),
        ("void f(int* n = 0) { g(n); }", "void f(int* n = 0) { g(n); }"),
        ("auto f = [](int n) { g(n); };", "[](int n) { g(n); }"),
        ("namespace m { int n; }", "namespace m { int n; }"),
        ("namespace m { void n(); }", "namespace m { void n(); }"),
        ("namespace m { void n() {} }", "namespace m { void n() {} }"),
        ("int n;", None),
        ("int n(int);", None),
        ('extern "C" int n(int);', None),
        ('extern "C" { int n(int); }', None),
        ("void f() { MACRO n(p); }", None),
        ("void f() { return n(p); }", None),
        ("void f() { x = a * n; }", None),
        ("void f() { (void) n(p); }", None),
        ("void f() { int x = n; }", None),
        ("void f() { int x[n]; }", None),
        ("void f() { g(n); }", None),
        ("void f() { n x; }", None),
        ("struct S { n x; };", None),
        ("void f(n x) {}", None),
        ("n f() {}", None),
        ("void f() { x.n(1); }", None),
        ("void f() { for (int i = n; i < n; ++i) {} }", None),
        ("void f() { switch (x) { case n: break; } }", None),
        ("struct S { int x = n; };", None),
    ],
)
def test_own_scope(text: str, scope: str | None) -> None:
    found = own_scope(unit(text), at(text, "n"))
    assert (None if found is None else text[slice(*found)]) == scope


@pytest.mark.parametrize(
    ("text", "scope"),
    [
        ("struct S { struct n { int a; }; };", "struct S { struct n { int a; }; }"),
        ("class S { using n = int; };", "class S { using n = int; }"),
        ("union U { enum n { A }; };", "union U { enum n { A }; }"),
        ("namespace m { typedef int n; }", "namespace m { typedef int n; }"),
        ("namespace m { enum n { A }; }", "namespace m { enum n { A }; }"),
        ("void f() { struct n { }; }", "{ struct n { }; }"),
        ("struct n { };", None),
        ("typedef int n;", None),
        ("struct S { struct n; };", None),
        ("namespace m { struct n x; }", None),
        ("#define n 3\n", None),
    ],
)
def test_a_type_of_the_programs_own_has_a_scope_too(text: str, scope: str | None) -> None:
    found = own_scope(unit(text), at(text, "n"))
    assert (None if found is None else text[slice(*found)]) == scope


@pytest.mark.parametrize(
    "text",
    [
        "typedef int nn;",
        "using nn = int;",
        "struct nn { };",
        "enum nn { A };",
        "enum E { nn };",
        "enum class E { nn = 3 };",
        "namespace nn { }",
        "namespace nn = other;",
        "int nn;",
        "int nn(int);",
        "int nn(int) { return 0; }",
        "template <class nn> void f();",
        "template <int nn> void f();",
        "void f(int nn);",
        "typedef struct { int x; } nn;",
    ],
)
def test_declares(text: str) -> None:
    assert declares(unit(text), at(text, "nn"))


@pytest.mark.parametrize(
    "text", ["struct nn x;", "nn x;", "void f() { nn(1); }", "int x = nn;", "x.nn = 1;", "class nn;"]
)
def test_uses_declare_nothing(text: str) -> None:
    assert not declares(unit(text), at(text, "nn"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#define n(x) x\n", True),
        ("#define n\n", True),
        ("int n(int);", True),
        ("void f() { int n(g()); }", False),
        ("void f() { for (int n(g()); ; ) { } }", False),
        ("auto f = [] { int (*n)(int); };", True),
        ("struct n { };", True),
        ("using n = int;", True),
        ("int n;", True),
        ("#define m n\n", False),
        ("#ifdef n\n#endif\n", False),
        ("#undef n\n", False),
        ("void f() { return n(x); }", False),
        ("foo n)", False),
        ("// int n;\n int m, n2; m = n;", False),
    ],
)
def test_a_file_makes_what_it_defines_or_declares(text: str, *, expected: bool) -> None:
    masked = unit(text)
    assert makes(masked, word(masked.code, b"n")) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("extern T *n;", True),
        ("static T n = 0;", True),
        ("T m, *n = 0;", True),
        ("static int (*n)(unsigned) = 0;", True),
        ("T n[3];", True),
        ("int n(unsigned);", False),
        ("T *n(void);", False),
        ("void f() { n = 0; g(n); }", False),
        ("typedef int n;", False),
        ("struct S { int (*n)(int); };", False),
        ("void f(int n);", False),
    ],
)
def test_a_variable_of_a_name(text: str, *, expected: bool) -> None:
    assert declares_variable(unit(text), at(text, "n")) is expected
