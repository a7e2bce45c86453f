"""Functions of a GLM that does not know HIP's compiler."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.command import put
from helpers.matches import matched
from helpers.toolchain import IN_CI, compiled

from hipify_py.project.run import convert_tree
from hipify_py.settings import Options, Settings
from hipify_py.surroundings import Project

if TYPE_CHECKING:
    from helpers.toolchain import Hipcheck

CODE = "#include <hip/hip_runtime.h>\n#include <glm/glm.hpp>\n"
KERNEL = "__global__ void k(glm::vec3 *p) {{ p[0] = {}; }}\n"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("glm::normalize(p[1])", ["normalize"]),
        ("glm :: mix<float>(p[1], p[2], .5f) + glm::floor(glm::cross(p[1], p[2]))", ["mix"]),
        ("glm::floor(p[1]) * glm::dot(p[1], p[2])", ["floor"]),
        ("glm::max(p[1], glm::vec3(glm::radians(2.f)))", ["max"]),
        ("glm::max(p[1].x, glm::radians(2.f)) * p[1]", []),
        ("glm::clamp(p[1] * 2.f - p[2], 0.f, 1.f)", ["clamp"]),
        ("glm::tvec3<float>(glm::u8vec4(1)) * glm::quat(1, 0, 0, 0)", []),
        ("glm::vec3(glm::quat(1, 0, 0, 0)[0])", []),
        ("own::glm_dot(p[1])", []),
        ("glm::floor(p[1])", ["floor"]),
        ("glm::floor(p[1].x) * -p[1] / (p[2] + 1.f)", []),
        ("glm::vec3(glm::log2(p[1].x))", ["log2"]),
        ("glm::mat3(1.f) * p[1]", ["*"]),
        ("p[1] * glm::highp_mat3x3(1)", ["*"]),
        ("glm::quat(1, 0, 0, 0) * p[1]", ["*"]),
        ("glm::quat(1, 0, 0, 0) * glm::quat(1, 0, 0, 0)", []),
        ("glm::mat3(1.f)[0] * glm::mat3(1.f)[0][0]", []),
        ("length(p[1]) * p[1]", ["length"]),
        ("length(p[1].x) + s.length(p[1]) + own::length(p[1])", []),
        ("max(p[1], p[2])", ["max"]),
        ("glm::vec3(max(p[1].x, p[2].y))", []),
    ],
)
def test_calls_in_a_kernel(value: str, said: list[str]) -> None:
    assert matched("M379", CODE + KERNEL.format(value)).said == [("M379", one) for one in said]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "struct R { glm::mat4 m; };\n__global__ void k(R *r, glm::vec4 *p) { p[0] = r->m * p[1]; }",
            ["*"],
        ),
        ("using namespace glm;\n__device__ vec3 f(const mat3 &m, vec3 v) { m *= 2.f; return v; }", ["*="]),
        ("__device__ vec3 f(const mat3 &m, vec3 v) { return m * v; }", []),
        ("__device__ glm::mat3 f(glm::mat3 *m, int i) { m += i; return m[i] + m[0]; }", ["+"]),
        (
            "__device__ int dot(glm::vec3 v) { return 1; }\n__device__ int f(glm::vec3 a) { return dot(a); }",
            [],
        ),
        ("float f(glm::mat3 m, glm::vec3 v) { return dot(m * v, v); }\n__global__ void k();", []),
    ],
)
def test_values_that_declarations_tell(text: str, said: list[str]) -> None:
    assert [place for _, place in matched("M379", CODE + text).said] == said


def test_a_function_of_the_program_for_such_values_in_a_header(tmp_path: Path) -> None:
    put(
        tmp_path / "more.h",
        "#pragma once\n#include <glm/glm.hpp>\n__device__ inline float length(glm::vec3 v) { return v.x; }\n",
    )
    put(tmp_path / "a.cu", '#include "more.h"\n' + KERNEL.format("length(p[1]) * p[1]"))
    report = convert_tree([str(tmp_path)], Settings())
    assert "M379" not in [one.rule for file in report.files for one in file.concerns]


@pytest.mark.parametrize(
    ("value", "said"),
    [("glm::log2(p[1]) + glm::dot(p[1], p[2])", ["log2"]), ("glm::dot(p[1], p[2]) * p[1]", [])],
)
def test_what_no_version_has_for_hip(value: str, said: list[str]) -> None:
    options = Options(project=Project(glm_for_hip=True))
    assert [place for _, place in matched("M379", CODE + KERNEL.format(value), options).said] == said


TAKEN = """
__device__ glm::vec3 f(glm::vec3 a, glm::vec3 b, float s, glm::mat3 m, glm::quat q, glm::ivec3 i)
{
    bool t = glm::any(glm::lessThan(a, b)) || m == m || q == q || glm::isnan(s);
    a += glm::abs(a) * b / s - glm::radians(-b) + m[0] * glm::min(s, 1.f) * glm::clamp(s, s, s);
    q = q * q + q * s;
    return t ? glm::vec3(i % i << 1) : glm::mat3(a, b, a)[0] * glm::sqrt(s);
}
"""
HEAD = "#include <glm/glm.hpp>\n#include <glm/gtc/quaternion.hpp>\n"


@pytest.mark.compiler
@pytest.mark.skipif(not IN_CI and not Path("/usr/include/glm/glm.hpp").is_file(), reason="needs libglm-dev")
def test_the_compiler_agrees(hipcheck: Hipcheck, tmp_path: Path) -> None:
    assert matched("M379", CODE + TAKEN).said == []
    good, said = compiled(HEAD + TAKEN, hipcheck, tmp_path)
    assert good, said
    for value in (
        "min(p[1], p[2])",
        "clamp(p[1], 0.f, 1.f)",
        "floor(p[1])",
        "mat3(1.f) * p[1]",
        "log2(p[1])",
    ):
        text = KERNEL.format("glm::" + value)
        assert len(matched("M379", CODE + text).said) == 1
        assert not compiled(HEAD + text, hipcheck, tmp_path)[0]


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
