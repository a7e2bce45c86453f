"""Members that a constructor for the host makes by one for the device alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.matches import matched
from helpers.toolchain import compiled

from hipify_py.api import convert_tree
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

W = "struct W { float v; __device__ W(float p) : v(p) {} };\n"
S = "struct S { W w; __host__ __device__ S(float p); };\n"
NONE = "struct W { float v; __device__ W() : v(0) {} __device__ W(float p) : v(p) {} };\n"
TOLD = [
    NONE + "struct S { W w; __host__ __device__ S(); };\n__host__ __device__ S::S() {}\n",
    NONE + "struct S { W w; __host__ __device__ S() {} };\nfloat f() { S s; return s.w.v; }\n",
    NONE
    + "struct S { W w = W(1.f); int i; __host__ __device__ S() : i(1) {} };\nint f() { S s; return s.i; }\n",
    W + S + "__host__ __device__ S::S(float p) : w(p) {}\n",
    W + S + "__host__ __device__ S::S(float p) : w{p} {}\n",
    "#define HD __host__ __device__\n"
    + W
    + S.replace("__host__ __device__", "HD")
    + "HD S::S(float p) : w(p) {}\n",
    W + "struct S : W { __host__ __device__ S(float p); };\n__host__ __device__ S::S(float p) : W(p) {}\n",
    W + "struct S { W w; __host__ __device__ S(float p) : w(p) {} };\nfloat f() { S s(1); return s.w.v; }\n",
    W
    + "template <class T> struct S { W w; __host__ __device__ S(T p) : w(p) {} };\n"
    + "float f() { S<float> s(1); return s.w.v; }\n",
    W + "struct S { W w; S(float p) : w(p) {} };\nfloat f() { S s(1); return s.w.v; }\n",
    S.replace("W w;", "float w; __device__ S(float p, int) : w(p) {}")
    + "__host__ __device__ S::S(float p) : S(p, 1) {}\n",
    "template <class T> struct W { T v; __device__ W(T &&x) : v(x) {} };\n"
    + S.replace("W w", "W<float> w")
    + "__host__ __device__ S::S(float p) : w(static_cast<float &&>(p)) {}\n",
    "struct W { __host__ __device__ W() {} template <class T, class U> __device__ W(T &&p, U &&q) {} };\n"
    + S.replace("float p", "int p, int q")
    + "__host__ __device__ S::S(int p, int q) : w(std::move(p), std::move(q)) {}\n",
]
D = "struct W { float v; __host__ __device__ W() {} __device__ ~W() {} };\n"
BY = "struct S { W w; __host__ __device__ S(); };\n"
DESTROYED = [
    D + BY + "__host__ __device__ S::S() {}\n",
    D + BY + "__host__ __device__ S::S() : w{} {}\n",
    D.replace("__host__ __device__ W() {}", "") + BY + "__host__ __device__ S::S() {}\n",
    D.replace("struct W", "template <class T> struct W").replace("__device__ ~", "__device__ virtual ~")
    + BY.replace("W w", "W<int> w[2]")
    + "__host__ __device__ S::S() {}\n",
    D + "struct S : W { __host__ __device__ S(); };\n__host__ __device__ S::S() : W() {}\n",
    D + "struct S { W a, b; __host__ __device__ S(int) : a() {} ~S(); };\nvoid f() { S s(1); }\n",
    "#define D __device__\n"
    + D.replace("__device__ ~", "D ~")
    + BY.replace("__host__ __device__", "")
    + "S::S() {}\n",
]
QUIET = [
    D.replace("__device__ ~W() {}", "__host__ __device__ ~W() {}") + BY + "__host__ __device__ S::S() {}\n",
    D.replace("~W() {}", "~W() = default;") + BY + "__host__ __device__ S::S() {}\n",
    D + BY.replace("W w", "W *w") + "__host__ __device__ S::S() {}\n",
    D + BY.replace("W w", "static W w") + "__host__ __device__ S::S() {}\n",
    D + BY.replace("W w", "W &w").replace("S()", "S(W &)") + "__host__ __device__ S::S(W &w) : w(w) {}\n",
    D + BY.replace("__host__ ", "") + "__device__ S::S() {}\n",
    D + "struct S { W w; __host__ __device__ S() {} };\n__global__ void k() { S s; }\n",
    NONE + "struct S { W w; __host__ __device__ S() {} };\n__global__ void k() { S s; }\n",
    NONE + "struct S { W w; S() = default; W *p; __device__ S(int) {} };\n",
    NONE + "struct S { W *w; int i; __host__ __device__ S() {} };\nint f() { S s; return s.i; }\n",
    NONE.replace("__device__ W(float", "__host__ __device__ W(float")
    + "struct S { W w = W(1.f); __host__ __device__ S() {} };\nfloat f() { S s; return s.w.v; }\n",
    NONE + "struct S { W w; __host__ __device__ S(int) {} };\nvoid f() { S *s; }\n",
    W + "struct S : W { __host__ __device__ S(float p) : W(p) {} };\n"
    "__global__ void k(float *o) { S s(1); *o = s.v; }\n",
    W + "struct S { W w; __device__ S(float p); };\n__device__ S::S(float p) : w(p) {}\n",
    W + S.replace("float p", "W p") + "__host__ __device__ S::S(W p) : w(p) {}\n",
    W + S.replace("float p", "S &p") + "__host__ __device__ S::S(S &p) : w(p.w) {}\n",
    W + S.replace("float p", "W p") + "__host__ __device__ S::S(W p) : w(std::move(p)) {}\n",
    W.replace("}\n", "") + "struct V { W w; };\n",
    W.replace("__device__ W", "__host__ __device__ W(int i) : v(i) {} __device__ W")
    + S
    + "__host__ __device__ S::S(float p) : w(p) {}\n",
    W + S + "#ifdef __HIP_DEVICE_COMPILE__\n__host__ __device__ S::S(float p) : w(p) {}\n#endif\n",
    "__device__ float only(float x);\n"
    + S.replace("W w", "float v")
    + "__host__ __device__ S::S(float p) : v(only(p)) {}\n",
]


@pytest.mark.parametrize("source", TOLD)
def test_what_the_host_makes_by_a_constructor_of_the_device_is_told(source: str) -> None:
    assert [rule for rule, _ in matched("M177", source).said] == ["M177"]


@pytest.mark.parametrize("source", DESTROYED)
def test_what_a_constructor_of_the_host_would_destroy_by_the_device_is_told(source: str) -> None:
    assert [rule for rule, _ in matched("M177", source).said] == ["M177"]


@pytest.mark.parametrize("source", QUIET)
def test_what_is_copied_or_made_for_the_device_alone_is_not(source: str) -> None:
    assert matched("M177", source) == (source, [])


@pytest.mark.compiler
@pytest.mark.parametrize("source", [*TOLD, *DESTROYED])
def test_the_compiler_refuses_what_is_told(source: str, hipcheck: Hipcheck, tmp_path: Path) -> None:
    compiles, said = compiled(f"#include <utility>\n{source}", hipcheck, tmp_path)
    assert not compiles
    assert "reference to __device__ function" in said or "no matching constructor" in said


@pytest.mark.parametrize("mark", ["__device__", "__host__ __device__"])
def test_classes_of_headers_count(mark: str, tmp_path: Path) -> None:
    (tmp_path / "w.h").write_text("#pragma once\n" + W.replace("__device__", mark))
    (tmp_path / "s.h").write_text('#pragma once\n#include "w.h"\n' + S)
    (tmp_path / "s.cu").write_text('#include "s.h"\n__host__ __device__ S::S(float p) : w(p) {}\n')
    (tmp_path / "t.cu").write_text("struct W { W(float p); };\n" + S + "S::S(float p) : w(p) {}\n")
    report = convert_tree([str(tmp_path)], Settings(mode="memory"), jobs=1)
    said = {
        one.path.rpartition("/")[2]: [concern.rule for concern in one.concerns if concern.rule == "M177"]
        for one in report.files
    }
    assert said["s.cu"] == (["M177"] if mark == "__device__" else [])
    assert said["t.cu"] == []


@pytest.mark.parametrize("mark", ["__device__", "__host__ __device__"])
def test_destructors_of_headers_count(mark: str, tmp_path: Path) -> None:
    (tmp_path / "w.h").write_text(f"#pragma once\nstruct W {{ int *p; {mark} ~W() {{ delete p; }} }};\n")
    (tmp_path / "s.cu").write_text('#include "w.h"\n' + BY + "__host__ __device__ S::S() {}\n")
    report = convert_tree([str(tmp_path)], Settings(mode="memory"), jobs=1)
    said = [concern.message for one in report.files for concern in one.concerns if concern.rule == "M177"]
    assert ["W has a destructor" in one for one in said] == [True] * (mark == "__device__")
