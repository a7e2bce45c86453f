"""What is read of statements by their signs: where one ends, assignments, calls and what is returned."""

from __future__ import annotations

import pytest
from helpers.sources import texts

from hipify_py.model import Span
from hipify_py.source.statements import (
    assignments,
    calls,
    expression_end,
    repeated,
    returned,
    separators,
    statement,
    written_call,
)
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b"int x = f(a, b), y = 2;", [(b"x", b"", b"f(a, b)"), (b"y", b"", b"2")]),
        (b"m <<= 1; n >>= k;", [(b"m", b"<<", b"1"), (b"n", b">>", b"k")]),
        (b"*p |= q; a->b[i + 1] = c.d;", [(b"*p", b"|", b"q"), (b"a->b[i + 1]", b"", b"c.d")]),
        (b"unsigned &r = s[2];", [(b"r", b"", b"s[2]")]),
        (b"a == b; c != d; e <= f; g >= h;", []),
        (b"(a) = b; 3 = c;", []),
        (b"t[i].u = v;", [(b"t[i].u", b"", b"v")]),
    ],
)
def test_assignments(text: bytes, found: list[tuple[bytes, bytes, bytes]]) -> None:
    given = assignments(text, Span(0, len(text)))
    assert [(one.target, one.operator, text[slice(*one.value)]) for one in given] == found


def test_calls() -> None:
    text = b"f(g<3>(x), h < y); 2k(z); i <j> (l)"
    names = [text[slice(*call.name)] for call in calls(text, Span(0, len(text)))]
    assert names == [b"f", b"g", b"i"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b"f(a, g(b))", [(b"f", [b"a", b"g(b)"]), (b"g", [b"b"])]),
        (b"x.f(a); p->f ( b ); n::f<3>()", [(b"f", [b"a"]), (b"f", [b"b"]), (b"f", [])]),
        (b"if (a) b();", [(b"if", [b"a"]), (b"b", [])]),
        (b"f; (f)(a); f < b; 3(a)", []),
    ],
)
def test_what_looks_like_a_call_has_its_arguments(
    text: bytes, found: list[tuple[bytes, list[bytes]]]
) -> None:
    listed = calls(text, Span(0, len(text)))
    assert [(text[slice(*one.name)], texts(text, one.arguments)) for one in listed] == found


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
    ("text", "name"),
    [(b"x = 1", b"x"), (b"**q = 1", b"q"), (b"p->q = 1", b""), (b"s.t = 1", b""), (b"a[i] = 1", b"")],
)
def test_a_name_is_assigned_by_itself_or_pointed_with(text: bytes, name: bytes) -> None:
    assert [one.name for one in assignments(text, Span(0, len(text)))] == [name]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b"int t(threadIdx.x);", [(b"t", b"threadIdx.x")]),
        (b"unsigned t{threadIdx.x % 32};", [(b"t", b"threadIdx.x % 32")]),
        (b"f(threadIdx.x); int t(n); T t(threadIdx.x);", []),
    ],
)
def test_an_index_initialises_a_number_in_brackets(text: bytes, found: list[tuple[bytes, bytes]]) -> None:
    given = assignments(text, Span(0, len(text)))
    assert [(one.name, text[slice(*one.value)]) for one in given] == found


def test_only_a_part_of_a_text_is_read() -> None:
    text = b"a = 1; b = f(2); return 3; c = 4;"
    part = Span(text.index(b"b"), text.index(b" c"))
    assert [one.target for one in assignments(text, part)] == [b"b"]
    assert texts(text, (one.name for one in calls(text, part))) == [b"f"]
    assert texts(text, returned(text, part)) == [b"3"]
    assert list(returned(text, Span(0, 5))) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b"return a + b;", [b"a + b"]),
        (b"if (x) return f(a, b); return {1, 2};", [b"f(a, b)", b"{1, 2}"]),
        (b"returned(a); x_return b; no_return;", []),
    ],
)
def test_what_a_function_gives_back(text: bytes, found: list[bytes]) -> None:
    assert texts(text, returned(text, Span(0, len(text)))) == found


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
        (b"a", []),
    ],
)
def test_commas_outside_of_brackets_up_to_the_end(text: bytes, found: list[int]) -> None:
    assert list(separators(text, 0, len(text))) == found
