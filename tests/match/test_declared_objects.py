"""Names that a file has for types, what it declares with them, and objects before members."""

from __future__ import annotations

import pytest

from hipify_py.match.declared_objects import object_before, objects, own_names
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (b"typedef A B; using C = n::A; typedef A D, E;", {b"B", b"C", b"D", b"E"}),
        (b"using B = A<int, 4>; typedef typename n::A<T> C;", {b"B", b"C"}),
        (b"template <class T> using B = A<T>;", {b"B"}),
        (b"typedef A *B; typedef A C[4]; using D = A<int>::Member; using E = F<A>;", set[bytes]()),
        (b"typedef AA B; // typedef A C;\n", set[bytes]()),
    ],
)
def test_names_for_types(source: bytes, expected: set[bytes]) -> None:
    assert own_names(Unit(source), {b"A"}) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (b"A a, *b, c[4]; void f(const A &d, A *e);", {b"a", b"b", b"c", b"d", b"e"}),
        (b"A<int, 4> a(temp); std::vector<A> b; std::map<int, A *> c;", {b"a", b"b", b"c"}),
        (b"A a; auto b = a; auto &c = b[0]; auto d = e;", {b"a", b"b", b"c"}),
        (b"AA a; x.A b; A::B c; A(1) d; // A e;\n", set[bytes]()),
    ],
)
def test_what_is_declared(source: bytes, expected: set[bytes]) -> None:
    assert objects(Unit(source), {b"A"}) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (b"a", b"a"),
        (b"a.b[1](2)", b"b"),
        (b"(*p)", b"p"),
        (b"x = [1]", b""),
        (b"1 + ", b""),
        (b"a" + b"()" * 9, b""),
    ],
)
def test_the_object_before_a_member(code: bytes, expected: bytes) -> None:
    assert object_before(code, len(code)) == expected
