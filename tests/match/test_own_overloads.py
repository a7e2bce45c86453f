"""A program's own operators on vector types and forms of atomics that HIP has too."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from helpers.command import put
from helpers.matches import RULES, matched

from hipify_py.api import convert_tree
from hipify_py.conversion import convert
from hipify_py.match.own_overloads import SINCE
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

START, END = "#ifndef __HIP_PLATFORM_AMD__\n", "#endif\n"
RATHER = '__attribute__((enable_if(true, "rather than HIP\'s"))) '
VECTORS = ["char2", "uchar4", "short3", "int2", "uint3", "float1", "float2", "double4", "longlong2", "dim3"]
OPERATORS = ["+", "-", "*", "/", "%", "+=", "-=", "*=", "/=", "%=", "==", "<"]
WHOLE = ["short", "int", "long", "long long"]
TYPES = ["unsigned", *WHOLE, *(f"unsigned {kind}" for kind in WHOLE if kind != "int"), "float", "double"]
ATOMICS = ["Add", "Sub", "Exch", "Min", "Max", "And", "Or", "Xor", "Inc", "Dec", "CAS"]


@pytest.mark.parametrize(
    "definition",
    [
        "float3 operator*(float3 a, float3 b) { return make_float3(a.x * b.x, a.y * b.y, a.z * b.z); }",
        "static inline int2 operator/(const int2 &a, const int2 &b)\n{\n  return {a.x / b.x, a.y / b.y};\n}",
        "inline void operator+=(float2 &a, float2 b) { a.x += b.x; a.y += b.y; }",
        "inline uint2& operator-=(uint2& a, const uint2& b) { a.x = a.x - b.x; a.y = a.y - b.y; return a; }",
        "__device__ __host__ double2 &operator *= (double2 &a, double2 b) { a = a * b; return a; }",
    ],
)
def test_what_goes_by_component_is_left_to_hip(definition: str) -> None:
    assert matched("M061", f"int x;\n{definition}\nint y;\n") == (
        f"int x;\n{START}{definition}\n{END}int y;\n",
        [],
    )


@pytest.mark.parametrize(
    "source",
    [
        "float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x, a.x * b.x); }",
        "float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y); }",
        "void operator+=(float3 &a, float3 b) { a.x += b.x; a.y += b.y; }",
        "cuComplex operator*(cuComplex a, cuComplex b) { return cuCmulf(a, b); }",
        "MARKED cuDoubleComplex operator/(const cuDoubleComplex& a, const cuDoubleComplex& b) { return a; }",
    ],
)
def test_what_is_not_seen_to_be_the_same_is_taken_rather_than_hips(source: str) -> None:
    assert matched("M061", source) == (RATHER + source, [])
    assert matched("M061", RATHER + source) == (RATHER + source, [])


@pytest.mark.parametrize(
    "alias", ["typedef float2 C;", "using C = float2;", "typedef cuComplex D; using C = D;"]
)
def test_other_names_of_vectors(alias: str) -> None:
    product = " C operator*(C a, C b) { return f(a, b); }"
    assert matched("M061", alias + product) == (f"{alias} {RATHER}{product[1:]}", [])


def test_what_is_declared_and_defined_is_one_function() -> None:
    head = "float2 operator*(const float2 &a, const float2 &b)"
    assert matched("M061", f"{head};\n{head}\n{{ return f(a, b); }}\n") == (
        f"{RATHER}{head};\n{RATHER}{head}\n{{ return f(a, b); }}\n",
        [],
    )


def test_what_is_declared_apart_is_no_guarded_definition() -> None:
    head, body = "float2 operator*(float2 a, float2 b)", "{ return make_float2(a.x * b.x, a.y * b.y); }"
    source = f"{head};\nint x;\n{head} {body}\n"
    assert matched("M061", source) == (f"{RATHER}{head};\nint x;\n{RATHER}{head} {body}\n", [])


def test_what_is_defined_elsewhere_is_taken_rather_than_hips() -> None:
    source = "float2 operator*(const float2 &, const float2 &);"
    assert matched("M061", source) == (RATHER + source, [])


BY_COMPONENT = "{ return make_float2(a.x * b.x, a.y * b.y); }\n"
DECLARED = "__host__ __device__ float2 operator*(const float2 &a, const float2 &b)"


@pytest.mark.parametrize("other", ["k.cu", "host.cpp"])
def test_the_definition_goes_as_the_declaration(tmp_path: Path, other: str) -> None:
    put(tmp_path / "ops.cuh", f"#pragma once\n#include <cuda_runtime.h>\n{DECLARED};\n")
    put(tmp_path / "ops.cu", f'#include "ops.cuh"\n{DECLARED} {BY_COMPONENT}')
    put(tmp_path / "alone.cu", f"{DECLARED} {BY_COMPONENT}")
    put(tmp_path / other, '#include "ops.cuh"\nint main() {}\n')
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    made = {one.path.rpartition("/")[2]: (one.output or b"").decode() for one in report.files}
    said = {one.path.rpartition("/")[2]: [each.rule for each in one.concerns] for one in report.files}
    assert RATHER + DECLARED in made["ops.cu"]
    assert START in made["alone.cu"]
    assert (RATHER in made["ops.cuh"]) == (other == "k.cu")
    assert ("M061" in said["ops.cuh"]) == (other == "host.cpp")


@pytest.mark.compiler
def test_an_operator_that_is_declared_alone_compiles_in_its_uses(hipcheck: Hipcheck, tmp_path: Path) -> None:
    made = matched("M061", f"{DECLARED};\n").text
    use = "__host__ __device__ float2 square(float2 a) { return a * a; }\n"
    fine, said = hipcheck(put(tmp_path / "a.hip", f"#include <hip/hip_runtime.h>\n{made}{use}"))
    assert fine, said
    assert not hipcheck(put(tmp_path / "b.hip", f"#include <hip/hip_runtime.h>\n{DECLARED};\n{use}"))[0]


@pytest.mark.parametrize(
    "source",
    [
        "float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }",
        "float2 operator*(float2 a, float b) { return make_float2(a.x * b, a.y * b); }",
        "float2 operator*(float2 a, int2 b) { return make_float2(a.x * b.x, a.y * b.y); }",
        "struct V { float2 operator*(float2 a, float2 b) { return a; } };",
        "struct V { friend float2 operator*(float2 a, float2 b) { return a; } };",
        "template <int N> float2 operator*(float2 a, float2 b) { return a; }",
        "bool operator*(float2 a, float2 b, float2 c) { return a; }",
        "#define OP float2 operator*(float2 a, float2 b) { return a; }\n",
        "#ifndef __HIPCC__\nvoid operator+=(int2 &a, int2 b) { a.x += b.x; a.y += b.y; }\n#endif\n",
        "auto p = &operator*(a, b); // float2 operator*(float2 a, float2 b) {}\n",
    ],
)
def test_operators_that_do_not_clash_stay(source: str) -> None:
    assert matched("M061", source) == (source, [])


def test_neighbours_share_a_guard_and_line_ends() -> None:
    one, other = (f"void operator{op}=(int2 &a, int2 b)\r\n{{ a = a {op} b; }}" for op in "+-")
    source = f"{one}\r\n\r\n// Then this.\r\n{other}"
    guarded = f"{START}{source}\n{END}".removesuffix("\n").replace("\r\n", "\n").replace("\n", "\r\n")
    assert matched("M061", source) == (guarded, [])
    assert matched("M061", guarded) == (guarded, [])


@pytest.mark.parametrize(
    ("given", "clashes"),
    [
        ("double *p, double v", True),
        ("double* const __restrict__ p, const double v", True),
        ("size_t *p, size_t v", True),
        ("std::uint64_t *p, std::uint64_t v", True),
        ("long *p, long v", False),
        ("half *p, half v", False),
        ("double *p, float v", False),
    ],
)
def test_atomics_that_hip_has_are_left_to_it(given: str, clashes: bool) -> None:
    source = f"static __inline__ __device__ double atomicAdd({given})\n{{\n    return 0;\n}}\n"
    assert matched("M062", source) == (f"{START}{source}{END}" if clashes else source, [])


def test_a_swap_that_compares_has_two_values() -> None:
    given = "std::uint64_t* p,\n    std::uint64_t old, std::uint64_t v"
    one = f"MARKED INLINE\nstd::uint64_t atomicCAS(\n    {given}) {{ return 0; }}\n"
    other = "__device__ int atomicCAS(int *p, long old, int v) { return 0; }\n"
    assert matched("M062", one + other) == (f"{START}{one}{END}{other}", [])


@pytest.mark.parametrize(
    "source",
    [
        "namespace own { __device__ double atomicMax(double *p, double v) { return v; } }",
        "struct A { __device__ double atomicMax(double *p, double v) { return v; } };",
        "__device__ double atomicMax(double *p, double v);",
        "__device__ void f(int *p, int v) { if (v) { atomicAdd(p, v); } }",
    ],
)
def test_what_is_no_second_definition_stays(source: str) -> None:
    assert matched("M062", source) == (source, [])


@pytest.mark.compiler
@pytest.mark.parametrize("check", ["hipcheck", "hipcheck64"])
def test_the_rules_name_what_the_headers_have(
    check: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    compiled: Hipcheck = request.getfixturevalue(check)
    rules = {rule.id: rule for rule in RULES.coded}
    operators, atomics = (re.compile(rules[name].word) for name in ("M061", "M062"))
    lines: list[str] = []
    expected: set[int] = set()
    for vector in VECTORS:
        for sign in OPERATORS:
            left = f"{vector} &" if sign in {"+=", "-=", "*=", "/=", "%="} else vector
            own = f"__host__ __device__ bool operator{sign}({left} a, const {vector} &b);"
            use = f"inline __host__ __device__ void f({vector} a, {vector} b) {{ (void)(a {sign} b); }}"
            if operators.fullmatch(f"{sign}({vector})"):
                expected.add(len(lines))
            lines.append(f"namespace n{len(lines)} {{ {own} {use} }}")
    for name in ATOMICS:
        for kind in TYPES:
            since = SINCE.get(f"atomic{name}({kind})".encode()) if check == "hipcheck64" else None
            if atomics.fullmatch(f"atomic{name}({kind})") and not since:
                expected.add(len(lines))
            more = f", {kind} w" if name == "CAS" else ""
            lines.append(f"__device__ {kind} atomic{name}({kind} *p, {kind} v{more}) {{ return v; }}")
    path = tmp_path / "a.hip"
    path.write_text("#include <hip/hip_runtime.h>\n" + "\n".join(lines) + "\n")
    _, said = compiled(path, "-fsyntax-only", "-ferror-limit=0")
    refused = {int(found) - 2 for found in re.findall(r"a\.hip:(\d+):\d+: error", said)}
    assert [lines[at] for at in sorted(refused ^ expected)] == []


def test_what_conditions_decide_is_left_as_it_is_behind_a_condition_within_too() -> None:
    definition = "float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x, a.y * b.y); }"
    asked = "#ifndef __HIP_PLATFORM_AMD__\n#ifdef __HIPCC__\nint x;\n#endif\n"
    assert matched("M061", f"{asked}{definition}\n#endif\n") == (f"{asked}{definition}\n#endif\n", [])


@pytest.mark.parametrize("comment", ["// and\\\n on", "/* for ever", "/* two\n lines */ int x;"])
def test_a_comment_that_goes_on_behind_a_definition_leaves_no_line_for_the_guard(comment: str) -> None:
    definition = "float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x, a.y * b.y); }"
    source = f"{definition} {comment}"
    assert matched("M061", source) == (source.replace(definition, RATHER + definition), [])
    assert matched("M061", f"{definition} // and")[0] != f"{definition} // and"


@pytest.mark.parametrize("comment", ["/* what it\n does */ ", "/\\\n* what */", "/* a\n*/ /* b\n*/"])
def test_a_guard_stands_before_the_comment_that_ends_on_the_line(comment: str) -> None:
    definition = "float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x, a.y * b.y); }\n"
    output, _ = matched("M061", f"int x;\n{comment}{definition}")
    assert output == f"int x;\n#ifndef __HIP_PLATFORM_AMD__\n{comment}{definition}#endif\n"


@pytest.mark.parametrize(
    ("condition", "end", "is_guarded"),
    [
        ("#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600\n", "#endif\n", False),
        ("#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600\n#else\n", "#endif\n", False),
        ("#if __CUDACC_VER_MAJOR__ < 8\n", "#endif\n", False),
        (
            "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600\nint a;\n",
            "#endif\n",
            True,
        ),  # which is asked for
        ("#if __CUDA_ARCH__ < 600\n", "#endif\n", True),
        ("#ifdef MINE\n", "#endif\n", True),
    ],
)
def test_a_branch_that_no_build_for_hip_reads_needs_no_guard(
    condition: str,
    end: str,
    is_guarded: bool,
) -> None:
    own = "__device__ double atomicAdd(double *p, double v) { return v; }\n"
    first = convert(f"{condition}{own}{end}{own}".encode(), RULES)
    assert "M062" not in [one.rule for one in first.findings]
    again = convert(first.output, RULES)
    assert again.edits == ()
    guard = f"#ifndef __HIP_PLATFORM_AMD__\n{own}#endif\n"
    assert again.text.count(guard) == 1 + is_guarded
    assert again.text.endswith(f"{end}{guard}")
