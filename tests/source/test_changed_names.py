"""Which names something else may change: by their address, or a reference to them."""

from __future__ import annotations

import pytest
from helpers.sources import function_at

from hipify_py.source.function_names import CHANGED
from hipify_py.source.function_reading import names
from hipify_py.source.unit import Unit

OTHERS = (
    "__device__ void down(int &x) { x--; } __device__ int plus(int x, const int &y) { return x + y; }"
    " __device__ void store(int *p) { *p = 1; } __device__ int load(const int *p) { return *p; }"
    " template <class T> __device__ T most(T a, T b) { return a < b ? b : a; }"
    " struct Down { __device__ void operator()(int &x, const int &y) const { x -= y; } };"
    " __device__ void far(int n, int& x, unsigned y); __device__ int near(int n, const int &x);\n"
)


def changed(code: str) -> list[bytes]:
    unit = Unit(f"{OTHERS}__device__ void f(int p, int *q) {{ int m = p * 32; {code} here; }}".encode())
    known = names(unit, function_at(unit, b"here"))
    return [name for name, given in known.given.items() if any(one.operator == CHANGED for one in given)]


@pytest.mark.parametrize(
    "code",
    [
        "down(m);",
        "store(&m);",
        "elsewhere(&m);",
        "far(p, m, 1);",
        "if (p) down(m);",
        "int *r = &m; *r = 5;",
        "int &r = m; r = 5;",
        "auto &r = m; r--;",
        "int *r = (int *)&m;",
        "*reinterpret_cast<int *>(&m) = 3;",
        "auto less = [](int &x) { x--; }; less(m);",
        "int *r[1] = {&m};",
        "Down less; less(m, 3);",
        "return &m;",
    ],
)
def test_what_leads_to_a_name_may_change_it(code: str) -> None:
    assert changed(code) == [b"m"]


@pytest.mark.parametrize(
    "code",
    [
        "m = plus(m, m);",
        "load(&m);",
        "elsewhere(m);",
        "far(m, q[0], m);",
        "near(m, m);",
        "Down less; int n = 3; less(q[0], m);",
        "most(m, p);",
        "const int &r = m;",
        "auto less = [](int x, const int &y) { x--; }; less(m, m);",
        "int a[4]; store(&a[m]); store(q);",
        "q[0] = p & m; q[1] = q[2] & m; q[3] = (p + 1) & m; q[4] = plus(p, 1) & m;",
        "if (p && m) q[0] = 1;",
    ],
)
def test_what_is_handed_by_value_stays(code: str) -> None:
    assert changed(code) == []


def test_a_name_that_may_be_changed_is_not_given_its_value_once() -> None:
    unit = Unit(f"{OTHERS}__device__ void f(int p) {{ int m = p, k = p; down(m); here; }}".encode())
    known = names(unit, function_at(unit, b"here"))
    assert known.once(b"m") is None
    assert known.once(b"k") is not None
    assert [one.operator for one in known.given[b"m"]] == [b"", CHANGED]
