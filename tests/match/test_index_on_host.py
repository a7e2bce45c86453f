"""Indices of threads in functions for the host."""

from __future__ import annotations

import pytest
from helpers.matches import matched

from hipify_py.settings import Options
from hipify_py.surroundings import Project


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("void f() { g(threadIdx.x, threadIdx.y, blockDim.x); }", ["threadIdx", "blockDim"]),
        ("static inline const int *f(S s) { return g(gridDim.x); }", ["gridDim"]),
        ("template <class T> V<T> A<T>::f() const { return g(gridDim.x); }", ["gridDim"]),
        ("int f() { CHECK(1); }\n#define MORE CHECK(2)\n", ["CHECK"]),
        ("void f() { auto l = [] { return threadIdx.x; }; }", []),
        ("MARK void f() { CHECK(1); }", []),
        ("mark void f() { CHECK(1); }", []),
        ("__device__ void f() { CHECK(1); }", []),
        ("struct P { int n; __device__ P() : n(threadIdx.x) {} };", []),
        ("struct P { __device__ operator int() const { return threadIdx.x; } };", []),
        ("struct P { int n; __device__ P() { n = threadIdx.x; } };", []),
        ("__host__ __device__ void f() { CHECK(1); }", []),
        ("#define ON __device__\nON void f() { CHECK(1); }", []),
        ("__device__ void f();\nvoid f() { CHECK(1); }", []),
        ("void f() { source(); TEXT(int i = threadIdx.x); }", []),
        ("struct At { int x; };\nvoid f(At threadIdx) { g(threadIdx.x); }", []),
        ("void f() { At threadIdx; g(threadIdx.x); }", []),
        ("void f(Grid *p) { g(p->threadIdx.x); }", []),
    ],
)
def test_what_is_said(source: str, said: list[str]) -> None:
    options = Options(path="a.cu", project=Project(functions=frozenset({b"CHECK%", b"OTHER"})))
    made = matched("M163", source, options=options)
    assert made == (source, [("M163", one) for one in said])


@pytest.mark.parametrize(("path", "in_cuda", "told"), [("a.h", True, True), ("a.h", False, False)])
def test_what_no_compiler_for_devices_reads_is_passed_by(path: str, in_cuda: bool, told: bool) -> None:
    options = Options(path=path, project=Project(in_cuda=in_cuda))
    assert bool(matched("M163", "inline int f() { return threadIdx.x; }", options=options).said) == told
