"""The text around a name lets it be a declaration, or not."""

from __future__ import annotations

import pytest
from helpers.sources import word

from hipify_py.model import Span
from hipify_py.resolve.declaration_signs import may_declare


def at(text: str, name: str) -> Span:
    return word(text.encode(), name.encode())


@pytest.mark.parametrize(
    "text",
    [
        "int n;",
        "int *n = 0;",
        "T<int> n{1};",
        "int & n(x);",
        "void f(int n, int m);",
        "int n[3];",
        "struct S { int n : 3; };",
        "int \n n;",
        "CHECKED n(x);",
        "a * n;",
        "int m, n;",
        "int m, n, o;",
        "int m, n = 1;",
        "int m, n[3];",
    ],
)
def test_the_text_may_let_a_name_be_a_declaration(text: str) -> None:
    assert may_declare(text.encode(), at(text, "n"))


@pytest.mark.parametrize(
    "text",
    [
        "return n;",
        "goto n;",
        "case n:",
        "static n;",
        "new n(1);",
        "sizeof n;",
        "else n = 3;",
        "n = 3;",
        "x = n;",
        "n(1);",
        "f(n);",
        "f(m, n);",
        "a + n;",
        "m::n;",
        "int n::x;",
        "int n x;",
        "__device__ n;",
    ],
)
def test_the_text_lets_a_use_be_none(text: str) -> None:
    assert not may_declare(text.encode(), at(text, "n"))
