"""Which names a place leads to."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.leads import aliases, leading_to, leads
from hipify_py.lanes.flow.storage import Led
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import functions_by_name, model
from hipify_py.source.unit import Unit

CODE = b"""struct S { int d[2]; S *next; int &of(int i) { return d[i]; } int &far() { return next->d[0]; } };
int &self(int &v, int n) { return v; }
int value(int &v) { return v; }
void k(int *g) { int a[2], b, c; int *p = a, *q; q = &b; int &r = *q, **z = &p; int *w = g + 1; }
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"a[1]", [Led(b"a")]),
        (b"n ? a : b", [Led(b"a", own=True), Led(b"b", own=True)]),
        (b"*(n ? a : &b)", [Led(b"a"), Led(b"b", own=True)]),
        (b"self(a, n)", [Led(b"a", own=True)]),
        (b"self(self(a, n), n)", [Led(b"a", own=True)]),
        (b"s.of(n)", [Led(b"s", own=True)]),
        (b"s.far()", []),
        (b"value(a)", []),
        (b"std::get<0>(a)", [Led(b"a", own=True)]),
        (b"(int &)a", [Led(b"a", own=True)]),
        (b"f(a)", []),
        (b"&a.b[n]", []),
        (b"*(n ? a.b : a.c)", []),
        (b"(n ? a : b).c", [Led(b"a", own=True, member=b"c"), Led(b"b", own=True, member=b"c")]),
        (b"*(n ? a : b + 1)", [Led(b"a")]),
        (b"3", []),
    ],
)
def test_whatever_of_several_it_is(text: bytes, expected: list[Led]) -> None:
    assert sorted(leads(Unit(CODE), expression(text))) == expected


def test_pointers_and_references_of_a_function() -> None:
    unit = Unit(CODE)
    read = model(unit, functions_by_name(unit)[b"k"][0])
    assert aliases(unit, read) == {
        b"p": {b"a": True},
        b"q": {b"b": True},
        b"r": {b"q": False},
        b"z": {b"p": True},
        b"w": {b"g": False},
    }
    assert leading_to(unit, read, b"b") == {b"b", b"q", b"r"}
    assert leading_to(unit, read, b"g") == {b"g", b"w"}
