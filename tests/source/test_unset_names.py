"""Names that have no value yet in some lanes."""

from __future__ import annotations

import pytest

from hipify_py.source.expression_reading import expression
from hipify_py.source.functions import functions
from hipify_py.source.unit import Unit
from hipify_py.source.unset_names import may_be_unset, on_all_ways


@pytest.mark.parametrize(
    ("body", "under"),
    [
        ("int b; use(b);", []),
        ("int b; if (x) b = 1; use(b);", [["x"]]),
        ("int b; if (x) { if (y) b = 1; } else b = 2; use(b);", [["x", "y"], ["x"]]),
        ("if (x) { int b; if (y) b = 1; use(b); }", [["y"]]),
        ("int b; while (x) b = 1; use(b);", [["x"]]),
        ("int b; if (x) { b = 1; use(b); }", None),
        ("int b = 0; if (x) b = 1; use(b);", None),
        ("int b; b = 1; if (x) b = 2; use(b);", None),
        ("use(b);", None),
    ],
)
def test_under_which_conditions_it_was_set(body: str, under: list[list[str]] | None) -> None:
    text = f"__device__ void f(int x, int y) {{ {body} }}".encode()
    unit, at = Unit(text), text.index(b"use(b)") + 4
    found = may_be_unset(unit, functions(unit, [at])[at], expression(b"b"), at)
    texts = found and [
        [text[slice(*one.span)].strip(b"() ").decode() for one in path] for path in found.under
    ]
    assert texts == under


@pytest.mark.parametrize(
    ("body", "value", "under"),
    [
        ("S b; if (x) b.n = 1; use(b);", "b.n", [["x"]]),
        ("S b; if (x) b = y; use(b);", "b.n", [["x"]]),
        ("S b; if (x) b.m = 1; use(b);", "b.n", []),
        ("S b; if (x) b.n = 1; use(b);", "b", []),
        ("S b; b.n = y; if (x) b.n = 1; use(b);", "b.n", None),
        ("S b; b = y; if (x) b.n = 1; use(b);", "b.n", None),
        ("S *b; if (x) b->n = 1; use(b);", "b->n", None),
        ("int b[4]; if (x) b[1] = 1; use(b);", "b[1]", [["x"]]),
        ("int b[4]; if (x) b[y] = 1; use(b);", "b[1]", [["x"]]),
        ("int b[4]; if (x) b[0] = 1; use(b);", "b[1]", []),
        ("int *b; if (x) b[1] = 1; use(b);", "b[1]", None),
        ("S b[2]; if (x) b[1].n[0] = 1; if (y) b[1].n[1] = 1; use(b);", "b[1].n[0]", [["x"]]),
    ],
)
def test_of_parts(body: str, value: str, under: list[list[str]] | None) -> None:
    text = f"__device__ void f(int x, int y) {{ {body} }}".encode()
    unit, at = Unit(text), text.index(b"use(b)") + 4
    found = may_be_unset(unit, functions(unit, [at])[at], expression(value.encode()), at)
    texts = found and [
        [text[slice(*one.span)].strip(b"() ").decode() for one in path] for path in found.under
    ]
    assert texts == under


@pytest.mark.parametrize(
    ("body", "all_ways"),
    [
        ("if (x) b = 1;", False),
        ("if (x) b = 1; else b = 2;", True),
        ("if (x) b = 1; if (y) b = 2;", False),
        ("if (x) b = 1; else if (y) b = 2;", False),
        ("if (x) b = 1; else if (y) b = 2; else b = 3;", True),
        ("if (x) { if (y) b = 1; else b = 2; } else b = 3;", True),
        ("if (x) { if (y) b = 1; } else b = 3;", False),
        ("if (x) b = 1; if (y) b = 2; else b = 3;", True),
    ],
)
def test_both_sides_of_a_branch_are_all_ways(body: str, all_ways: bool) -> None:
    text = f"__device__ void f(int x, int y) {{ int b; {body} use(b); }}".encode()
    unit, at = Unit(text), text.index(b"use(b)") + 4
    found = may_be_unset(unit, functions(unit, [at])[at], expression(b"b"), at)
    assert found is not None
    assert on_all_ways(found.under) == all_ways
