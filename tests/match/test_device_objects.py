"""Objects that the host makes by constructors for the device alone: told, and refused by HIP's compiler."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put
from helpers.matches import matched

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

HEAD = (
    "struct F { int v; __device__ F() {} __device__ F(int a) : v(a) {} __device__ F(int a, int b); };\n"
    "template <class T> struct A { T x; __device__ A() {} __device__ A(const T &a, const T &b) : x(a) {} };\n"
    "struct H { int v; __host__ __device__ H(int a) : v(a) {} H(int a, int b) : v(a) {} };\n"
    "void take(F x);\n"
)
TOLD = [
    "void f() { F x[4]; }",
    "void f() { static F x[2][2]; }",
    "void f() { A<F> x[4]; }",
    "void f(F *p) { p[1] = {1, 2}; }",
    "void f(F *p) { *p = {3}; }",
    "void f(A<F> *p) { *p = {{1, 2}, {3}}; }",
    "F f() { return {1, 2}; }",
    "void f() { take({1}); }",
    "void f() { F x[2] = {{1}, {2, 3}}; }",
]
KEPT = [
    "__device__ void f(F *p) { F x[4]; p[1] = {1, 2}; }",
    "__global__ void f(F *p) { *p = {3}; }",
    "void f(F *p) { *p = {p[1]}; }",
    "F f(F *p) { return {*p}; }",
    "void f(H *p) { *p = {1}; H x[2] = {1, {2, 3}}; }",
    "void f() { F *x[4]; }",
    "template <class T> void f(T *p) { F x[4]; *p = {1}; }",
]


@pytest.mark.parametrize("code", TOLD)
def test_they_are_told(code: str) -> None:
    told = matched("M216", HEAD + code).said
    assert {rule for rule, _ in told} == {"M216"}


@pytest.mark.parametrize("code", KEPT)
def test_others_are_not(code: str) -> None:
    assert matched("M216", HEAD + code).said == []


@pytest.mark.compiler
@pytest.mark.parametrize("code", [*TOLD, *(one for one in KEPT if not one.startswith("template"))])
def test_hips_compiler_refuses_what_is_told_alone(hipcheck: Hipcheck, tmp_path: Path, code: str) -> None:
    source = tmp_path / "a.hip"
    source.write_text(f"#include <hip/hip_runtime.h>\n{HEAD}{code}\n")
    assert hipcheck(source)[0] is (code in KEPT)


def test_the_class_may_stand_in_a_header(tmp_path: Path) -> None:
    put(tmp_path / "f.cuh", HEAD)
    put(tmp_path / "a.cu", '#include "f.cuh"\nvoid f(F *p) { *p = {1, 2}; }\n')
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    (said,) = [one for file in report.files for one in file.concerns if one.rule == "M216"]
    assert said.severity == "error"
