"""`return;` where a value is to be returned."""

from __future__ import annotations

import pytest
from helpers.matches import matched

MARKED = "__device__ %s\n"


@pytest.mark.parametrize(
    "function",
    [
        "bool f(int a) { if (a) return; return true; }",
        "inline unsigned long long f(int a) { if (a) { return ; } return 1; }",
        "float4 V::f(int a) const { for (;;) return; }",
        "static std::size_t f() { return; }",
        "auto f(int a) -> float { if (a) return; return 1; }",
        "int f(int a) { struct S { __device__ void g() { return; } }; if (a) return; return a; }",
        "struct S { __device__ int f(int a) { if (a) return; return a; } };",
        "float f(int a) { if (a) return; auto g = [](int b) { if (b) return; }; g(1); return; }",
    ],
)
def test_it_is_reported_once_a_function(function: str) -> None:
    source = MARKED % function
    (said,) = matched("M212", source).said
    assert said[1].startswith("return")


@pytest.mark.parametrize(
    "function",
    [
        "void f(int a) { if (a) return; }",
        "auto f(int a) { return; }",
        "int f(int a) { auto g = [](int b) { if (b) return; }; g(1); return 1; }",
        "int f(int a) { struct S { int n; __device__ void g() { return; } } s; s.g(); return a; }",
        "int f(int a) { auto s = [] { struct { __device__ void g() { return; } } t; t.g(); }; return a; }",
        "V::V(int a) { return; }",
        "V &f(V &v) { return v; }",
        "#define GIVE return;\n__device__ void g() { GIVE }",
        "void f() { return; }\nint g() { return 1; }",
    ],
)
def test_others_are_not(function: str) -> None:
    assert matched("M212", MARKED % function).said == []
    assert matched("M212", f"#ifndef __HIP__\n{MARKED % 'int g() { return; }'}#endif\n").said == []
