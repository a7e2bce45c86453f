"""Members of classes that headers define, as far as other files are told of them."""

from __future__ import annotations

import pytest

from hipify_py.model import Span
from hipify_py.resolve.class_members import asked, classes_asked, known_elsewhere, told
from hipify_py.settings import Options
from hipify_py.source.unit import Unit
from hipify_py.surroundings import Project


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("struct P { int n; unsigned long m; float *f; };", {b"P": b"n=int,m=unsigned long,f=float"}),
        ("class A { float3 p; Own o; };", {b"A": b"p=?float3"}),
        ("struct P { Own o; };", {b"P": b""}),
        # of several, of one that conditions choose, and for some arguments of a template
        ("struct P { int n; }; namespace a { struct P { int n; }; }", {b"P": b""}),
        ("struct P {\n#ifdef A\nint n;\n#else\nlong n;\n#endif\nint m;\n};", {b"P": b"m=int"}),
        ("template <class T> struct H { T x; int n; };", {b"H": b"n=int"}),
        ("template <class T> struct H { int n; }; template <> struct H<int> { long n; };", {b"H": b""}),
        ("struct P { int n;", {b"P": b""}),
        ("struct P {" + " " * 20_000 + "int n; };", {b"P": b""}),
        ("struct P; int f() { int n; }", {}),
    ],
)
def test_what_a_header_tells(source: str, expected: dict[bytes, bytes]) -> None:
    assert dict(told(Unit(source.encode()))) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("void f(P p, const Q *q, R r) { g(p.n, q->m, x.y, r); }", {b"P", b"Q"}),
        ("void f(int i, P p) { g(i, 1.f, p); }", set()),
        ("void f(P a) { g(b.a.n); }", set()),
    ],
)
def test_what_a_file_asks_for(source: str, expected: set[bytes]) -> None:
    code = source.encode()
    names = asked(Unit(code), [Span(code.index(b"g("), len(code))])
    assert {*classes_asked(names)} == expected


@pytest.mark.parametrize(
    ("source", "known"),
    [
        ("void f(P p);", True),
        ("template <class P> void f(P p);", False),
        ("template <typename P> void f(P p);", False),
        ("struct P { int n; };", False),
        ("using P = Q<int>;", False),
        ("typedef Q P;", False),
    ],
)
def test_a_name_of_the_files_own_is_another(source: str, known: bool) -> None:
    options = Options(project=Project(members={b"P": b"n=int,p=?float3"}))
    expected = {b"P": {b"n": "int", b"p": "?float3"}} if known else {}
    assert known_elsewhere(Unit(source.encode()), options) == expected
