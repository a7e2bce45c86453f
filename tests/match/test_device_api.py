"""Calls of the runtime in device code."""

from __future__ import annotations

import pytest
from helpers.matches import RULES, converted

from hipify_py.conversion import convert
from hipify_py.settings import Options


def said(source: str) -> list[str]:
    return [place for rule, place in converted(source).said if rule == "D009"]


@pytest.mark.parametrize(
    ("source", "places"),
    [
        ("__global__ void k(int *p) { cudaFree(p); }", ["cudaFree"]),
        ("__device__ int *f() { int *p; CHECK(cudaMalloc (&p, 4)); return p; }", ["cudaMalloc"]),
        (
            "template <int N>\n__global__ void k() { for (;;) { cudaDeviceSynchronize(); } }",
            ["cudaDeviceSynchronize"],
        ),
        ("__host__ __device__ void f(int *p) { cudaFree(p); }", ["cudaFree"]),
        (
            "__host__ __device__ inline void f(int *p) { cudaFree(p); }\n__global__ void k(int *p) { f(p); }",
            ["cudaFree"],
        ),
    ],
)
def test_calls_for_the_device_are_reported(source: str, places: list[str]) -> None:
    assert said(source) == places


@pytest.mark.parametrize(
    "source",
    [
        "void f(int *p) { cudaFree(p); k<<<1, 1>>>(p); } __global__ void k(int *p);",
        "__host__ __device__ inline void f(int *p) { cudaFree(p); }",
        "__host__ __device__ void f(int *p) {\n#ifndef __CUDA_ARCH__\ncudaFree(p);\n#endif\n}",
        "struct S { __host__ __device__ void f(int *p) { cudaFree(p); } };",
        "__device__ void f(int *p) {\n#if defined(__CUDA_ARCH__)\n#else\ncudaFree(p);\n#endif\n}",
        "__device__ int f() { return cudaSuccess; }",
        "__global__ void k(S s) { s.cudaFree(1); own::cudaFree(2); }",
        "__global__ void k() { cudaGridDependencySynchronize(); cudaTriggerProgrammaticLaunchCompletion(); }",
        "#define FREE(p) cudaFree(p)\n__global__ void k();",
    ],
)
def test_what_is_no_such_call_is_not(source: str) -> None:
    assert said(source) == []


@pytest.mark.parametrize(
    ("head", "advised"),
    [
        ("__host__ __device__ void f", "or leave __device__ off f, if the host"),
        ("__device__ void f", "on the host"),
    ],
)
def test_of_a_function_for_both_sides_the_mark_may_go(head: str, advised: str) -> None:
    source = f"#include <cuda_runtime.h>\n{head}(int *p) {{ cudaFree(p); }}\n".encode()
    (one,) = [one for one in convert(source, RULES, Options(path="a.cu")).findings if one.rule == "D009"]
    assert advised in one.message
    assert ("leave __device__ off" in one.message) == ("__host__" in head)


def test_what_hip_has_nowhere_is_not_sent_to_the_host() -> None:
    source = "__global__ void k() { cudaGridDependencySynchronize(); }"
    assert converted(source).said == [("N001", "cudaGridDependencySynchronize")]
