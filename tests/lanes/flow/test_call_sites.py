"""Where functions, constructors and objects are called, and what they are given there."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

from hipify_py.lanes.flow.call_sites import MOST_CALLS, calls_by_name, sites
from hipify_py.source.functions import functions
from hipify_py.source.unit import Unit

CLASS = "struct S { int w; __device__ S(int x) : w(x) {} %s };\n"
RUN = "__device__ void run(int *p) { if (w == 0) { p[0] = 1; __syncthreads(); } }"
READ = "__device__ void run(int *p) { if (w < 5) p[0] = __shfl_sync(~0u, p[1], 1); }"
KERNEL = "__global__ void k(int *p, int n) { int t = threadIdx.x; %s }\n"
BODY = CLASS.replace(": w(x) {}", "{ w = x; }")
BASE = (
    "struct B { int w; __device__ B(int x) : w(x) {} };\nstruct S : B { __device__ S(int x) : B(x) {} %s };\n"
)
PART = CLASS + "struct T { S s; __device__ T(int x) : s(x) {} };\n"
APART = "struct S { int w; __device__ S(int x); %s };\n__device__ S::S(int x) : w{x} {}\n"
ON = CLASS.replace(": w(x) {}", ": S(x, 0) {} __device__ S(int x, int y) : w(x + y) {}")
LISTED = "struct S { int w; %s };\n"
MADE = [
    (CLASS, "S s(%s); s.run(p);"),
    (CLASS, "S s{%s}; s.run(p);"),
    (CLASS, "S(%s).run(p);"),
    (CLASS, "S{%s}.run(p);"),
    (CLASS, "auto s = S(%s); s.run(p);"),
    (CLASS, "int v = %s; const S s(v); s.run(p);"),
    (CLASS, "alignas(S) char q[9]; S *s = new (q) S(%s); s->run(p);"),
    (BODY, "S s(%s); s.run(p);"),
    ("template <int N> " + CLASS, "S<4> s(%s); s.run(p);"),
    ("template <int N> " + CLASS + "using Four = S<4>;\n", "Four s(%s); s.run(p);"),
    (BASE, "S s(%s); s.run(p);"),
    (PART, "T t(%s); t.s.run(p);"),
    (APART, "S s(%s); s.run(p);"),
    (ON, "S s(%s); s.run(p);"),
    (CLASS + "__device__ S make(int x) { return S(x); }\n", "make(%s).run(p);"),
    (CLASS + "__device__ S make(int x) { return {x}; }\n", "make(%s).run(p);"),
    (LISTED + "__device__ S make(int x) { return {x}; }\n", "make(%s).run(p);"),
    ("template <class T> " + LISTED, "S<int>{%s}.run(p);"),
]


@pytest.mark.parametrize(("head", "code"), MADE)
def test_what_constructors_are_given(head: str, code: str) -> None:
    assert remaining(head % RUN + KERNEL % (code % "t / 32")) == ["G016"]
    assert remaining(head % RUN + KERNEL % (code % "n")) == []
    assert remaining(head % READ + KERNEL % (code % "t % 32")) == ["W023"]
    assert remaining(head % READ + KERNEL % (code % "t / 32")) == []


GETTER = "class S { int v_; public: __device__ S(int v) : v_(v) {} __device__ int %s { return v_; } };\n"


@pytest.mark.parametrize("asked", ["v()", "get() const"])
def test_getters(asked: str) -> None:
    code = f"S s(t / 32); if (s.{asked.partition(' ')[0]} == 0) {{ p[0] = 1; __syncthreads(); }}"
    assert remaining(GETTER % asked + KERNEL % code) == ["G016"]
    assert remaining(GETTER % asked + KERNEL % code.replace("t / 32", "n")) == []


FUNCTIONS = """struct A { __device__ void run(int *p, int q) { if (q == 0) { p[0] = 1; __syncthreads(); } } };
struct B {
  __device__ void run(int *p, int q) { p[q] = 1; }
  __device__ void both(int *p, int q) { run(p, q); }
};
struct C { __device__ static void go(int *p, int q) { if (q == 0) { p[0] = 1; __syncthreads(); } } };
struct D { __device__ static void go(int *p, int q) { p[q] = 1; } };
__device__ void go(int *p, int q, int r) { p[q] = r; }
struct Is { __device__ void operator()(int *p, int q) const { if (q == 0) { p[0] = 1; __syncthreads(); } } };
"""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("A a; a.run(p, t / 32);", ["G016"]),
        ("A a, *q = &a; q->run(p, t / 32);", ["G016"]),
        ("A a; B b; b.run(p, t / 32); a.run(p, n);", []),
        ("B b; b.both(p, t / 32);", []),
        ("C::go(p, t / 32);", ["G016"]),
        ("D::go(p, t / 32);", []),
        ("go(p, t / 32, n);", []),
        ("Is is; is(p, t / 32);", ["G016"]),
        ("const auto is = Is(); is(p, t / 32);", ["G016"]),
        ("Is is; is(p, n); auto f = [](int *q, int v) { q[v] = 0; }; f(p, t / 32);", []),
    ],
)
def test_which_function_of_a_name_is_given_what(code: str, expected: list[str]) -> None:
    assert remaining(FUNCTIONS + KERNEL % code) == expected


def test_sites_of_a_function() -> None:
    source = b"struct S { S(int a, int b); };\nS::S(int a, int b) {}\n"
    source += b"void k(int n) { S s(n, 1), *q; S t = S{2, n}; S u(n); }\n"
    unit = Unit(source)
    at = source.index(b"{}")
    found = [*sites(unit, functions(unit, [at])[at])]
    texts = [[source[slice(*each)] for each in one.arguments] for one in found]
    assert sorted(texts) == [[b"2", b"n"], [b"n", b"1"]]


def test_many_calls_of_a_function_are_none() -> None:
    source = b"void f(int a) {}\nvoid k() { " + b"f(1); " * MOST_CALLS + b"}\n"
    unit = Unit(source)
    at = source.index(b"{}")
    assert [*sites(unit, functions(unit, [at])[at])] == []


@pytest.mark.parametrize(
    ("hosts", "homes"),
    [(False, [("k", 1)]), (True, [("k", 1), ("h", 1)])],
)
def test_calls_by_names(hosts: bool, homes: list[tuple[str, int]]) -> None:
    source = b"""__device__ void f(int) {}
    __global__ void k() { f(1); g(f); p->other(); }
    void h() { f(2); }
    """
    unit = Unit(source)
    (made,) = functions(unit, [source.index(b"{}")]).values()
    found = [(home.name, len(several)) for home, _, several in calls_by_name(unit, [made], hosts=hosts)]
    assert found == homes
    assert [*calls_by_name(unit, [])] == []
