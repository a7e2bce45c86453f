"""Functions of a GLM that does not know HIP's compiler."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put
from helpers.matches import matched

from hipify_py.project.run import convert_tree
from hipify_py.settings import Options, Settings

if TYPE_CHECKING:
    from pathlib import Path

CODE = "#include <hip/hip_runtime.h>\n#include <glm/glm.hpp>\n"
KERNEL = "__global__ void k(glm::vec3 *p) {{ p[0] = {}; }}\n"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("glm::normalize(p[1])", ["normalize"]),
        ("glm :: mix<float>(p[1], p[2], .5f) + glm::floor(glm::cross(p[1], p[2]))", ["mix"]),
        ("glm::floor(p[1]) * glm::dot(p[1], p[2])", ["dot"]),
        ("glm::max(p[1], glm::vec3(glm::radians(2.f)))", []),
        ("glm::tvec3<float>(glm::u8vec4(1)) * glm::highp_mat3x3(1) + glm::quat(1, 0, 0, 0)", []),
        ("own::glm_dot(p[1])", []),
        ("glm::floor(p[1])", []),
    ],
)
def test_calls_in_a_kernel(value: str, said: list[str]) -> None:
    assert matched("M379", CODE + KERNEL.format(value)).said == [("M379", one) for one in said]


@pytest.mark.parametrize(
    "text",
    [
        "float f(glm::vec3 a) { return glm::dot(a, a); }\n__global__ void k();\n",
        "namespace glm { float dot(vec3, vec3); }\n" + KERNEL.format("glm::dot(p[1], p[1])"),
        "#ifdef __PTX__\n" + KERNEL.format("glm::dot(p[1], p[1])") + "#endif\n",
    ],
)
def test_other_code(text: str) -> None:
    assert matched("M379", CODE + text).said == []


def test_plain_cxx_says_nothing() -> None:
    assert matched("M379", "float f(glm::vec3 a) { return glm::dot(a, a); }\n", Options("a.cpp")).said == []


@pytest.mark.parametrize("knows_hip", [True, False])
def test_a_glm_that_the_project_brings_along_tells(tmp_path: Path, knows_hip: bool) -> None:
    put(tmp_path / "glm/glm.hpp", '#pragma once\n#include "simd/platform.h"\n')
    name = "GLM_COMPILER_HIP" if knows_hip else "GLM_COMPILER_CUDA"
    put(tmp_path / "glm/simd/platform.h", f"#define {name} 0x40000000\n")
    put(tmp_path / "a.cu", "#include <glm/glm.hpp>\n" + KERNEL.format("glm::normalize(p[1])"))
    report = convert_tree([str(tmp_path)], Settings())
    said = [one.rule for file in report.files for one in file.concerns if one.rule == "M379"]
    assert said == ([] if knows_hip else ["M379"])


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("namespace glm { __device__ inline float3 cast(const vec3& v) { return {v.x, v.y, v.z}; } }", []),
        ("namespace glm {\nMY_BOTH float3 cast(const vec3 v);\n}", []),
        ("namespace glm {\nfloat3 cast(const vec3 v);\n__device__ int other();\n}", ["cast"]),
        ("namespace glm { struct S { __device__ int cast(vec3 v) const; }; }", ["cast"]),
        ("using namespace glm;\n__device__ int f(int s, int a) { return s * cast(a); }", ["cast"]),
        (
            "using namespace glm;\n__device__ int f(int s, int a) { int r = s * cast(a);\nreturn r; }",
            ["cast"],
        ),
        ("namespace glm { GLM_FUNC_DECL float3 cast(vec3 v); }", ["cast"]),  # GLM's own, of whatever version
        ("namespace glm { inline void f() { return cast(1); } }", ["cast"]),
        ("namespace own { float3 cast(const glm::vec3 v); }", ["cast"]),
    ],
)
def test_what_the_program_puts_beside_glms_is_its_own(tmp_path: Path, header: str, said: list[str]) -> None:
    put(tmp_path / "more.h", f"#pragma once\n#include <glm/glm.hpp>\n{header}\n")
    put(tmp_path / "a.cu", '#include "more.h"\n' + KERNEL.format("glm::cast(p[1])"))
    report = convert_tree([str(tmp_path)], Settings())
    told = [one.message for file in report.files for one in file.concerns if one.rule == "M379"]
    assert [one.split()[0] for one in told] == [f"glm::{one}" for one in said]
