"""Of which type what a file has outside of a function is."""

from __future__ import annotations

import pytest

from hipify_py.source.functions import functions
from hipify_py.source.outer_types import types_around
from hipify_py.source.unit import Unit

USE = "__device__ void f(const S &s, T *t) { use(); }\n"


def found(source: str, name: str) -> str:
    unit = Unit((source + USE).encode())
    at = unit.code.index(b"use()")
    return types_around(unit, functions(unit, [at])[at]).get(name.encode(), "")


@pytest.mark.parametrize(
    ("source", "name", "kind"),
    [
        ("#define N 8\n", "N", "int"),
        ("#ifndef A_H\n#define A_H\n#endif\n#define N 8u\n", "N", "unsigned"),
        ("#define N 8.f\n", "N", ""),
        ("#define N (8)\n", "N", "int"),
        ("#define N (8 + n)\n", "N", ""),
        ("#ifndef N\n#define N 8\n#endif\n", "N", ""),
        ("static const int n = 8, m = 9;\n", "m", "int"),
        ("namespace a { __device__ unsigned n; }\n", "n", "unsigned"),
        ("struct Q { int n; };\n", "n", ""),
        ("int g() { int n = 1; return n; }\n", "n", ""),
        ("int n;\nvoid g(auto n) {}\n", "n", ""),
        ("struct S { int a, *b; float c; };\n", "s.a", "int"),
        ("struct S { int a, *b; float c; };\n", "s.c", "float"),
        ("class T final : public Q { int a; };\n", "t->a", "int"),
        ("union S { float f; unsigned int ui; };\n", "s.f", "float"),
        ("union S { float f; unsigned int ui; };\n", "s.ui", "unsigned"),
        ("struct S { int a; int g() { float b; } };\n", "s.b", ""),
        ("struct S { my::real a; void g(int a); };\n", "s.b", ""),
        ("template <class Q> struct S { int a; };\ntemplate <> struct S<int> { float a; };\n", "s.a", ""),
        ("#ifdef X\nstruct S { int a; };\n#else\nstruct S { float a; };\n#endif\n", "s.a", ""),
        ("int f;\n", "s", "?S"),
        ("struct S { float4 a; };\n", "s.a.w", "float"),
        ("struct S { uint2 a; dim3 b; };\n", "s.b.z", "unsigned"),
        ("struct S { uint2 a; };\n", "s.a.z", ""),
        ("struct S { ulonglong2 a; };\n", "s.a.x", "unsigned long long"),
        ("static __device__ __forceinline__ int g(int a) { return a; }\n", "g()", "int"),
        ("unsigned long long __device__ g() { return 1; }\n", "g()", "unsigned long long"),
        ("int g(int a) { return a; }\nfloat g(float a) { return a; }\n", "g()", ""),
        ("int g(int a) { return a; }\nreal g(real a);\n", "g()", ""),
        ("int *g(int a) { return 0; }\n", "g()", ""),
        ("int g(int a) { return g(a); }\n", "g()", "int"),
    ],
)
def test_what_is_known(source: str, name: str, kind: str) -> None:
    assert found(source, name) == kind


def test_outside_of_functions_macros_alone_are_known() -> None:
    assert dict(types_around(Unit(b"#define N 8\nint n;\n"), None)) == {b"N": "int"}


def test_all_that_a_function_may_use_is_listed_once() -> None:
    unit = Unit(
        b"#define N 8\nint n; struct S { int a; float4 b; };\nint g(int i) {}\nvoid f(S s, int n) { }\n"
    )
    at = unit.code.index(b"{ }")
    found = types_around(unit, functions(unit, [at])[at])
    named = {name: found[name] for name in found}
    assert len(found) == len(named)
    assert {b"N", b"n", b"g()", b"s", b"s.a", b"s->a", b"s.b.w"} <= named.keys()
    assert named[b"n"] == named[b"s.a"] == named[b"g()"] == "int"
    assert named[b"s.b.w"] == "float"
    assert all(name not in found for name in (b"t", b"f()", b"s.c", b"n.a", b"t.a", b"i"))
