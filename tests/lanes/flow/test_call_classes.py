"""Which function of a name a call may mean."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

from hipify_py.lanes.flow.call_classes import MOST, defines, is_virtual, may_call, meant, takes, virtual_names
from hipify_py.source.function_reading import functions_by_name, model
from hipify_py.source.unit import Unit

CODE = """struct A { int f(int x) { return x; } int g() { return this->f(1); } };
struct B { int f(int x, int y = 2) { return x; } int h() { return f(1); } };
struct D : A { int i() { return f(1); } };
template <int W = 32> struct T { int f(int x) { return x; } };
using Other = A;
int f(int x, int y, int z) { return x; }
void k(A a, B *b, D d) { auto u = v(); %s; }
"""


@pytest.mark.parametrize(
    ("call", "classes"),
    [
        ("a.f(1)", ["A"]),
        ("b->f(1)", ["B"]),
        ("b->f(1, 2)", ["B"]),
        ("d.f(1)", ["A", "B", "T"]),  # of a base, which may be any
        ("u.f(1)", ["A", "B", "T"]),
        ("b[1].f(1)", ["A", "B", "T"]),
        ("A::f(1)", ["A"]),
        ("Other::f(1)", ["A"]),
        ("T<>::f(1)", ["T"]),
        ("n::T<(1 > 0)>::f(1)", ["T"]),
        ("T<4>::template f<2>(1)", ["T"]),
        ("T<4>().f(1)", ["T"]),
        ("A{}.f(1)", ["A"]),
        ("made(1).f(1)", ["A", "B", "T"]),
        ("n::f(1, 2, 3)", [""]),
        ("f(1, 2, 3)", [""]),
    ],
)
def test_by_the_class_and_the_number_of_arguments(call: str, classes: list[str]) -> None:
    unit = Unit((CODE % call).encode())
    home = functions_by_name(unit)[b"k"][0]
    made = next(one for one in model(unit, home).calls if unit.code[slice(*one.name)] == b"f")
    found = [one for one in functions_by_name(unit)[b"f"] if may_call(unit, home, made, one)]
    assert sorted(one.name.rpartition("::")[0] for one in found) == sorted(
        one.name.rpartition("::")[0]
        for one, of in zip(functions_by_name(unit)[b"f"], ("A", "B", "T", ""), strict=True)
        if of in classes
    )
    assert len(found) == len(classes)


def test_what_a_class_defines_and_a_function_takes() -> None:
    unit = Unit((CODE % "").encode())
    of_a, of_b, _, free = functions_by_name(unit)[b"f"]
    assert [defines(unit, one, b"f") for one in (b"A", b"B", b"D", b"")] == [True, True, False, False]
    assert [takes(unit, of_b, number) for number in range(4)] == [False, True, True, False]
    assert not takes(unit, of_a, 2)
    assert takes(unit, free, 3)


RETURNS = """struct A {
  __device__ static int id() { return threadIdx.x / 32; }
  __device__ int own() { return 1; }
};
struct B { __device__ static int id() { return blockIdx.x; } __device__ int own() { return id(); } };
template <int N> struct T { __device__ static int of(int x) { return x; } };
template <> struct T<1> { __device__ static int of(int x) { return 0; } };
__device__ int over(float x) { return 0; }
__device__ int over(int x) { return threadIdx.x / 32; }
"""
KERNEL = "template <class P> __global__ void k(int *p, int n) { %s if (%s) { p[0] = 1; __syncthreads(); } }\n"


@pytest.mark.parametrize(
    ("code", "asked", "expected"),
    [
        ("", "A::id() == 0", ["G016"]),
        ("", "B::id() == 0", []),
        ("", "P::id() == 0", ["G016"]),
        ("using Q = B;", "Q::id() == 0", []),
        ("A a; B b;", "a.id() == 0", ["G016"]),
        ("A a; B b;", "b.id() == 0", []),
        ("A a; B *b;", "b->id() == 0", []),
        ("P q;", "q.id() == 0", ["G016"]),
        ("A a;", "a.own() == 0", []),
        ("B b;", "b.own() == 0", []),
        ("", "T<2>::of(threadIdx.x / 32) == 0", ["G016"]),
        ("", "T<2>::of(n) == 0", []),
        ("", "over(n) == 0", ["G016"]),
    ],
)
def test_what_is_returned_by_the_function_that_is_meant(code: str, asked: str, expected: list[str]) -> None:
    assert remaining(RETURNS + KERNEL % (code, asked)) == expected


def test_a_name_of_many_functions_means_none_of_them() -> None:
    code = b"".join(b"struct C%d { int f() { return 1; } };\n" % number for number in range(MOST + 1))
    unit = Unit(code)
    assert len(meant(unit, b"C3::f")) == 1
    assert meant(unit, b"f") == meant(unit, b"none") == ()
    assert len(meant(Unit(code[: code.index(b"struct C8")]), b"P::f")) == MOST


VIRTUAL = """struct S { virtual int f(int x) { return x; } };
struct T : S { int f(int x) override { return x + 1; } };
struct U : S { int f(int x) final override { return x + 2; } int g(); };
void k(S *s, S &r, T t) { %s; }
"""


@pytest.mark.parametrize(
    ("call", "number"),
    [("s->f(1)", 3), ("r.f(1)", 3), ("t.f(1)", 1), ("T::f(1)", 1)],
)
def test_a_virtual_one_is_whatever_the_object_has(call: str, number: int) -> None:
    unit = Unit((VIRTUAL % call).encode())
    home = functions_by_name(unit)[b"k"][0]
    made = next(one for one in model(unit, home).calls if unit.code[slice(*one.name)] == b"f")
    found = [one for one in functions_by_name(unit)[b"f"] if may_call(unit, home, made, one)]
    assert (len(found), is_virtual(unit, home, made)) == (number, number > 1)


def test_virtual_names() -> None:
    assert virtual_names(Unit(VIRTUAL.encode())) == {b"f"}
    assert virtual_names(Unit(b"struct T : Elsewhere { void g() const override { } void h() { } };")) == {
        b"g"
    }
