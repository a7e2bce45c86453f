"""Atomic operations on types that HIP's functions do not take."""

from __future__ import annotations

import pytest
from helpers.matches import converted, matched

HEAD = "struct alignas(16) Pair { long long a, b; };\nstruct Two { long long a; };\nusing wide = long long;\n"
KERNEL = "template <class T>\n__device__ void f(wide *w, unsigned long long *u, long long *p, Two *q, T *t) {"


@pytest.mark.parametrize(
    ("call", "made"),
    [
        ("atomicAnd(p, 1);", "atomicAnd((unsigned long long *)(p), (unsigned long long)(1));"),
        ("atomicOr(&p[2], 1);", "atomicOr((unsigned long long *)(&p[2]), (unsigned long long)(1));"),
        ("atomicXor(w + 1, 1);", "atomicXor((unsigned long long *)(w + 1), (unsigned long long)(1));"),
        ("atomicXor(&q->a, 1);", "atomicXor((unsigned long long *)(&q->a), (unsigned long long)(1));"),
        (
            "return atomicOr_system(p, 1);",
            "return (long long)atomicOr_system((unsigned long long *)(p), (unsigned long long)(1));",
        ),
        ("atomicOr(u, 1);", "atomicOr(u, 1);"),
        ("atomicOr(t, 1);", "atomicOr(t, 1);"),
        ("atomicOr((unsigned long long *)p, 1);", "atomicOr((unsigned long long *)p, 1);"),
        ("own::atomicOr(p, 1); x.atomicOr(p, 1);", "own::atomicOr(p, 1); x.atomicOr(p, 1);"),
        ("atomicMin(p, 1);", "atomicMin(p, 1);"),
    ],
)
def test_operations_on_bits_of_signed_numbers(call: str, made: str) -> None:
    assert matched("N040", f"{HEAD}{KERNEL} {call} }}\n").text == f"{HEAD}{KERNEL} {made} }}\n"


@pytest.mark.parametrize("call", ["atomicXor_system(p, p, 1);", "atomicXor(p);"])
def test_an_operation_with_other_arguments_is_none(call: str) -> None:
    assert matched("N040", f"{HEAD}{KERNEL} {call} }}\n").text == f"{HEAD}{KERNEL} {call} }}\n"


def test_what_was_written_is_left_alone() -> None:
    source = f"#include <hip/hip_runtime.h>\n{HEAD}{KERNEL} int i = atomicOr(p, 1) & 1; }}\n"
    once = converted(source.replace("hip/hip_runtime.h", "cuda_runtime.h")).text
    assert "(long long)atomicOr((unsigned long long *)(p)" in once
    assert converted(once).text == once


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("atomicAdd(v, *v);", ["atomicAdd"]),
        ("atomicAdd_block(&s[1], *v);", ["atomicAdd_block"]),
        ("atomicExch(q, *q); atomicCAS(&q[1], *q, *q);", ["atomicExch", "atomicCAS"]),
        ("atomicAdd((float2 *)n, *v);", ["atomicAdd"]),
        ("atomicAdd(&v->x, 1.f); atomicExch(n, 1); atomicCAS(t, *t, *t);", []),
        ("\n#ifdef __PTX__\natomicAdd(v, *v);\n#endif\n", []),
    ],
)
def test_vectors_and_structures(call: str, said: list[str]) -> None:
    head = f"{HEAD}template <class T> __device__ void f(float2 *v, float4 *s, Pair *q, int *n, T *t)"
    assert [name for _, name in matched("N042", f"{head} {{ {call} }}\n").said] == said


def test_the_programs_own_operation_is_none() -> None:
    own = (
        "__device__ void atomicAdd(float2 *p, float2 v) {}\n__device__ void f(float2 *p) { atomicAdd(p, v); }"
    )
    assert matched("N042", own).said == []


@pytest.mark.parametrize(
    ("macro", "use", "said"),
    [
        ("#define ADD(p, v) atomicAdd(p, v)", "ADD(h, *h);", ["ADD(h, *h)"]),
        ("#define ADD(p, v) atomicAdd(p, v)", "ADD(n, 1);", []),
        (
            "#define APPLY(f, p) f(p, *p)",
            "APPLY(atomicAdd, h); APPLY(atomicAdd, n);",
            ["APPLY(atomicAdd, h)"],
        ),
        ("#define BITS(p) atomicOr(p, 1)", "BITS(w);", ["BITS(w)"]),
        ("#define ADD(p, v) other(p, v)", "ADD(h, *h); atomicAdd(h, *h);", []),
    ],
)
def test_macros_that_make_one(macro: str, use: str, said: list[str]) -> None:
    source = f"{macro}\n__device__ void f(__half *h, long long *w, int *n) {{ {use} }}\n"
    assert [place for _, place in matched("N044", source).said] == said


MAKES = "#define MADE(T) __global__ void k_##T(T *p, T v) { atomicAdd(p, v); }\n"
FITS = "#define MADE(T) template <> __device__ T add<T>(T *p, T v) { return atomicAdd(p, v); }\n"
OTHER = "#define MADE(T) __global__ void k(T *p, T v) { own(p, v); }\n"
GIVEN = "#define MADE(T, f) __device__ void k(T *p, T v) { f(p, v); }\n"


@pytest.mark.parametrize(
    ("macro", "uses", "said"),
    [
        (MAKES, "MADE(half)\nMADE(float)\n", ["MADE(half)"]),
        (FITS, "#define ALL(M) M(float) M(half)\nALL(MADE)\n", ["ALL(MADE)"]),
        (GIVEN, "MADE(half, atomicAdd)\nMADE(int, atomicAdd)\n", ["MADE(half, atomicAdd)"]),
        (OTHER, "MADE(half)\n", []),
        (MAKES, "#define HALVES MADE(half)\n", []),
    ],
)
def test_macros_that_make_functions(macro: str, uses: str, said: list[str]) -> None:
    assert [place for _, place in matched("N044", macro + uses).said] == said


TEMPLATE = "template <class T> __global__ void k(T *p, T v) { atomicAdd(&p[0], v); }\n"


@pytest.mark.parametrize(
    ("use", "said"),
    [
        ("void f() { k<half><<<1, 1>>>(p, v); }", ["atomicAdd"]),
        ("typedef __half h; void f() { auto g = k<h>; }", ["atomicAdd"]),
        ("void f() { k<float><<<1, 1>>>(p, v); other<half>(v); k<T>(v); k(v); }", []),
        ("// k<half>\n", []),
        ("template <> __global__ void k<half>(half *p, half v);\nvoid f() { k<half><<<1, 1>>>(p, v); }", []),
        ("template <>\n__global__ void k(half *p, half v);\nvoid f() { k<half><<<1, 1>>>(p, v); }", []),
        ("template <> void k<half2>(half2 *, half2);\nvoid f() { k<half><<<1, 1>>>(p, v); }", ["atomicAdd"]),
        ("template __global__ void k<half>(half *, half);", ["atomicAdd"]),
        ("void f() { if (k < half && half > k) g(); }", []),
        (
            "__device__ void atomicAdd(half *p, half v) {}\nvoid f() { k<half><<<1, 1>>>(p, v); }",
            [],
        ),
    ],
)
def test_operations_in_templates(use: str, said: list[str]) -> None:
    assert [place for _, place in matched("R517", TEMPLATE + use).said] == said
