"""Calls through pointers to functions."""

from __future__ import annotations

import pytest
from helpers.warps import shown

from hipify_py.lanes.hazards.function_pointers import through_pointers
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("int f(int (*op)(int), int v) { return op(v); }", ["op"]),
        ("int f(int (*op)(int), int v) { return (*op)(v); }", ["op"]),
        ("typedef int (*op_t)(int);\nint f(op_t op, int v) { return op(v); }", ["op"]),
        ("using op_t = int (*)(int);\nint f(op_t op, int v) { return op(v); }", ["op"]),
        ("int f(int (*op)(int), int v) { return v; }", []),
        ("struct S { int operator()(int); int f(S g, int v) { return g((*this)(v)); } };", []),
        ("int op(int v) { return v; }\nint f(int v) { return op(v); }", []),
        ("template <int (*op)(int)> int f(int v) { return op(v); }", []),
        ("template <int (*op)(int), class T = A<int>> int f(int v) { return op(v); }", []),
        ("constexpr int (*op)(int) = g;\nint f(int v) { return op(v); }", []),
        ("struct S { int (*op)(int); S(int (*op)(int)) : op(op) { } };", []),
        ("int f(int (*const op)(int), int v) { return v && op(v); }", ["op"]),
        ("int f(int (*op)(int), S s) { return s.op(1) + s->op(1) + S::op(1); }", []),
        ("int f(int (*op)(int), int v) { return ( * op ) (v) + op (v); }", ["op", "op"]),
        ("typedef int (*op_t)(int);\nop_t a, *b;\nint f(op_t op, int v) { return a(v) + b[0](v); }", ["a"]),
        ("int f(V *q, int a) { (*q)(a) = 0; }", []),
        ("int f(const V *const __restrict__ q, int a) { (*q)(a) = 0; }", []),
        ("int f(Matrix<float, 3, 1> *q) { (*q)(0) = 0; }", []),
        ("int f(int (*q)(int)) { return 1; }\nint g(V *q) { (*q)(0) = 0; }", []),
        ("int g(V *q) { (*q)(0) = 0; }\nint f(int (*q)(int)) { return (*q)(0); }", ["q"]),
        ("int g(V *q) { (*q)(0) = 0; }\nint f(op_t q) { (*q)(0); }", ["q"]),
        ("int f(op_t q) { (*q)(0); }", ["q"]),
        ("int f() { (*q)(0); }", ["q"]),
        ("typedef int op_t(int);\nint f(op_t *q) { (*q)(0); }", ["q"]),
        ("using op_t = int(int);\nint f(op_t *q) { (*q)(0); }", ["q"]),
        ("template <class F> int f(F *q) { (*q)(0); }", ["q"]),
        ("int g(V *q) { (*q)(0) = 0; }\nint f(const V& q, V &r) { (*r)(0) = 0; return q(0); }", []),
        ("typedef int op_t(int);\nint g(V *q) { (*q)(0) = 0; }\nint f(op_t& q) { return q(0); }", ["q"]),
        ("typedef int (*op_t)(int);\nint f(op_t q) { auto& r = q; return (*r)(0); }", ["r"]),
        ("template <class F> int f(F& q) { (*q)(0); }", ["q"]),
        ("int f(int (*q)(int), int v) { if (v && q) return q(v); }", ["q"]),
        ("int f(int (*b)(int), int (*a)(int)) { return b(1) + a(2); }", ["a", "b"]),
    ],
)
def test_calls_by_a_pointer_that_only_the_program_knows(source: str, expected: list[str]) -> None:
    unit = Unit(source.encode())
    hazards = shown(unit, [*through_pointers(unit)])
    assert hazards == [("W031", name, f"{name} is called through a pointer") for name in expected]
