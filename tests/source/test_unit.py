"""What the tree tells: calls, launches, scopes of the program's own names, parse errors, queries."""

from __future__ import annotations

import re

import pytest

from hipify_py.model import Span
from hipify_py.resolve.declarations import declares, own_scope
from hipify_py.source.unit import Unit


def unit(text: str) -> Unit:
    return Unit(text.encode())


def at(text: str, name: str) -> Span:
    found = re.search(rf"\b{name}\b", text)
    assert found is not None
    return Span(*found.span())


def arguments(text: str, name: str = "f") -> list[str] | None:
    call = unit(text).call(at(text, name))
    return None if call is None else [text[slice(*span)] for span in call.arguments]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("f(a, b);", ["a", "b"]),
        ("f();", []),
        ("f( );", []),
        ("f(/* none */);", []),
        ("f(a, /*h*/ 16);", ["a", "/*h*/ 16"]),
        ("f(a // one\n , b);", ["a // one", "b"]),
        ("f( a , b );", ["a", "b"]),
        ("f(g(1, 2), (3, 4), h[5, 6]);", ["g(1, 2)", "(3, 4)", "h[5, 6]"]),
        ("f(A<1, 2>(3), S{4, 5});", ["A<1, 2>(3)", "S{4, 5}"]),
        ("f([&](int a, int b) { return a, b; }, 1);", ["[&](int a, int b) { return a, b; }", "1"]),
        ("f<T, 3>(a);", ["a"]),
        ("::f(a);", ["a"]),
        ("ns::f(a);", ["a"]),
        ("ns::f<T>(a);", ["a"]),
        ("x = f(a) + 1;", ["a"]),
        ("auto l = [] { return f(a); };", ["a"]),
        ("#define M(x) do { f(x, 1); } while (0)\n", ["x", "1"]),
        ("#define M(x) \\\n  f(x, \\\n    1)\nint y;\n", ["x", "\\\n    1"]),
        ("#if A\nint x = f(a);\n#else\nint x;\n#endif\n", ["a"]),
        ("#if 0\nint x = f(a);\n#endif\n", ["a"]),
        ("f(\"a, b\", ',');", ['"a, b"', "','"]),
        ("f\n(a);", ["a"]),
        ("auto p = f;", None),
        ("auto p = &f;", None),
        ("(f)(a);", None),
        ("g(f);", None),
        ("f(a, ", None),
        ("f(a b c);", None),
    ],
)
def test_calls(text: str, found: list[str] | None) -> None:
    assert arguments(text if text.startswith("#") else f"void z() {{ {text} }}") == found


def test_the_span_of_a_call_ends_behind_its_bracket() -> None:
    text = "void z() { g(f(a) ); }"
    call = unit(text).call(at(text, "f"))
    assert call is not None
    assert text[slice(*call.whole)] == "f(a)"
    assert (text[call.open], text[call.close - 1]) == ("(", ")")


def parts(text: str) -> tuple[str, list[str], str] | None:
    source = unit(text)
    (launch,) = source.launches
    found = source.launch(launch)
    if found is None:
        return None
    return (
        text[slice(*found.callee)],
        [text[slice(*span)] for span in found.arguments],
        text[slice(*found.given)],
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("k<<<1, 2>>>(a, b);", ("k", ["1", "2"], "(a, b)")),
        ("k<T, 4><<<g, b, 0, s>>>();", ("k<T, 4>", ["g", "b", "0", "s"], "()")),
        ("ns::k<<<dim3(1, 2), 3>>>(a);", ("ns::k", ["dim3(1, 2)", "3"], "(a)")),
        ("(*p)<<<1, 2>>>(a);", ("(*p)", ["1", "2"], "(a)")),
        ("if (x) k<<<1, // one\n 2>>>(a);", ("k", ["1", "// one\n 2"], "(a)")),
        ("f(k<<<1, 2>>>(a));", None),
        ("k<<<1, 2>>>;", None),
    ],
)
def test_launches(text: str, found: tuple[str, list[str], str] | None) -> None:
    assert parts(f"void z() {{ {text} }}") == found


def test_a_launch_in_a_macro() -> None:
    text = "#define L(n) k<<<n, \\\n  32>>>(n)\n"
    assert parts(text) == ("k", ["n", "\\\n  32"], "(n)")


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
    "text",
    [
        "__global__ void k(int* __restrict__ p) { __shared__ int s[1]; }",
        "__global__ void __launch_bounds__(256, 2) k(int n) {}",
        "void f() { k<<<1, 2>>>(a); k<T><<<1, 2, 0, s>>>(a); }",
        "__device__ __forceinline__ int f() { return 0; }",
        "__constant__ float c[4];",
        "struct __align__(16) S { int x; };",
        '#include "a.h" \nint x;',
    ],
)
def test_cuda_syntax_is_no_parse_error(text: str) -> None:
    assert list(unit(text).errors()) == []


def test_errors_are_told_outermost_and_in_order() -> None:
    source = unit("void f() { g(; }\nint ok;\nvoid h() { i(; }\n")
    found = list(source.errors())
    assert found == sorted(found)
    assert len(found) >= 2


def test_a_query_sees_the_file_and_macro_bodies() -> None:
    text = "void f() { a(1); }\n#define M(x) b(x)\n#define N c\n"
    query = "(call_expression function: (identifier) @name)"
    names = [text[slice(*found["name"][0])] for found in unit(text).captures(query)]
    assert names == ["a", "b"]


@pytest.mark.parametrize(
    "text",
    [
        "__launch_bounds__(f(g(1)), 2)",
        "k<<<1, 2>>>(a); k<<<3, 4>>>(b)",
        "__global__<<<>>>__host__",
        "é__device__ü",
    ],
)
def test_the_masked_text_keeps_every_offset(text: str) -> None:
    masked = unit(text)._masked
    assert len(masked) == len(text.encode())


def test_a_directive_is_found_by_any_byte_of_it() -> None:
    text = "a\n#define X \\\n  b\nc\n"
    source = unit(text)
    inside = range(text.index("#"), text.index("\nc"))
    assert all(source.directive_at(i) is not None for i in inside)
    assert source.directive_at(0) is None
    assert source.directive_at(text.index("\nc")) is None
