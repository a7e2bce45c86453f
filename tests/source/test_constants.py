"""Constants that a file declares, and functions that give them."""

from __future__ import annotations

import pytest

from hipify_py.source.constants import constant_functions, only_return, takes_nothing, values
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("const int a = 1, b{2};", [("int", "a", "1"), ("int", "b", "{2}")]),
        ("unsigned const a = 1;", [("unsigned", "a", "1")]),
        ("n::T const a = 1;", [("n::T", "a", "1")]),
        (
            "#ifdef X\nconst int a = 1;\n#else\nconst int a = 2;\n#endif",
            [("int", "a", "1"), ("int", "a", "2")],
        ),
        ("struct S { public: static constexpr int a = 1; };", [("int", "a", "1")]),
        ("__device__ __constant__ P a[2] = {1, 2};", [("P", "a", "{1, 2}")]),
        ("for (const int a = 1; ;) ;", [("int", "a", "1")]),
        ("void f(const int a = 1, const int b = 2);", []),
        ("template <const int a = 1> void f();", []),
        ("template <class T, const int a = 1> struct S;", []),
        ("const char *a = b; const int &c = d; int e = 1; using_const = 3;", []),
        ("typedef const int a;", []),
        ("auto my_const = 1; int x = constant;", []),
        ("// const int a = 1;", []),
        ("int x = const int a = 1;", []),
        ("auto f = [] { const int a = 1; return a; };", [("int", "a", "1")]),
    ],
)
def test_values(code: str, expected: list[tuple[str, str, str]]) -> None:
    unit = Unit(code.encode())
    found = [
        (made.type_in(unit.code), unit.code[slice(*one.name)], unit.code[slice(*value)])
        for made, one, value in values(unit)
    ]
    assert [tuple(text.decode() for text in one) for one in found] == expected


@pytest.mark.parametrize(
    ("code", "name", "type_", "given"),
    [
        ("constexpr int f() { return 3; }", "f", "int", "3"),
        ("HD constexpr unsigned long f(void) noexcept { return g(1, 2); }", "f", "unsigned long", "g(1, 2)"),
        ("auto constexpr f() { return 3; }", "f", "auto", "3"),
        ("constexpr int f() { int n = 3; return n; }", "f", "int", ""),
        ("constexpr int f() { return 3; g(); }", "f", "int", ""),
    ],
)
def test_functions(code: str, name: str, type_: str, given: str) -> None:
    unit = Unit(code.encode())
    (one,) = constant_functions(unit)
    assert (one.name.decode(), one.type.decode()) == (name, type_)
    assert only_return(unit.code, one).decode() == given
    assert takes_nothing(unit.code, one)


def test_what_takes_something_and_what_is_no_function() -> None:
    unit = Unit(
        b"constexpr int f(int n) { return n; } constexpr int g(); const int h() { return 3; } int i() {}"
    )
    (one,) = constant_functions(unit)
    assert one.name == b"f"
    assert not takes_nothing(unit.code, one)


def test_many_in_a_row_take_time_that_grows_with_their_number() -> None:
    code = b"const int a" * 20_000 + b" = 1;"
    assert not [*values(Unit(code))]


def test_a_constant_whose_end_is_far_is_none() -> None:
    far = b" 1" * 4_000
    code = b"const int a =" + far + b"; const int b = 2; const int c =" + far + b", d = 3; const int e(4);"
    assert [code[slice(*one.name)] for _, one, _ in values(Unit(code))] == [b"b"]
