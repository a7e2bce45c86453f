"""Which names a place leads to."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

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
        (b"*(n ? a : b + 1)", [Led(b"a"), Led(b"b")]),
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
        b"r": {b"q": False, b"b": True},
        b"z": {b"p": True},
        b"w": {b"g": False},
    }
    assert leading_to(unit, read, b"b") == {b"b", b"q", b"r"}
    assert leading_to(unit, read, b"g") == {b"g", b"w"}


def test_the_address_of_an_element_behind_a_pointer_leads_where_that_does() -> None:
    code = b"void k(int *g) { int a[4], *p = a, *m = &p[1], *h = &m[2], *o = &g[1], *e = &a[1], *n = &n[1]; }"
    unit = Unit(code)
    found = aliases(unit, model(unit, functions_by_name(unit)[b"k"][0]))
    assert found == {name: {b"a": True} for name in (b"p", b"m", b"h", b"e")} | {b"o": {}, b"n": {}}


COUNTED = """__global__ void k(const int *d, int n, int *out) {
    extern __shared__ char dyn[];
    int *counts = (int *)dyn, lane = threadIdx.x & 31, most = 9;
    int *count = &counts[%s];
    if (lane == 0) *count = 0;
    __syncwarp();
    for (int i = lane; i < n; i += 32) if (d[i] < most) out[atomicAdd(count, 1)] = d[i];
    __syncwarp();
    if (*count > 0) out[0] = __shfl_sync(0xffffffff, out[n], 0);
}
"""


def test_what_a_warp_counts_behind_a_pointer_is_alike_for_it() -> None:
    assert remaining(COUNTED % "threadIdx.x >> 5") == []
    assert remaining(COUNTED % "lane / 2") == ["W023"]


@pytest.mark.parametrize(
    "stored",
    [
        "int *q = p + 1; *q = t;",
        "int *q = 1 + p; *q = t;",
        "int *q = (int *)p + 1; *q = t;",
        "int *q = p++; q[0] = t;",
        "int *q; q = p + 1; *q = t;",
        "int *q; q = p; q += 1; *q = t;",
        "int *q = n ? p + 1 : y; *q = t;",
        "int *q = p + 2, *o = q - 1; *o = t;",
        "int &q = *(p + 1); q = t;",
        "int &q = *p; q = t;",
        "int *q = 1 + a; *q = t;",
    ],
)
def test_a_sum_of_a_pointer_leads_where_that_does(stored: str) -> None:
    code = "__global__ void k(const int *x, int *y, int n) { int t = threadIdx.x, a[4] = {}, *p = a; STORED"
    code += " for (int r = a[1]; r < n; r += 8) y[r] = __shfl_xor_sync(~0u, x[r], 16); }\n"
    assert remaining(code.replace("STORED", stored)) == ["W023"]
    stored = "int b[4]; p = b; " + stored.replace("+ a", "+ b")
    elsewhere = code.replace("STORED", stored).replace("*p = a;", "*p;")
    assert remaining(elsewhere) == []
