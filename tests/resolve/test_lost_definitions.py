"""What a file defines where the grammar lost its way."""

from __future__ import annotations

import pytest

from hipify_py.model import Span
from hipify_py.resolve.lost_definitions import reads_as_definition
from hipify_py.source.unit import Unit

LOST = "BEGIN_SPACE(a) :: {\n"  # nothing that C++ knows


def reads(text: str) -> bool:
    unit = Unit(text.encode())
    at = text.index("cuAdd_cr")
    return reads_as_definition(unit, Span(at, at + len("cuAdd_cr")))


@pytest.mark.parametrize(
    "text",
    [
        "float2 cuAdd_cr(float2 a, float b) { return a; }",
        "static __inline__ float2 cuAdd_cr(const float2& a, float (*f)(int))\n{ return a; }",
        "float *cuAdd_cr() const noexcept {}",
        "auto cuAdd_cr(int a) -> float2 { return {}; }",
    ],
)
def test_a_definition_is_read_where_the_tree_has_errors(text: str) -> None:
    assert reads(LOST + text)
    assert not reads(text)  # the tree tells


@pytest.mark.parametrize(
    "text",
    [
        "void f() { x = cuAdd_cr(a, b); }",
        "void f() { return cuAdd_cr(a, b); }",
        "void f() { if (cuAdd_cr(a)) { } }",
        "float2 cuAdd_cr(float2 a, float b);",
        "void f() { cuAdd_cr(a); { b(); } }",
        "#define M float2 cuAdd_cr(int a) {}\n",
        "float2 cuAdd_cr = 1;",
    ],
)
def test_a_use_or_a_declaration_is_none(text: str) -> None:
    assert not reads(LOST + text)
