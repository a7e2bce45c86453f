"""What is read of statements by their signs: where one ends, or an expression, and a call."""

from __future__ import annotations

import pytest

from hipify_py.model import Span
from hipify_py.source.statements import (
    expression_end,
    repeated,
    separators,
    statement,
    written_call,
)
from hipify_py.source.unit import Unit


def test_calls_are_read_from_the_text_where_the_grammar_is_lost() -> None:
    unit = Unit(b"}}} x = __shfl_sync(m, f(a, b[1, 2]), /* , */ 3)")
    call = written_call(unit.code, Span(8, 19))
    assert call is not None
    assert [unit.source[slice(*span)].strip(b" */,") for span in call.arguments] == [
        b"m",
        b"f(a, b[1, 2])",
        b"3",
    ]
    assert written_call(b"__activemask ( )", Span(0, 12)).arguments == ()  # type: ignore[union-attr]
    assert len(written_call(b"__any(a < b, c << 1)", Span(0, 5)).arguments) == 2  # type: ignore[union-attr]
    assert written_call(b"__any(a < b, c > d)", Span(0, 5)) is None
    assert written_call(b"__any(f<a, b>(c))", Span(0, 5)) is None
    assert written_call(b"__any(a", Span(0, 5)) is None


@pytest.mark.parametrize(
    "text",
    [b"f", b"f + (a)", b"f(a; b)", b"f(g(a), b", b"f(,a)", b"f(a, )", b"f(a,,b)", b"f(a, })", b'f(a, ")'],
)
def test_what_is_no_call_for_certain_is_not_read_as_one(text: bytes) -> None:
    assert written_call(text, Span(0, 1)) is None


@pytest.mark.parametrize(
    ("text", "first", "inner"),
    [
        (b" { a; { b; } } c;", b"{ a; { b; } }", b" a; { b; } "),
        (b"\n a = f(b); c;", b"a = f(b);", b"a = f(b);"),
        (b"if (a) { b; } c;", b"if (a) { b; }", b"if (a) { b; }"),
        (b"for (;; f()) while (a) b; c;", b"for (;; f()) while (a) b;", b"for (;; f()) while (a) b;"),
        (b"switch (a) { case 1: b; } c;", b"switch (a) { case 1: b; }", b"switch (a) { case 1: b; }"),
        (b"; a;", b";", b";"),
        (b"{ a; { b; } ", b"{ a; { b; } ", b""),
        (b"a", b"a", b""),
        (b"  ", b"", b""),
    ],
)
def test_a_statement_is_a_block_or_ends_with_a_semicolon(text: bytes, first: bytes, inner: bytes) -> None:
    assert text[slice(*statement(text, 0, len(text)))] == first
    assert repeated(text, 0, len(text)) == inner


@pytest.mark.parametrize(
    ("text", "end"),
    [
        (b"a + b, c", b"a + b"),
        (b"f(g(a, b), c); d", b"f(g(a, b), c)"),
        (b"{a, b}) c", b"{a, b}"),
        (b"a[b, c]] d", b"a[b, c]"),
        (b"a } b", b"a "),
        (b"f(a", b"f(a"),
        (b"f<a, b>(c), d", b"f<a, b>(c)"),
        (b"a < b, c > d", b"a < b"),
    ],
)
def test_an_expression_ends_at_what_is_not_its_own(text: bytes, end: bytes) -> None:
    assert text[: expression_end(text, 0, len(text))] == end


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b"a, f(b, c), {d, e}; g, h", [1, 10, 18]),
        (b"a, b) c, d", [1, 4]),
        (b"a, (b", [1]),
        (b"a = f<b, c>(d), e < f, g", [14, 21]),
        (b"a", []),
    ],
)
def test_commas_outside_of_brackets_up_to_the_end(text: bytes, found: list[int]) -> None:
    assert list(separators(text, 0, len(text))) == found
