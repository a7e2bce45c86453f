"""Operators of a program on classes derived from CUDA's vector types."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.conversion import convert
from hipify_py.project.run import convert_tree
from hipify_py.rules.load import load
from hipify_py.settings import Options, Settings

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

HEAD = """#include <cuda_runtime.h>
struct vec : float3 {
  __host__ __device__ vec(float a, float b, float c) { x = a; y = b; z = c; }
  __host__ __device__ vec operator/(float s) const { return vec(x / s, y / s, z / s); }
  __host__ __device__ vec &operator-=(float s) { return *this; }
};
__host__ __device__ inline vec operator*(float s, const vec &v) { return vec(s * v.x, s * v.y, s * v.z); }
__host__ __device__ inline vec operator-(const vec &v, float s) { return vec(v.x - s, v.y - s, v.z - s); }
__host__ __device__ inline vec &operator+=(vec &v, float s) { v.x += s; return v; }
__host__ __device__ inline vec operator+(const vec &v, const vec &w) { return vec(v.x + w.x, 0, 0); }
"""


def body(code: str) -> tuple[str, list[str]]:
    """Give what becomes of statements, and the rules that report something."""
    result = convert(
        f"{HEAD}void f(vec v, int n, float s) {{\n{code}\n}}\n".encode(), load(), Options("a.cu")
    )
    return result.output.decode().split("{\n")[-1][:-3], [one.rule for one in result.findings]


@pytest.mark.parametrize(
    ("code", "made"),
    [
        ("v = 2 * v;", "v = (float)2 * v;"),
        ("v = v / 2.5;", "v = v / (float)2.5;"),
        ("v = v - n;", "v = v - (float)n;"),
        ("v += n;", "v += (float)n;"),
    ],
)
def test_a_number_of_another_type_is_cast(code: str, made: str) -> None:
    assert body(code) == (made, [])
    assert body(made) == (made, [])


def test_an_expression_is_reported() -> None:
    assert body("v = (n + 1) * v;") == ("v = (n + 1) * v;", ["M187"])


@pytest.mark.parametrize(
    "code",
    [
        "v = 2.0f * v;",
        "v = s * v;",
        "v = v + v;",
        "s = 2 * s;",
        "s = 2 * v.x;",
        "v = v * 2;",  # the program has none with the class first
        "v -= 2;",  # of a member, which hides HIP's
        "vec *p = &v; s = n * p->x; p += 2;",
        "s = unknown() * s;",
    ],
)
def test_what_fits_stays(code: str) -> None:
    assert body(code) == (code, [])


def test_class_operators_and_uses_may_stand_in_three_files(tmp_path: Path) -> None:
    put(tmp_path / "in" / "vec.h", "#pragma once\nstruct vec : float3 {};\n")
    operators = "vec operator*(float s, const vec &v);\nint operator/(const other &v, int s);\n"
    put(tmp_path / "in" / "ops.h", f'#pragma once\n#include "vec.h"\n{operators}')
    code = "__device__ void f(vec v, other o) { v = 2 * v; v = v * 2; o = o / 2.5; }\n"
    put(tmp_path / "in" / "a.cu", f'#include "ops.h"\n{code}')
    put(tmp_path / "in" / "b.cu", f'#include "vec.h"\n{code}')
    convert_tree([str(tmp_path / "in")], Settings(mode="output", output=str(tmp_path / "out")))
    assert code.replace("= 2 *", "= (float)2 *") in (tmp_path / "out" / "a.cu").read_text()
    assert not (tmp_path / "out" / "b.cu").exists() or code in (tmp_path / "out" / "b.cu").read_text()


@pytest.mark.compiler
def test_what_is_made_compiles(hipcheck: Hipcheck, tmp_path: Path) -> None:
    made = body("v = 2 * v; v = v / 2.5; v = v - n; v += n; v -= n;")[0]
    file = tmp_path / "a.hip"
    file.write_text(
        HEAD.replace("cuda_runtime.h", "hip/hip_runtime.h") + f"void f(vec v, int n) {{ {made} }}\n"
    )
    assert hipcheck(file) == (True, "")
