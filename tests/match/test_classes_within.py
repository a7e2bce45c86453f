"""Classes with functions in templates that are instantiated by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.matches import matched
from helpers.toolchain import compiled

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

KERNEL = "template <int N> __global__ void k(int *p) {{ {} p[0] = N; }}\n{}\n"
INSTANCE = "template __global__ void k<32>(int *);"
CLASS = "struct S { __device__ int f() { return N; } }; p[1] = S{}.f();"
REPORTED = [
    KERNEL.format(CLASS, INSTANCE),
    KERNEL.format("__shared__ union S { int b[N]; __device__ S() {} } s; p[1] = s.b[0];", INSTANCE),
    KERNEL.format("struct { int b; __device__ int f() const { return b; } } s{2}; p[1] = s.f();", INSTANCE),
    (
        "template <int N> __device__ int g() { struct S { int b; __device__ S() : b(N) {} };"
        " return S{}.b; }\n"
        "template __device__ int g<3>();\n"
    ),
    (
        "struct F { template <int N> __device__ int g() { struct S { __device__ int f() { return 1; } };"
        " return S{}.f(); } };\ntemplate __device__ int F::g<3>();\n"
    ),
    (
        "template <class T> struct A { __device__ T g() { struct S { T b; __device__ T f() { return b; } };"
        " return S{2}.f(); } };\ntemplate struct A<int>;\n"
    ),
]
LOCAL = "template <int N> __global__ void k(int *p) {{ {} p[0] = N; }}"
PLAIN = "template <int N> __global__ void k(int *p) { *p = N; }"
IN_A = f"namespace a {{ {LOCAL.format(CLASS)} }}\n"
REPORTED += [
    IN_A + "template __global__ void a::k<3>(int *);\n",
    IN_A + f"namespace b {{ {PLAIN} }}\nnamespace a {{ template __global__ void k<3>(int *); }}\n",
    IN_A + "using namespace a;\ntemplate __global__ void k<3>(int *);\n",
    IN_A.replace("namespace a", "namespace a { inline namespace v")
    + "}\ntemplate __global__ void a::k<3>(int *);\n",
    IN_A + "namespace other = a;\ntemplate __global__ void other::k<3>(int *);\n",
]
ONE = (
    "template <class T> struct A { __device__ T g() { struct S { T b; __device__ T f() { return b; } };"
    " return S{2}.f(); } };\n"
)
KEPT = [
    IN_A + f"namespace b {{ {PLAIN} }}\ntemplate __global__ void b::k<3>(int *);\n",
    IN_A + f"{PLAIN}\ntemplate __global__ void k<3>(int *);\n",
    ONE + "namespace b { template <class T> struct A { T q; }; template struct A<int>; }\n",
    KERNEL.format(CLASS, "void f(int *p) { k<32><<<1, 1>>>(p); }"),
    KERNEL.format(CLASS, "template <> __global__ void k<5>(int *p) { *p = 1; }"),
    KERNEL.format(CLASS, "extern " + INSTANCE),
    KERNEL.format("struct S { int b; S() = default; }; S s; p[1] = s.b;", INSTANCE),
    KERNEL.format("auto f = [=](int a) { return a + N; }; p[1] = f(2);", INSTANCE),
    KERNEL.format("", INSTANCE) + "__device__ int g() { struct S { __device__ int f() { return 1; } };"
    " return S{}.f(); }\n",
    "template <int N> struct S { __device__ int f() { return N; } };\n"
    + KERNEL.format("S<N> s; p[1] = s.f();", INSTANCE),
    "template <int N> int g() { struct S { int f() { return N; } }; return S{}.f(); }\ntemplate int g<3>();",
]


@pytest.mark.parametrize("source", REPORTED)
def test_they_are_reported(source: str) -> None:
    (said,) = matched("M214", source).said
    assert said[1].startswith(("struct", "union"))


@pytest.mark.parametrize("source", KEPT)
def test_others_are_not(source: str) -> None:
    assert matched("M214", source).said == []


@pytest.mark.compiler
def test_the_compiler_refuses_these_alone(tmp_path: Path, hipcheck: Hipcheck) -> None:
    for at, source in enumerate(REPORTED + KEPT):
        folder = tmp_path / str(at)
        folder.mkdir()
        assert compiled(source, hipcheck, folder)[0] == (source in KEPT), source
