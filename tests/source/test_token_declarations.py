"""Declarations as tokens tell them, where the grammar has lost its way."""

from __future__ import annotations

import pytest

from hipify_py.source.functions import functions
from hipify_py.source.token_reading import from_tokens
from hipify_py.source.unit import Unit

Found = list[tuple[str, str, str | None, int]]


def declared(text: str) -> Found:
    """Give name, type, value and pointers of what is declared in a function with a text."""
    unit = Unit(text.encode())
    at = text.index("{") + 1
    made = from_tokens(unit.code, functions(unit, [at])[at]).declarations
    return [
        (
            one.name.decode(),
            text[slice(*one.type)] if one.type else "",
            text[slice(*one.value)] if one.value else None,
            one.pointers,
        )
        for one in made
    ]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("int a;", [("a", "int", None, 0)]),
        ("const unsigned long a = 3;", [("a", "unsigned long", "3", 0)]),
        ("unsigned const a = 3;", [("a", "unsigned", "3", 0)]),
        ("static __shared__ float s[4];", [("s", "float", None, 1)]),
        ("std::uint32_t a(g(1));", [("a", "std::uint32_t", "g(1)", 0)]),
        (
            "T<int> a = b, *c = f(d, e), g;",
            [("a", "T<int>", "b", 0), ("c", "T<int>", "f(d, e)", 1), ("g", "T<int>", None, 0)],
        ),
        ("auto &a = b;", [("a", "auto", "b", 0)]),
        ("for (int i = 0; i < n; i++) { float x = i; }", [("i", "int", "0", 0), ("x", "float", "i", 0)]),
        ("if (unsigned m = f()) { }", [("m", "unsigned", "f()", 0)]),
    ],
)
def test_declarations(code: str, expected: Found) -> None:
    assert declared(f"void k() {{ {code} }}") == expected


@pytest.mark.parametrize(
    "code",
    [
        "return a;",
        "a = b * c;",
        "f(a * b, c);",
        "a & b;",
        "goto a;",
        "delete a;",
        "f(a, b);",
        "a == b;",
        "using T = int;",
        "else a = 3;",
    ],
)
def test_what_declares_nothing(code: str) -> None:
    assert declared(f"void k() {{ {code} }}") == []


def test_parameters_hold_in_the_function_and_others_in_their_block() -> None:
    text = "__device__ void f(int p, const float *__restrict__ q = 0) { { int a; } int b; }"
    unit = Unit(text.encode())
    at = text.index("int a")
    read = from_tokens(unit.code, functions(unit, [at])[at])
    assert [(one.name, one.kind, text[slice(*one.scope)]) for one in read.declarations] == [
        (b"p", "parameter", text),
        (b"q", "parameter", text),
        (b"a", "local", "{ int a; }"),
        (b"b", "local", text[text.index("{") :]),
    ]


def test_a_macro_declares_in_its_text() -> None:
    assert declared("#define M(x) do { int a = x; } while (0)\n") == [("a", "int", "x", 0)]
