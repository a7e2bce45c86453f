"""Declarations that are read from their tokens."""

from __future__ import annotations

import pytest

from hipify_py.source.written_declarations import Declarator, around, declaration, ends_with, initial_value


def shown(code: bytes, one: Declarator) -> str:
    """Write a declared name as `signs(pointed)name[bounds](taken)=value`."""

    def text(start: int, end: int) -> str:
        return code[start:end].decode()

    name = text(*one.name)
    pointed = b"".join(one.pointed).decode()
    name = f"({pointed}){name}" if pointed else name
    bounds = "".join(f"[{text(*bound)}]" for bound in one.bounds)
    taken = text(*one.taken) if one.taken else ""
    value = f"={text(*one.value)}" if one.value else ""
    return b"".join(one.signs).decode() + name + bounds + taken + value


@pytest.mark.parametrize(
    ("code", "type_", "names", "behind"),
    [
        ("const int w = 32, h = w * 2;", "int", ["w=32", "h=w * 2"], ";"),
        ("const unsigned   long a[4] = {1, 2};", "unsigned long", ["a[4]={1, 2}"], ";"),
        ("static constexpr A<int, 32> w{};", "A<int, 32>", ["w={}"], ";"),
        ("const A<3, 4> y = A<3, 4>(1), z;", "A<3, 4>", ["y=A<3, 4>(1)", "z"], ";"),
        ("__align__(16) const ::a::b c{1};", "::a::b", ["c={1}"], ";"),
        ("__constant__ float x[N][2];", "float", ["x[N][2]"], ";"),
        ("const char *const s = t, **u;", "char", ["*s=t", "**u"], ";"),
        ("int const w = 3;", "int", ["w=3"], ";"),
        ("constexpr HD int f() { return 3; }", "int", ["f()"], "{"),
        ("constexpr HD Foo f(int n) const noexcept { return n; }", "Foo", ["f(int n)"], "{"),
        ("constexpr int A::w;", "int", ["w"], ";"),
        ("const auto f = [](int a) { int b; return a; };", "auto", ["f=[](int a) { int b; return a; }"], ";"),
        ("void (*step[2])(int) = {a, b};", "void", ["(*)step[2](int)={a, b}"], ";"),
        ("void (A::*step)(int) const;", "void", ["(*)step(int)"], ";"),
        ("int (&all)[4];", "int", ["(&)all[4]"], ";"),
        ("struct A { int w; } a, *b;", "struct A { int w; }", ["a", "*b"], ";"),
        ("struct A a;", "struct A", ["a"], ";"),
        ("decltype(x) y;", "decltype(x)", ["y"], ";"),
        ("const int n = 32) {", "int", ["n=32"], ")"),
        ("unsigned bits : 3;", "unsigned", ["bits"], ":"),
        ("const int w = a < b, h;", "int", ["w=a < b", "h"], ";"),
    ],
)
def test_declarations(code: str, type_: str, names: list[str], behind: str) -> None:
    text = code.encode()
    made = declaration(text, 0)
    assert made is not None
    assert made.type_in(text).decode() == type_
    assert [shown(text, one) for one in made.declarators] == names
    assert text[made.end : made.end + 1].decode() == behind


@pytest.mark.parametrize(
    "code",
    [
        "const",
        "return x;",
        "using A = int;",
        "for (const int i = 0; ;)",
        "a + b;",
        "struct A;",
        "A();",
        "",
        "const =",
        "typedef int a typedef int b;",
    ],
)
def test_what_is_no_declaration(code: str) -> None:
    assert declaration(code.encode(), 0) is None


def test_long_lists_and_deep_brackets_are_none() -> None:
    names = b", ".join(b"a%d" % one for one in range(1000))
    assert declaration(b"int " + names + b";", 0) is None
    assert declaration(b"int " + b"(*" * 1000 + b"a" + b")" * 1000 + b";", 0) is None
    assert declaration(b"a " * 100_000, 0) is None


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("int a; void (*s[])(int) = HERE", ["s"]),
        ("#if X\nint s[HERE];", ["s"]),
        ("struct S { public: int s[HERE]; };", ["s"]),
        ("template <class T, int N> int s[HERE];", ["s"]),
        ("#define A(x) \\\n  x\nint s[HERE];", ["s"]),
        ("a = HERE;", []),
        ("return HERE;", []),
    ],
)
def test_the_declaration_around_a_place(code: str, names: list[str]) -> None:
    text = code.encode()
    made = around(text, text.index(b"HERE"))
    assert [text[slice(*one.name)].decode() for one in (made.declarators if made else ())] == names


@pytest.mark.parametrize(
    ("code", "value", "sign"),
    [
        ("a = b;", "b", ";"),
        ("a(b);", "b", ";"),
        ("a{b, c};", "b, c", ";"),
        ("a = (b), c", "(b)", ","),
        ("a;", "", ";"),
        ("a) {", "", ")"),
        ("a(b) {", "b", "{"),
    ],
)
def test_what_a_name_is_made_with(code: str, value: str, sign: str) -> None:
    text = code.encode()
    assert initial_value(text, 1).decode() == value
    assert ends_with(text, 1).decode() == sign
