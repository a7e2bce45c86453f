"""Operators on vectors for the device alone, which clang takes before HIP's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from helpers.matches import matched

from hipify_py.settings import Options
from hipify_py.surroundings import Project

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

BODY = "{ return make_int2(a.x * b.x, a.y * b.y); }"
READ_BY_CXX = Options(path="a.h", project=Project(cxx="a.cpp"))


@pytest.mark.parametrize(
    ("head", "stays"),
    [
        ("__device__ int2 operator*(int2 a, int2 b)", True),
        ("static __device__ __forceinline__ int2 operator * (const int2& a, const int2& b)", True),
        ("inline __device__ int2 operator*(const int2 &a, int2 b)", True),
        ("__device__ int2 operator*(int2 a, const int2 &b)", False),
        ("__device__ __host__ int2 operator*(int2 a, int2 b)", False),
        ("__device__ MARKED int2 operator*(int2 a, int2 b)", False),
        ("MARKED int2 operator*(int2 a, int2 b)", False),
        ("int2 operator*(int2 a, int2 b)", False),
        ("__host__ int2 operator*(int2 a, int2 b)", False),
    ],
)
def test_one_for_the_device_alone_stays(head: str, *, stays: bool) -> None:
    source = f"{head} {BODY}\n"
    guarded = f"#ifndef __HIP_PLATFORM_AMD__\n{source}#endif\n"
    assert matched("M061", source) == (source if stays else guarded, [])


@pytest.mark.parametrize("sign", ["+", "-", "*", "/"])
def test_what_assigns_is_a_member_of_hips_and_stands_beside_any_form(sign: str) -> None:
    source = (
        f"__device__ void operator{sign}=(int2 &a, const int2 &b) {{ a.x {sign}= b.x; a.y {sign}= b.y; }}\n"
    )
    assert matched("M061", source) == (source, [])


def test_plain_cxx_does_not_see_the_mark() -> None:
    source = f"__device__ int2 operator*(int2 a, int2 b) {BODY}\n"
    assert matched("M061", source, READ_BY_CXX).text != source
    for condition in ("#ifdef __CUDACC__", "#if defined(__CUDACC__) || defined(__HIPCC__)"):
        for_cuda = f"{condition}\n{source}#endif\n"
        assert matched("M061", for_cuda, READ_BY_CXX) == (for_cuda, [])


@pytest.mark.compiler
@pytest.mark.parametrize("check", ["hipcheck", "hipcheck64"])
def test_the_compilers_agree(check: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    compiled: Hipcheck = request.getfixturevalue(check)
    lines, forms = ["#include <hip/hip_runtime.h>"], ("{0} {1}", "const {0} &{1}")
    for first in forms:
        for second in forms:
            for kind in ("uchar4", "int2", "uint3", "float3", "double1"):
                for sign in "*/":
                    given = f"{first.format(kind, 'a')}, {second.format(kind, 'b')}"
                    lines.append(
                        f"namespace n{len(lines)} {{"
                        f" __device__ {kind} operator{sign}({given}) {{ return a; }}"
                        f" template <class T> __device__ T f(T a, T b) {{ return a {sign} b; }}"
                        f" __global__ void k({kind} *p) {{"
                        f" auto l = [=] {{ return p[0] {sign} p[1]; }};"
                        f" p[0] = f(p[1], p[2]) {sign} l(); }} }}"
                    )
    lines.append("__device__ long2 operator*(long2 a, const long2 &b) { return a; }  // HIP's own signature")
    path = tmp_path / "a.hip"
    path.write_text("\n".join(lines) + "\n")
    _, said = compiled(path, "-fsyntax-only", "-ferror-limit=0")
    assert {int(found) for found in re.findall(r"a\.hip:(\d+):\d+: error", said)} == {len(lines)}
