"""Macros that stand for statements and have no semicolon."""

from __future__ import annotations

import pytest

from hipify_py.model import Span
from hipify_py.source.errors import errors
from hipify_py.source.macro_statements import semicolons
from hipify_py.source.unit import Unit


def ended(text: str) -> str:
    """Give the text with the semicolons that it lacks."""
    code = bytearray(text.encode())
    for at, mark in semicolons(bytes(code), bytes(code)):
        code[at : at + 1] = mark
    return code.decode()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("void f() {\n CHECK(a)\n CHECK(b(c,\n  d)) \n}", "void f() {\n CHECK(a); CHECK(b(c,\n  d));\n}"),
        ("FORALL(a)\nFORALL(b)\r\nint x;", "FORALL(a);FORALL(b);\nint x;"),
        ("FORALL(a)\n", "FORALL(a);"),
        (
            "void f() { if (a) CHECK(b)\n else CHECK(c)\n d(); }",
            "void f() { if (a) CHECK(b); else CHECK(c); d(); }",
        ),
        (
            "void f() { switch (a) { case 1: CHECK(b)\n break; } }",
            "void f() { switch (a) { case 1: CHECK(b); break; } }",
        ),
        ("void f() { CHECK(a) }", "void f() { CHECK(a);}"),
        ("void f() { a();\n POP_RANGE\n}", "void f() { a();\n POP_RANGE;}"),
    ],
)
def test_a_macro_that_is_a_statement_is_ended(text: str, found: str) -> None:
    assert ended(text) == found
    assert list(errors(Unit(text.encode()))) == []


@pytest.mark.parametrize(
    "text",
    [
        "void f() { if (a)\n b(); while (c)\n d(); }",
        "void f() { x =\n g(a)\n + b; g(a)\n .h(); }",
        "C::C(int a)\n : b(a) {}",
        "C(int a)\n noexcept;",
        "enum E {\n A(a)\n B(b)\n};",
        "int a[] = {\n f(1)\n};",
        "int a[] = { f(1) };",
        "T a{\n f(1)\n};",
        "static void\nf(a)\nint a; {}",
        "alignas(8)\nfloat x; __launch_bounds__(8)\nvoid k();",
        "void f() { return g(a)\n}",
        "enum E { FIRST }; enum F {\n A,\n LAST\n};",
    ],
)
def test_what_is_no_such_macro_stays(text: str) -> None:
    assert ended(text) == text


def test_calls_in_such_macros_are_read() -> None:
    text = b"void f() {\n CHECK( cudaMalloc(&p, n) )\n // and\n CHECK( cudaFree(p) ) // a\n}\n"
    unit = Unit(text)
    at = text.index(b"cudaMalloc")
    call = unit.call(Span(at, at + len(b"cudaMalloc")))
    assert call is not None
    assert [text[slice(*one)] for one in call.arguments] == [b"&p", b"n"]
    assert list(errors(unit)) == []
