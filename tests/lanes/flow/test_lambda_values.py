"""What lambdas return, and what they store behind parameters that refer to a function's names."""

from __future__ import annotations

import pytest
from helpers.sources import function_at
from helpers.warps import remaining

from hipify_py.lanes.flow.lambda_values import lambda_bodies, lambda_returns, lambda_stores
from hipify_py.source.function_reading import model, names
from hipify_py.source.unit import Unit

KERNEL = """__global__ void k(int *p, int n) {
    int mine = threadIdx.x / 32, other = 0;
    %s
    if (other == 0) { p[0] = 1; __syncthreads(); } else { __syncthreads(); p[1] = p[0]; }
}
"""


@pytest.mark.parametrize(
    "code",
    [
        "auto both = [](int &x, int &y) { int t = x; x = y; y = t; }; both(mine, other);",
        "auto set = [](int &x, int y) { x = y; }; set(other, mine);",
        "auto set = [](int &x, int y) { int z = y + 1; x = n ? z : 0; }; set(other, mine);",
        "auto set = [](auto &&x, auto y) { x += y; }; set(other, mine);",
        "const auto set = [&](int &x) { x = mine; }; set(other);",
    ],
)
def test_roles_that_a_lambda_stores(code: str) -> None:
    assert remaining(KERNEL % code) == ["G016"]


@pytest.mark.parametrize(
    "code",
    [
        "auto set = [](int x, int y) { x = y; }; set(other, mine);",
        "auto set = [](int &x, int y) { x = 1; }; set(other, mine);",
        "auto set = [](int &x, int y) { y = x; }; set(other, mine);",
        "auto set = [](int &x, int y) { x = y; }; set(n, mine);",
        "auto set = [](int &x, int y) { x = y; };",
        "auto set = [&](int x) { auto in = [](int &z, int y) { z = y; }; in(n, x); }; set(mine);",
        "set(mine);",
    ],
)
def test_what_is_none(code: str) -> None:
    assert remaining(KERNEL % code) == []


def test_each_value_is_told_with_the_name_that_it_goes_to() -> None:
    code = "auto f = [](int &x, int y, int z) { x = y; if (y) { x = 2; } }; int here = 0; f(here, n, 3);"
    unit = Unit((KERNEL % code).encode())
    read = model(unit, function_at(unit))
    known = names(unit, read.function)
    call = next(one for one in read.calls if unit.code[slice(*one.name)] == b"f")
    found = [*lambda_stores(unit, read, known, call, lambda *_: None)]
    stored = [(one.name, unit.code[slice(*one.span)]) for one in found if one.read is None]
    assert stored == [(b"here", b"y"), (b"here", b"2"), (b"here", b"n")]
    given = [(one.name, unit.code[one.read :][:3]) for one in found if one.read]
    assert given == [(b"x", b"her"), (b"y", b"n, "), (b"z", b"3);")]


HANDED = """template <class F> __device__ void twice(F f, int x) { f(x, 1); f(x, 2); }
template <class F> __device__ void once(F f) { f(threadIdx.x / 32); }
template <class F> __device__ void never(F f, int x) { x += 1; }
"""
MEET = "if (q == 0) { p[0] = 1; __syncthreads(); }"


@pytest.mark.parametrize(
    "code",
    [
        "auto f = [&](int q) { MEET }; f(mine);",
        "auto f = [&](int, int q) { MEET }; f(n, mine);",
        "[&](int q) { MEET }(mine);",
        "twice([&](int q, int) { MEET }, mine);",
        "auto f = [&](int q, int) { MEET }; twice(f, mine);",
        "once([=](int q) { MEET });",
        "int q = 0; auto set = [&](int x) { q = x; }; set(mine); MEET",
        "int q[2]; auto set = [&](int i, int x) { q[i] = x; }; set(0, mine); if (q[0]) __syncthreads();",
        "int q = 0; twice([&](int x, int) { q = x; }, mine); MEET",
        "int q = [](int x) { return x + 1; }(mine); MEET",
        "int q = 0; auto set = [&](int x) { auto in = [&] { q = x; }; in(); }; set(mine); MEET",
    ],
)
def test_what_a_lambda_is_given(code: str) -> None:
    assert remaining(HANDED + KERNEL % code.replace("MEET", MEET)) == ["G016"]


@pytest.mark.parametrize(
    "code",
    [
        "auto f = [&](int q) { MEET }; f(n); mine = 2;",
        "auto f = [&](int q, int v) { MEET }; f(n, mine);",
        "[&](int q) { MEET }(n);",
        "twice([&](int q, int) { MEET }, n);",
        "twice([&](int, int q) { MEET }, mine);",
        "never([&](int q) { MEET }, mine);",
        "auto f = [&](int q) { MEET }; auto g = [&](int q) { p[q] = 1; }; g(mine); f(n);",
        "int q = n; auto set = [&](int x) { q = n; }; set(mine); MEET",
    ],
)
def test_what_a_lambda_is_given_that_is_alike(code: str) -> None:
    assert remaining(HANDED + KERNEL % code.replace("MEET", MEET)) == []


def test_bodies_and_what_decides_on_what_is_returned() -> None:
    code = "auto here = [k = n](int x) { if (x > 1) return k; return 0; };"
    unit = Unit((KERNEL % code).encode())
    read = model(unit, function_at(unit))
    made = next(one.value for one in read.declarations if one.name == b"here")
    assert made is not None
    bodies = [unit.code[slice(*one)] for one in lambda_bodies(read, made)]
    assert bodies == [b"{ if (x > 1) return k; return 0; }"]
    returned = lambda_returns(unit, read, made)
    assert returned is not None
    found = [unit.code[slice(*one)].strip(b"() ").partition(b"]")[0] for one in returned]
    assert found == [b"k = n", b"k", b"0", b"x > 1"]
    assert lambda_returns(unit, read, read.declarations[-1].at) is None


TWICE = """__global__ void k(int *p, int n) {
    int v = __shfl_down_sync(0xffffffff, p[0], 1), late = 0;
    %s
    if (m) { p[0] = v; __syncthreads(); } else { __syncthreads(); p[1] = p[0]; }
    late = threadIdx.x / 32;
}
"""
ADD = "auto add = [](int a, int b) { return a + b; }; int t = add(threadIdx.x / 32, 1); "


@pytest.mark.parametrize(
    ("code", "found"),
    [
        (ADD + "int m = add(n, 2);", []),
        (ADD + "int m = add(n, t);", ["G016"]),
        (ADD + "int m = add(add(n, 1), add(1, n));", []),
        (ADD + "int m = add(add(n, 1), add(1, t));", ["G016"]),
        (ADD.replace("[]", "[n]").replace("a + b", "a + b * n") + "int m = add(n, 2);", []),
        (ADD.replace("[]", "[&]").replace("a + b", "a + b + late") + "int m = add(n, 2);", ["G016"]),
        (ADD.replace("return", "b += 1; return") + "int m = add(n, 2);", ["G016"]),
        (ADD.replace("return", "if (a) return 1; return") + "int m = add(n, 2);", ["G016"]),
        ("auto of = [w = threadIdx.x / 32](int a) { return a + w; }; int m = of(n);", ["G016"]),
        ("int t = threadIdx.x / 32; auto of = [=](int a) { return a + t; }; int m = of(n);", ["G016"]),
    ],
)
def test_a_call_of_a_lambda_returns_what_is_made_of_its_own_arguments(code: str, found: list[str]) -> None:
    assert remaining(TWICE % code) == found
