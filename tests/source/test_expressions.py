"""Expressions are read by C++'s precedence; of what is none, no name is lost."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hipify_py.model import Span
from hipify_py.source.expression_parser import DEEPEST
from hipify_py.source.expression_reading import LONGEST, expression, expressions, statements
from hipify_py.source.expressions import Expression, is_type
from hipify_py.source.search import places
from hipify_py.source.token_reader import HIGHEST


def shown(node: Expression) -> str:
    if node.kind in {"name", "number"}:
        return node.text.decode()
    head = node.kind if node.kind in {"list", "other"} else f"{node.kind}:{node.text.decode()}"
    return f"({' '.join((head, *map(shown, node.parts)))})"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("a", "a"),
        ("((a))", "a"),
        ("0x1'fULL", "0x1'fULL"),
        ("1.5e-3f + .5", "(binary:+ 1.5e-3f .5)"),
        ("a + b * c", "(binary:+ a (binary:* b c))"),
        ("a - b - c", "(binary:- (binary:- a b) c)"),
        ("a | b ^ c & d", "(binary:| a (binary:^ b (binary:& c d)))"),
        ("a << b < c == d", "(binary:== (binary:< (binary:<< a b) c) d)"),
        ("a && b || !c", "(binary:|| (binary:&& a b) (unary:! c))"),
        ("a and not b or c", "(binary:|| (binary:&& a (unary:! b)) c)"),
        ("a ? b : c ? d : e", "(?:? a b (?:? c d e))"),
        ("a = b += c", "(binary:= a (binary:+= b c))"),
        ("~0u >> (32 - lane)", "(binary:>> (unary:~ 0u) (binary:- 32 lane))"),
        ("*p++ & -1", "(binary:& (unary:* (unary:++ p)) (unary:- 1))"),
        ("threadIdx.x & 31", "(binary:& (member:x threadIdx) 31)"),
        ("a[i]->b.c[2]", "(subscript:[ (member:c (member:b (subscript:[ a i))) 2)"),
        ("f()", "(call:f)"),
        ("f(a, g(b))", "(call:f a (call:g b))"),
        ("n::f<32, T>(a)", "(call:n::f a)"),
        ("t.f(a)", "(call:f t a)"),
        ("t.size<3>() + 1", "(binary:+ (call:size t) 1)"),
        ("cg::this_block().rank()", "(call:rank (call:cg::this_block))"),
        ("(*f)(a)", "(call: (unary:* f) a)"),
        ("a < b && c > (d)", "(binary:&& (binary:< a b) (binary:> c d))"),
        ("f(a < b, c > d)", "(call:f (binary:< a b) (binary:> c d))"),
        ("::warpSize - 1", "(binary:- warpSize 1)"),
        ("std::numeric_limits<int>::max()", "(call:std::numeric_limits::max)"),
        ("(unsigned)a & b", "(binary:& (cast:unsigned a) b)"),
        ("(unsigned long)-1", "(cast:unsigned long (unary:- 1))"),
        ("(std::uint32_t)(a)", "(cast:std::uint32_t a)"),
        ("(T)a", "(cast:T a)"),
        ("(T *)(a)", "(cast:T* a)"),
        ("(state *)&a[b]", "(cast:state* (unary:& (subscript:[ a b)))"),
        ("(a::state **)*b", "(cast:a::state** (unary:* b))"),
        ("(a * b)*c", "(binary:* (binary:* a b) c)"),
        ("(a) - 1", "(binary:- a 1)"),
        ("(a)(b)", "(call:a b)"),
        ("static_cast<unsigned int>(a) >> 5", "(binary:>> (cast:unsigned int a) 5)"),
        ("unsigned int(a)", "(cast:unsigned int a)"),
        ("int{a}", "(cast:int a)"),
        ("{1, 2}", "(list 1 2)"),
        ("a, b", "(list a b)"),
    ],
)
def test_expressions(text: str, read: str) -> None:
    assert shown(expression(text.encode())) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("a b c", "(other a b c)"),
        ("return a / 2", "(other (other) (binary:/ a 2))"),
        ("int w = a / 2", "(other int (binary:= w (binary:/ a 2)))"),
        ("i = 0; i < n; ++i", "(other (binary:= i 0) (binary:< i n) (unary:++ i))"),
        ("for (int i = a", "(call:for (other (other int (binary:= i a))))"),
        ("i < n) x = a / 2", "(other (binary:< i n) (binary:= x (binary:/ a 2)))"),
        ("(a", "(other a)"),
        ("a +", "(binary:+ a (other))"),
        ("f<<<1, n>>>(x)", None),
        ("[&](int x) { return x; }(y)", None),
        (")(a", None),
        ("", "(other)"),
    ],
)
def test_of_what_is_no_expression_no_name_is_lost(text: str, read: str | None) -> None:
    node = expression(text.encode())
    words = {each.encode() for each in re.findall(r"[a-z]\w*", text)} - {b"return", b"for"}
    assert {part.text for part in node.walk()} >= words
    assert read is None or shown(node) == read


def test_each_part_has_its_place() -> None:
    text = b" f( a ,b/(32)) + x"
    node = expression(text)
    assert [text[slice(*part.span)] for part in node.walk()] == [
        b"f( a ,b/(32)) + x",
        b"f( a ,b/(32))",
        b"a",
        b"b/(32)",
        b"b",
        b"32",
        b"x",
    ]


@pytest.mark.parametrize(
    "piece", ["(", "[", "-", "a+", "f(", "a?", "a=", "(int)", "a<", "a[", "!", "a.", "{"]
)
def test_no_depth_is_too_deep(piece: str) -> None:
    node = expression((piece * LONGEST + "a")[-LONGEST:].encode())
    assert max(part.height for part in node.walk()) <= HIGHEST
    assert b"a" in {part.text for part in node.walk()}


@pytest.mark.parametrize(
    ("begin", "end"), [("(", ")"), ("(1 + ", ")"), ("f(", ")"), ("-~", ""), ("1 + ", "")]
)
def test_calls_that_are_too_deep_are_kept_as_such(begin: str, end: str) -> None:
    for depth in (DEEPEST // 2 - 1, DEEPEST // 2, HIGHEST - 1, HIGHEST, DEEPEST + 1):
        node = expression(f"{begin * depth}laneOf(a, g()){end * depth}".encode())
        assert {b"laneOf", b"g"} <= {part.text for part in node.walk() if part.kind == "call"}
        assert b"a" in {part.text for part in node.walk() if part.kind == "name"}


def test_of_a_longer_one_the_names_are_read() -> None:
    node = expression(b"a + " * LONGEST + b"b(3)")
    assert node.kind == "other"
    assert {(part.kind, part.text) for part in node.parts} == {
        ("name", b"a"),
        ("call", b"b"),
        ("number", b"3"),
    }


@given(st.text("ab1.,;:?!<>=+-*/&|^~%()[]{} \n", max_size=60))
def test_any_text_is_read_and_no_name_lost(text: str) -> None:
    node = expression(text.encode())
    read = b" ".join(part.text for part in node.walk())
    for word in re.findall(r"(?<![\w.])[ab]\w*", text):
        assert word.encode() in read
    assert all(0 <= part.span.start <= part.span.end <= len(text) for part in node.walk())


def test_all_statements_are_read() -> None:
    code = b"a = b; { c(); }"
    nodes = [(at, one) for at, root in statements(code, Span(0, len(code))) for one in root.walk()]
    assert [(at, one.text) for at, one in nodes if one.kind in {"binary", "call"}] == [(0, b"="), (7, b"c")]


def test_the_statements_that_hold_a_sign_are_read() -> None:
    code = b"{ a = b / 2; c = d; for (e = 1; f; g) h = i / j; }"
    found = [
        (start, shown(node))
        for start, node in expressions(code, Span(0, len(code)), [code.index(b"/"), code.index(b"/ j")])
    ]
    assert found == [
        (1, "(binary:= a (binary:/ b 2))"),
        (34, "(other g (binary:= h (binary:/ i j)))"),
    ]


@pytest.mark.parametrize(
    ("code", "read"),
    [
        ("a = b & (word{1} << c); d;", ["a = b & (word{1} << c)", "d"]),
        ("a = word{1} << c, b{2}, d = 3; e;", ["a = word{1} << c, b{2}, d = 3", "e"]),
        ("if (c) { a } + b; ", ["if (c)", "a", "+ b"]),
        ("f(std::min<int>{1, 2}, x{3} == y);", ["f(std::min<int>{1, 2}, x{3} == y)"]),
        ("struct a { b } c; do { d; } while (e);", ["struct a", "b", "c", "do", "d", "while (e)"]),
    ],
)
def test_braces_in_an_expression_end_no_statement(code: str, read: list[str]) -> None:
    text, whole = code.encode(), Span(0, len(code))
    found = [code[at : at + root.span.end].strip("{}; ") for at, root in statements(text, whole)]
    assert [one for one in found if one] == read
    found = [code[at : at + one.span.end] for at, one in expressions(text, whole, places(text, b"<", b"="))]
    assert {one.strip() for one in found} <= set(read)


def test_what_is_returned_is_no_call() -> None:
    code = b"{ return (a) / b; x; return (int)c / d; returned(a) / b; }"
    signs = places(code, b"/")
    found = [(start, shown(node)) for start, node in expressions(code, Span(0, len(code)), signs)]
    assert found == [
        (8, "(binary:/ a b)"),
        (27, "(binary:/ (cast:int c) d)"),
        (39, "(binary:/ (call:returned a) b)"),
    ]


@pytest.mark.parametrize(
    ("text", "types"),
    [("int", True), ("unsigned long *", True), ("std::uint8_t", True), ("T", False), ("", False)],
)
def test_types_by_their_names(text: str, *, types: bool) -> None:
    assert is_type(text.encode()) is types
