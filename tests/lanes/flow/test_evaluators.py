"""Expressions where they stand: by macros, members, lambdas and functions of the file."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

from hipify_py.lanes.flow.constant_folding import constant_table, declared_constants
from hipify_py.lanes.flow.lane_values import LazyValues
from hipify_py.source.function_reading import defined_functions
from hipify_py.source.unit import Unit

HEAD = """#define LANE(t) ((t) % 32)
#define LOOP(a) LOOP(a)
#define ROLE WARP_OF
#define WARP_OF (threadIdx.x / 32)
struct Id { int at; __device__ Id() : at(threadIdx.x) {} };
"""


def level(text: str, body: str = "") -> str:
    unit = Unit(f"{HEAD}__global__ void k(int n) {{ {body} here(); }}".encode())
    constants = constant_table(unit, declared_constants(unit))
    values = LazyValues(unit, defined_functions(unit)[b"k"], constants)
    return values.at(unit.code.index(b"here")).level(text.encode())


@pytest.mark.parametrize(
    ("text", "body", "expected"),
    [
        ("LANE(threadIdx.x)", "", "lane"),
        ("LANE(n)", "", "uniform"),
        ("LOOP(threadIdx.x)", "", "lane"),
        ("LOOP(n)", "", "uniform"),
        ("ROLE", "", "warp"),
        ("r.at", "Id r;", "lane"),
        ("f(n)", "auto f = [](int a) { return a + 1; };", "uniform"),
        ("f(threadIdx.x)", "auto f = [](int a) { return a + 1; };", "lane"),
        ("elsewhere(threadIdx.x / 32)", "", "warp"),
    ],
)
def test_levels(text: str, body: str, expected: str) -> None:
    assert level(text, body) == expected


TRAITS = """#include <type_traits>
namespace conf { const int wide = 1; }
struct Conf { static constexpr int wide = 1; };
struct Row { int n; int value; };
template <class T> __device__ T f(T value, T *s, Row r) {
    const int n = threadIdx.x, wide = n & 1; value += r.value = n;
    if (%s) value += __shfl_xor_sync(0xffffffff, value, 1);
    if (%s) { s[n] = value; __syncthreads(); value = s[n ^ wide]; __syncthreads(); }
    return value; }
"""


@pytest.mark.parametrize(
    "asked",
    [
        "std::is_arithmetic<T>::value",
        "std::is_same<decltype(value), int>::value",
        "Conf::wide",
        "conf::wide > 0",
        "sizeof(Row::n) == 4",
        "sizeof(n) == 4",
        "sizeof(value) <= 4 && Conf::wide == 1",
    ],
)
def test_a_name_of_a_class_is_not_the_variable_of_that_name(asked: str) -> None:
    assert {"W023", "G016"}.isdisjoint(remaining(TRAITS % (asked, asked)))


@pytest.mark.parametrize("asked", ["value > 3", "wide", "n == 4", "r.value > 3", "Conf::wide == wide"])
def test_the_variable_itself(asked: str) -> None:
    assert {"W023", "G016"} <= {*remaining(TRAITS % (asked, asked))}


def test_what_the_library_says_of_a_type_beside_a_member_of_that_name() -> None:
    code = """struct Row { float value; };
__global__ void k(int *x, Row *r) { int v = x[threadIdx.x]; r->value = v;
    if (%s) v += __shfl_xor_sync(0xffffffff, v, 1); x[threadIdx.x] = v; }"""
    assert "W023" not in remaining(code % "std::is_arithmetic<int>::value")
    assert "W023" in remaining(code % "r->value > 0")


VECTOR = """struct V { float x; __device__ explicit V(float a) : x(a) {} };
struct S { int x, y; __device__ S(int a) { x = a; } __device__ void set(int a) { x = a; } };
__global__ void k(const float *in, float *out, unsigned n, %s p) {
    %s float v = V(in[threadIdx.x]).x; V e(v); S s(threadIdx.x); s.set(threadIdx.x / 7);
    if (%s) for (int r = 1; r < 32; r *= 2) v += __shfl_xor_sync(~0u, v, r);
    out[threadIdx.x] = v + e.x + s.x; }
"""


@pytest.mark.parametrize(
    ("kind", "before", "asked"),
    [
        ("int", "", "blockIdx.x < n"),
        ("int", "", "gridDim.x > n"),
        ("int", "", "blockDim.x > n"),
        ("int", "unsigned w = blockIdx.x;", "w < n"),
        ("int", "unsigned w = threadIdx.y + blockIdx.x * blockDim.y;", "w < n"),
        ("int", "unsigned w = threadIdx.x / 32 + blockIdx.x * (blockDim.x / 32);", "w < n"),
        ("int", "auto b = blockIdx;", "b.x < n"),
        ("int", "const auto &b = blockIdx;", "b.x < n"),
        ("int", "const dim3 b = blockIdx;", "b.x < n"),
        ("int", "uint3 b = blockIdx;", "b.x < n"),
        ("dim3", "", "p.x < n"),
        ("float4", "", "p.x < n"),
        ("const int2 *", "", "p->x < n"),
        ("int", "int2 b = make_int2(n, 0);", "b.x < n"),
    ],
)
def test_built_in_vectors_are_no_objects_of_a_class(kind: str, before: str, asked: str) -> None:
    assert remaining(VECTOR % (kind, before, asked)) == []


@pytest.mark.parametrize(
    ("kind", "before", "asked"),
    [
        ("int", "", "threadIdx.x < n"),
        ("int", "uint3 b = threadIdx;", "b.x < n"),
        ("int", "", "s.x < n"),
        ("int", "int2 b; b.x = threadIdx.x; b.y = 0;", "b.x < n"),
        ("int", "int2 b; set(b);", "b.x < n"),
        ("int", "S blockIdx(threadIdx.x);", "blockIdx.x < n"),
        ("S", "", "p.x < n"),
    ],
)
def test_members_that_lanes_do_give_a_value(kind: str, before: str, asked: str) -> None:
    assert remaining(VECTOR % (kind, before, asked)) == ["W023"]


def test_a_constant_of_another_function_is_not_the_parameter_of_that_name() -> None:
    other = "__global__ void j() { const int n = threadIdx.x; }\n"
    unit = Unit(f"{other}__global__ void k(int n, int *p) {{ here(); }}".encode())
    values = LazyValues(
        unit,
        defined_functions(unit)[b"k"],
        constant_table(unit, {b"n": b"threadIdx.x", b"m": b"threadIdx.x"}),
    )
    at = values.at(unit.code.index(b"here"))
    assert (at.level(b"n"), at.level(b"m")) == ("uniform", "lane")
