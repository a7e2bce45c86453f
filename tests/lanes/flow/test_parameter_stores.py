"""What a function stores behind its parameters."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.parameter_stores import made_of, overwrites, stores
from hipify_py.source.function_reading import functions_by_name, model
from hipify_py.source.unit import Unit


def unit_of(parameters: str, body: str) -> Unit:
    return Unit(f"__device__ void f({parameters}) {{ {body} }}\n".encode())


@pytest.mark.parametrize(
    ("parameters", "body", "expected"),
    [
        ("int *p, int v", "*p = v;", [("v", 0)]),
        ("int &p, int v", "p = v + 1;", [("v + 1", 0)]),
        ("int *p, int v", "p[v] = 3; p = &v;", [("3", 0)]),
        ("int *p, int v", "g(v, p); h(&p[1]);", [("g", 1), ("h", 0)]),
        ("int p, int v", "p = v; g(&p);", []),
        ("int *q, int *p", "*q = *p;", []),
        ("int *p, int v", "int *q = p; *q = v; q = &v;", [("v", 0)]),
        ("int *p, int v", "int *q = p + 1, &r = *q; r = v; g(q);", [("v", 0), ("g", 0)]),
        ("int *p, int *q, int v", "(v ? p : q)[0] = 3;", [("3", 0)]),
    ],
)
def test_where_it_stores_something(parameters: str, body: str, expected: list[tuple[str, int]]) -> None:
    unit = unit_of(parameters, body)
    (function,) = functions_by_name(unit)[b"f"]
    found = [*stores(unit, model(unit, function), b"p")]
    spans = [getattr(one, "value", None) or one.name for one, _ in found]
    assert [
        (unit.code[slice(*span)].decode(), at) for span, (_, at) in zip(spans, found, strict=True)
    ] == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("*p = a;", {1}),
        ("*p = 3;", set()),
        ("int t = a; *p = t;", {1}),
        ("if (b) *p = a;", {1, 2}),
        ("int t; if (b) t = a; *p = t;", {1, 2}),
        ("g(p, a); h(b);", {1}),
        ("*p += a;", {1}),
        ("a = b;", set()),
    ],
)
def test_of_which_parameters_it_makes_that(body: str, expected: set[int]) -> None:
    unit = unit_of("int *p, int a, int b", body)
    assert made_of(unit, b"f", 0) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("void f(int &a) { a = 1; }", True),
        ("void f(int &a) { a = 1; } void f(float &a) { a = 2; }", True),
        ("void f(int &a) { a = 1; } void f(float &a) { if (a > 0) a = 2; }", False),
        ("void f(int &a) { a += 1; }", False),
        ("void f(int a) { a = 1; }", False),
        ("void f(int *a) { *a = 1; }", False),
        ("void f(int &a, int n) { if (n) return; a = 1; }", False),
        ("void f(int &a, int n) { a = 1; if (n) return; a = 2; }", True),
        ("void f(int &a) { auto set = [&] { a = 1; }; }", False),
        ("void g(int &a) { a = 1; }", False),
    ],
)
def test_what_a_function_gives_a_value_whatever_it_was(text: str, *, expected: bool) -> None:
    assert overwrites(Unit(text.encode()), b"f", 0) is expected
