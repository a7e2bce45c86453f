"""How far what a file makes of a name reaches."""

from __future__ import annotations

import pytest

from hipify_py.model import Span
from hipify_py.resolve.reach import reach, read_at
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("code", "far"),
    [
        ("int n(int);", "file"),
        ("#define n(x) x\n", "file"),
        ('extern "C" { int n(int); }', "file"),
        ("namespace { int n(int); }", "file"),
        ("inline namespace v { int n(int); }", "file"),
        ("namespace q { int n(int); } using namespace q;", "file"),
        ("struct S { int n(int); };", "scope"),
        ("template <class T> struct S { static int n(T a) { return a; } };", "scope"),
        ("namespace q { int n(int); }", "scope"),
        ("namespace q { struct H; int n(int); int g(H); }", "scope"),
        ("void f() { int n = 3; }", "scope"),
        ("int f(int n);", "scope"),
        ("enum class E { n };", "scope"),
        ("enum E { n };", "file"),
        ("namespace q { struct H; int n(H); }", "argument"),
        ("struct H { friend int n(H); };", "argument"),
        ("struct S { int n(int) {{ return 1; } };\nint g();", "unread"),
    ],
)
def test_a_declaration_reaches_as_far_as_its_scope(code: str, far: str) -> None:
    at = code.index("n(") if "n(" in code else code.rindex(" n") + 1
    assert reach(Unit(code.encode()), Span(at, at + 1)) == far


def test_code_in_a_macro_is_read_where_that_is_used_be_it_through_others() -> None:
    code = b"#define A n\n#define B A\nint a = B;\n#if A\n#endif\nint b = A;\n#define C n\n"
    unit = Unit(code)
    assert read_at(unit, code.index(b"n")) == (code.index(b"B;"), code.index(b"A;"))
    assert read_at(unit, code.rindex(b"n")) == (code.rindex(b"n"),)
    assert read_at(unit, code.index(b"a =")) == (code.index(b"a ="),)
