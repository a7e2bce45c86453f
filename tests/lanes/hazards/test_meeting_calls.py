"""Calls of what has a barrier under a condition: whether that holds for them."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = "__global__ void k(int n) { int warp = threadIdx.x / 32; if (warp == 0) { %s } }\n"
TRUTH = "template <bool S> __device__ void f() { if (S) __syncthreads(); }\n"
WIDE = "template <int N> __device__ void f() { if constexpr (N <= 32) __syncwarp(); else __syncthreads(); }\n"
HALF = WIDE + "template <int M> __device__ void g() { f<M / 2>(); }\n"
MACRO = "#define MEET(n) do { if ((n) > 32) __syncthreads(); else __syncwarp(); } while (0)\n"
BY_VALUE = "__device__ void f(bool s = false) { if (s) __syncthreads(); }\n"
NAMED = "constexpr bool S = %s; __device__ void f() { if (S) __syncthreads(); }\n"


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (TRUTH, "f<true>();"),
        (TRUTH.replace("bool S", "bool S = true"), "f();"),
        (TRUTH.replace("if (S)", "if (!S) return; else"), "f<true>();"),
        (WIDE, "f<64>();"),
        (HALF, "g<128>();"),
        (MACRO, "MEET(64);"),
        (MACRO, "MEET(n);"),
        (BY_VALUE, "f(true);"),
        (BY_VALUE, "f(n > 3);"),
        (NAMED % "true", "f();"),
        (NAMED % "sizeof(int) == 4", "f();"),
        ("__device__ void f(int n) { if (n > 3) __syncthreads(); }\n", "f(n);"),
        ("__device__ void f(int n) { n = 5; if (n > 3) __syncthreads(); }\n", "f(2);"),
        ("__device__ void f(int n) { switch (n) { case 1: __syncthreads(); } }\n", "f(2);"),
        (
            "__device__ void f(bool a, bool b) { if (a) __syncthreads(); if (b) __syncthreads(); }\n",
            "f(false, true);",
        ),
        (
            "template <bool S> struct R { __device__ void f() { if (S) __syncthreads(); } };\n",
            "R<true>().f();",
        ),
    ],
)
def test_the_condition_may_hold(head: str, code: str) -> None:
    assert remaining(head + KERNEL % code) == ["G016"]


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (TRUTH, "f<false>();"),
        (TRUTH.replace("bool S", "bool S = false"), "f();"),
        (TRUTH.replace("if (S)", "if (!S) { } else"), "f<false>();"),
        (WIDE, "f<32>();"),
        (HALF, "g<64>();"),
        (MACRO, "MEET(32);"),
        (BY_VALUE, "f(false);"),
        (BY_VALUE, "f();"),
        (NAMED % "false", "f();"),
        (
            "__device__ void f(bool a, bool b) { if (a) __syncthreads(); if (b) __syncthreads(); }\n",
            "f(false, false);",
        ),
    ],
)
def test_the_condition_does_not_hold(head: str, code: str) -> None:
    assert remaining(head + KERNEL % code) == []


@pytest.mark.parametrize("code", ["f<true>();", "if (n > 3) f<true>();", "if (blockIdx.x) f<true>();"])
def test_all_threads_come_to_it(code: str) -> None:
    assert remaining(TRUTH + "__global__ void k(int n) { " + code + " }\n") == []


OVERLOADS = """__device__ void f(int a) { __syncthreads(); }
__device__ void f(int a, int b) { a += b; }
struct A { __device__ void load() { __syncthreads(); } };
struct B { __device__ void load() { } };
template <int N> struct Block { template <bool Z> static __device__ void scan(int v) { __syncthreads(); } };
template <int N> struct Warp { template <bool Z> static __device__ void scan(int v) { } };
"""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("f(n);", ["G016"]),
        ("A a; a.load();", ["G016"]),
        ("get(n).load();", ["G016"]),  # of which class is not told
        ("Block<4>::scan<true>(n);", ["G016"]),
        ("Block<4>::template scan<true>(n);", ["G016"]),
        ("A().load();", ["G016"]),
        ("f(n, n);", []),
        ("Warp<4>::scan<true>(n);", []),
        ("Warp<4>::template scan<true>(n);", []),
        ("B().load();", []),
        ("B{}.load();", []),
        ("B b; b.load();", []),
    ],
)
def test_one_of_several_of_a_name(code: str, expected: list[str]) -> None:
    assert remaining(OVERLOADS + KERNEL % code) == expected


def test_of_many_of_a_name_the_class_tells() -> None:
    classes = "struct S%d { __device__ void load() { __syncthreads(); } };\n"
    head = "".join(classes % number for number in range(20))
    assert remaining(head + KERNEL % "S19 s; s.load();") == ["G016"]
