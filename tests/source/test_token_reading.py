"""What is read of a function by its tokens alone: assignments, calls, and what the tree tells as well."""

from __future__ import annotations

import pytest
from helpers.sources import texts

from hipify_py.model import Span
from hipify_py.source.functions import Function
from hipify_py.source.token_reading import MOST_PENDING, assignments, beside, calls, from_tokens


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
        (b"i++; --j;", [(b"i", b"+", b"i"), (b"j", b"-", b"j")]),
        (
            b"a[0]++; --s.n; p->n[b[i] + 1] --;",
            [
                (b"a[0]", b"+", b"a[0]"),
                (b"s.n", b"-", b"s.n"),
                (b"p->n[b[i] + 1]", b"-", b"p->n[b[i] + 1]"),
            ],
        ),
        (b"a[i++] + c->d(e) + -f", [(b"i", b"+", b"i")]),
        (b"n[1]++; --m[i][k[j]];", [(b"n[1]", b"+", b"n[1]"), (b"m[i][k[j]]", b"-", b"m[i][k[j]]")]),
        (b"n[f(i); a ++", [(b"a", b"+", b"a")]),
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


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b"x = a ? here : c;", [("?", b"a", False)]),
        (b"x = a && (b || here);", [("||", b"b", True), ("&&", b"a", False)]),
        (b"f(a ? b : c, here);", []),
        (b"return a && here;", [("&&", b"a", False)]),
        (b"x = a; y = here;", []),
        (b"x = a && f(" + b"b + " * 40 + b"c) + here;", [("&&", b"a", False)]),
        (b"x; return a && " + b"b + " * 40 + b"here;", [("&&", b"a", False)]),
        (b"return a && " + b"b + " * 100 + b"here;", []),  # too far
    ],
)
def test_what_stands_beside_a_place(text: bytes, found: list[tuple[str, bytes, bool]]) -> None:
    made = beside(text, text.index(b"here"))
    assert [(one.keyword, text[slice(*one.span)].strip(), one.otherwise) for one in made] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b"if (a) b(); else c();", [("if", b" b();"), ("else", b" c();")]),
        (
            b"if (a) b(); else if (c) d(); else e(); f();",
            [("if", b" b();"), ("else", b" if (c) d(); else e();"), ("if", b" d();"), ("else", b" e();")],
        ),
        (
            b"for (;;) if (a) b(); else c();",
            [("for", b" if (a) b(); else c();"), ("if", b" b();"), ("else", b" c();")],
        ),
        (
            b"if (a) if (b) c(); else d(); e();",
            [("if", b" if (b) c(); else d();"), ("if", b" c();"), ("else", b" d();")],
        ),
        (b"if (a) { b(); } else }", [("if", b" { b(); }"), ("else", b" ")]),
        (b"else a();", []),
    ],
)
def test_an_else_goes_on_with_what_stands_around_its_if(text: bytes, found: list[tuple[str, bytes]]) -> None:
    code = b"{" + text + b"}"
    read = from_tokens(code, Function("f", Span(0, len(code)), Span(0, len(code)), "kernel"))
    given = [(one.condition, code[slice(*one.span)]) for one in read.regions.listed if one.condition]
    assert [("else" if at.otherwise else at.keyword, part) for at, part in given] == found
    assert len(read.loops) == sum(keyword == "for" for keyword, _ in found)


def test_a_long_chain_of_else_has_two_regions_a_branch() -> None:
    many = 5 * MOST_PENDING
    code = b"{" + b"if (a) b(); else " * many + b"c(); }"
    read = from_tokens(code, Function("f", Span(0, len(code)), Span(0, len(code)), "kernel"))
    assert len(read.regions.listed) == 2 * many


def test_a_pointer_is_declared_by_its_name_and_stored_through_by_its_target() -> None:
    code = b"{ int *p = q, **r = s; *p = 1; auto *t = u; n * v = 3; }"
    read = from_tokens(code, Function("f", Span(0, len(code)), Span(0, len(code)), "kernel"))
    assert [one.target for one in read.assignments] == [b"p", b"r", b"*p", b"t", b"v"]
