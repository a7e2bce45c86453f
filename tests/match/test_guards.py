"""Conditions that ask for the CUDA compiler or its device pass ask for HIP's as well."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.command import put
from helpers.matches import matched

from hipify_py.conversion import convert
from hipify_py.project.run import convert_tree
from hipify_py.rules.load import load
from hipify_py.settings import Options, Settings
from hipify_py.surroundings import Project

REST = "int x;\n#endif\n"
MARKS = "#define BOTH __host__ __device__\n#else\n#define BOTH\n#endif\n"
ON_DEVICE = "defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)"
OLD_VERSION = "#define __CUDACC_VER__ 9"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("#ifdef __CUDACC__", "#if defined(__CUDACC__) || defined(__HIPCC__)"),
        ("#ifndef __CUDACC__", "#if !defined(__CUDACC__) && !defined(__HIPCC__)"),
        (
            "#  ifdef  __CUDA_ARCH__ // device",
            "#  if  defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__) // device",
        ),
        ("#if defined(__CUDACC__)", "#if defined(__CUDACC__) || defined(__HIPCC__)"),
        ("#if defined __NVCC__", "#if defined(__NVCC__) || defined(__HIPCC__)"),
        ("#if __CUDACC__", "#if __CUDACC__ || __HIPCC__"),
        ("#if !defined(__CUDA_ARCH__)", "#if !(defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__))"),
        ("#if A && defined(__CUDACC__)", "#if A && (defined(__CUDACC__) || defined(__HIPCC__))"),
        ("#ifdef __CUDA__", "#if defined(__CUDA__) || defined(__HIP__)"),
        ("#if !(__CUDA_ARCH__>0)", "#if !(__CUDA_ARCH__>0 || defined(__HIP_DEVICE_COMPILE__))"),
        ("#if A || __CUDA_ARCH__ < 1U", "#if A || (__CUDA_ARCH__ < 1U && !defined(__HIP_DEVICE_COMPILE__))"),
        (
            "#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 100)",
            f"#if ({ON_DEVICE}) && (__CUDA_ARCH__ >= 100 || defined(__HIP_DEVICE_COMPILE__))",
        ),
    ],
)
def test_a_guard_asks_for_hip_too(before: str, after: str) -> None:
    assert matched("M002", f"{before}\n{REST}") == (f"{after}\n{REST}", [])


def test_each_macro_of_a_condition_is_asked_for() -> None:
    before = f"#if defined(__CUDACC__) || defined(__CUDACC_RTC__)\n{REST}"
    one, other = (
        "defined(__CUDACC__) || defined(__HIPCC__)",
        "defined(__CUDACC_RTC__) || defined(__HIPCC_RTC__)",
    )
    assert matched("M002", before) == (f"#if ({one}) || ({other})\n{REST}", [])


def test_each_branch_is_asked() -> None:
    source = "#if A\n#elif defined(__CUDACC__)\n#elifdef __CUDA_ARCH__\n#endif\n"
    assert matched("M002", source).text == (
        "#if A\n#elif defined(__CUDACC__) || defined(__HIPCC__)\n"
        "#elif defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)\n#endif\n"
    )


@pytest.mark.parametrize(
    "source",
    [
        f"#if __CUDA_ARCH__ >= 700\n{REST}",
        f"#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ < 600)\n{REST}",
        f"#if __CUDA_ARCH__ > 100\n{REST}",
        f"#if __CUDA_ARCH__ + X > 0\n{REST}",
        f"#if __CUDA_ARCH__ == 100\n{REST}",
        f"#if __CUDA_ARCH__ > 0 && __CUDA_ARCH__ < 600\n{REST}",
        f"#if __CUDA_ARCH__ > 0\n#else\n#error no\n#endif\n{REST}",  # as an architecture's
        f"#ifdef __CUDACC_VER_MAJOR__\n#if __CUDACC_VER_MAJOR__ > 8\n{OLD_VERSION}\n#endif\n#endif\n",
        f"#if defined(__CUDACC__) || defined(__HIPCC__)\n{REST}",
        f"#if defined(USE_ROCM) || defined(__CUDACC__)\n{REST}",
        "#ifdef __HIPCC__\nint a;\n#elif defined(__CUDACC__)\nint b;\n#endif\n",
        f"#ifdef MY__CUDACC__X\n{REST}",
        f"#ifdef __NVCC__\n{REST}// AMD\n#ifdef __HIP__\n{REST}",
        f"#ifdef USE_HIP\n{REST}#if defined(__CUDACC__)\n{REST}",
        "#define IS_CUDA defined(__CUDACC__)\n#undef __CUDACC__\n",
        "int x = __CUDACC__; // #ifdef __CUDACC__\n",
    ],
)
def test_what_measures_or_knows_hip_already_stays(source: str) -> None:
    """A version or an architecture is another rule's matter, and who asks for HIP has said what it gets."""
    assert matched("M002", source) == (source, [])


def test_a_choice_for_hip_holds_for_its_own_chain_alone() -> None:
    inner = "#ifdef __CUDACC__\n#endif\n"
    made = "#if defined(__CUDACC__) || defined(__HIPCC__)\n#endif\n"
    assert matched("M002", f"#ifdef __HIPCC__\n{inner}#endif\nint x;\n{inner}").text == (
        f"#ifdef __HIPCC__\n{made}#endif\nint x;\n{made}"
    )


@pytest.mark.parametrize(
    "release", ["CUDA_VERSION >= 9000", "__CUDACC_VER_MAJOR__ < 9", "CUDART_VERSION<9000"]
)
def test_a_release_beside_the_compiler_is_no_reason_to_ask_for_cudas_alone(release: str) -> None:
    before = f"#if defined(__CUDACC__) && {release}\n{REST}"
    after = before.replace("defined(__CUDACC__)", "(defined(__CUDACC__) || defined(__HIPCC__))")
    assert matched("M002", before) == (after, [])
    made = convert(before.encode(), load())
    assert made.output.count(b"defined(__HIP") == 2
    assert convert(made.output, load()).output == made.output
    later = before.replace(release, f"{release} && CUDA_VERSION >= 12000")
    assert matched("M002", later) == (later, [])


def test_a_condition_settles() -> None:
    source = "#if !defined(__CUDACC__) && A || defined(__CUDA_ARCH__)\n#endif\n"
    once = matched("M002", source).text
    assert once != source
    assert matched("M002", once) == (once, [])


def test_a_counterpart_for_hip_is_that_of_one_condition() -> None:
    for_hip = f"#ifdef __HIP__\n{REST}"
    source = f"#ifdef __CUDACC__\n{REST}{for_hip}#ifdef __CUDACC__\n{MARKS}"
    widened = f"#if defined(__CUDACC__) || defined(__HIPCC__)\n{MARKS}"
    assert matched("M002", source).text == f"#ifdef __CUDACC__\n{REST}{for_hip}{widened}"


@pytest.mark.parametrize(
    "side",
    [
        f"#ifdef __HIP__\n{REST}",
        f"#ifdef __HIP_PLATFORM_AMD__\n{REST}",
        "#if defined(__HIPCC__)\n#include <hip/hip_fp16.h>\n#else\n#include <cuda_fp16.h>\n#endif\n",
        f"#if defined(__CUDACC__) || defined(__HIPCC__)\n{REST}",
        f"#if X\n#elif defined(__HIPCC__)\n{REST}",
    ],
)
def test_in_a_file_with_a_side_for_hip_cuda_alone_is_meant(side: str) -> None:
    for asked in ("ifdef __CUDACC__", "ifndef __NVCC__", "if defined(__CUDA_ARCH__) && X"):
        for source in (f"{side}int y;\n#{asked}\n{REST}", f"#{asked}\n{REST}int y;\n{side}"):
            result = convert(source.encode(), load())
            assert f"#{asked}\n".encode() in result.output
            assert [one.rule for one in result.findings] == ["N035"]
        marks = f"{side}int y;\n#{asked}\n{MARKS}"
        widened = convert(marks.encode(), load())
        assert f"#{asked}\n".encode() not in widened.output
        assert widened.findings == ()


@pytest.mark.parametrize(
    "hint",
    [
        f"#ifndef __HIPCC__\n{REST}",
        "#ifdef __HIPCC__\n#define X 1\n#endif\n",
        "#if defined(__CUDACC__) || defined(__HIPCC__)\n#define BOTH __host__ __device__\n#endif\n",
        f"#if X && !defined(__HIP__)\n{REST}",
    ],
)
def test_where_hip_is_no_more_than_hinted_at_a_note_tells_that_a_condition_asks_for_it(hint: str) -> None:
    source = f"{hint}int y;\n#ifdef __CUDACC__\n{REST}"
    after = f"{hint}int y;\n#if defined(__CUDACC__) || defined(__HIPCC__)\n{REST}"
    assert matched("M002", source) == (after, [("M159", "__CUDACC__")])
    assert matched("M002", after) == (after, [])


def test_nothing_is_said_of_what_stands_behind_a_condition_for_cuda_alone() -> None:
    side = "#if defined(__HIPCC__)\n#include <hip/hip_runtime.h>\n#endif\n"
    used = "#if defined(__CUDACC__)\nvoid f() { cudaGraphConditionalHandle h; }\n#else\nvoid f();\n#endif\n"
    made = convert((side + used).encode(), load(), Options(path="a.cu"))
    assert made.text == side + used
    assert made.findings == ()
    alone = convert(used.encode(), load(), Options(path="a.cu")).findings
    assert {one.severity for one in alone} == {"error"}


def test_a_file_that_is_read_before_may_tell_the_compilers_apart(tmp_path: Path) -> None:
    asked = f"#ifdef __NVCC__\n{REST}"
    side = "#pragma once\n#if defined(__HIPCC__)\n#include <hip/hip_runtime.h>\n#endif\n"
    put(tmp_path / "a.cu", f'#include "side.h"\n#include "used.h"\n{asked}')
    put(tmp_path / "used.h", f"#pragma once\n{asked}")
    put(tmp_path / "side.h", side)
    put(tmp_path / "b.cu", asked)  # a neighbour, no more
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    said = {Path(one.path).name: [each.rule for each in one.concerns] for one in report.files}
    assert said == {"a.cu": ["M159"], "used.h": ["M159"], "side.h": [], "b.cu": []}


def test_a_file_that_tells_the_compilers_apart_by_macros_is_left_alone() -> None:
    cuda = b"#if defined(__CUDACC__) && !defined(NO_CUDA)\n#define MY_CUDACC\n#endif\nint x;\n"
    hip = b"#if defined(__HIPCC__)\n#define MY_HIPCC\n#include <hip/hip_runtime.h>\n#endif\n"
    more = b"int z;\n#ifdef __NVCC__\nint y;\n#endif\n"
    result = convert(cuda + hip + more, load())
    assert result.output == result.source
    places = [(one.rule, result.source[slice(*one.span)]) for one in result.findings]
    assert places == [("N035", b"__CUDACC__"), ("N035", b"__NVCC__")]
    for other in (
        hip.replace(b"defined", b"!defined"),
        b"#if defined(__HIPCC__)\n#define MY_HIPCC\n#else\n#define NO_HIPCC\n#endif\n",
    ):
        assert b"defined(__CUDACC__) || defined(__HIPCC__)" in convert(cuda + other, load()).output


def test_a_header_of_hips_own_under_the_guard_of_cudas_takes_no_place() -> None:
    text = b"#ifndef __MATH_CONSTANTS_H__\n#define __MATH_CONSTANTS_H__\n#define %b 1\n#endif\n"
    said = {one.rule for one in convert(text % b"HIPRT_INF_F", load(), Options(path="a.h")).findings}
    assert said == {"N004"}
    said = {one.rule for one in convert(text % b"CUDART_INF_F", load(), Options(path="a.h")).findings}
    assert "M068" in said


def test_what_a_copy_of_a_header_declares_is_told_with_its_guard() -> None:
    types = b"struct char2 { char x, y; };\nstruct own { float2 *v; };\n"
    text = b"#define __VECTOR_TYPES_H__\n" + types + b"\ninline uint3 make_uint3(int);\n"
    (said,) = (one for one in convert(text, load(), Options(path="a.h")).findings if one.rule == "M068")
    assert [text[slice(*one.span)] for one in said.related] == [b"char2", b"make_uint3"]


def test_the_old_name_of_the_platform_is_left_to_who_makes_it() -> None:
    source = "#ifdef __HIP_PLATFORM_HCC__\nint x;\n#endif\n"
    assert matched("M136", source).text == source.replace("HCC", "AMD")
    made = Project({}, frozenset(), names=frozenset({b"__HIP_PLATFORM_HCC__"}))
    assert matched("M136", source, Options(project=made)).text == source


@pytest.mark.parametrize(
    ("more", "is_own"),
    [
        ({}, False),
        ({"a.h": "#define __HIP_PLATFORM_HCC__ 1\n"}, True),
        ({"a.h": '#include "b.h"\n', "b.h": "#ifdef ROCM\n#define __HIP_PLATFORM_HCC__\n#endif\n"}, True),
        ({"b.h": "#define __HIP_PLATFORM_HCC__ 1\n"}, False),
        ({"Makefile": "b: a.cu\n\thipcc -D__HIP_PLATFORM_HCC__ a.cu\n"}, True),
        ({"CMakeLists.txt": "add_definitions(-D__HIP_PLATFORM_HCC__=1)\n"}, True),
        ({"CMakeLists.txt": "add_definitions(-D__HIP_PLATFORM_AMD__=1)\n"}, False),
    ],
)
def test_the_old_name_may_be_made_elsewhere(tmp_path: Path, more: dict[str, str], is_own: bool) -> None:
    source = '#include "a.h"\n#ifdef __HIP_PLATFORM_HCC__\nint x;\n#endif\n'
    for name, text in {"a.h": "", **more, "a.cu": source}.items():
        put(tmp_path / name, text)
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    made = next(file.output or b"" for file in report.files if file.path.endswith("a.cu"))
    assert (b"#ifdef __HIP_PLATFORM_HCC__" in made or not made) == is_own


@pytest.mark.parametrize(
    ("source", "is_edited"),
    [
        ("#if defined(__HIPCC__) && defined(__HIP_PLATFORM_HCC__)\n#else\n#endif\n", True),
        (
            "#if defined(__HIPCC__) && defined(__HIP_PLATFORM_HCC__)\n#elif defined(__HIPCC__)\n#endif\n",
            False,
        ),
        ("#if defined(__HIPCC__) && !defined(__HIP_PLATFORM_HCC__)\n#endif\n", False),
        ("#if defined(__HIPCC__) || A && defined(__HIP_PLATFORM_HCC__)\n#endif\n", False),
    ],
)
def test_the_old_name_beside_another_of_hip(source: str, is_edited: bool) -> None:
    assert matched("M136", source).text == (source.replace("HCC_", "AMD_") if is_edited else source)


@pytest.mark.parametrize(
    ("asked", "made"),
    [
        ("if __HIP_PLATFORM_HCC__", "if defined(__HIP_PLATFORM_AMD__)"),
        ("if X && !__HIP_PLATFORM_HCC__", "if X && !defined(__HIP_PLATFORM_AMD__)"),
        ("if defined __HIP_PLATFORM_HCC__", "if defined __HIP_PLATFORM_AMD__"),
        ("ifndef __HIP_PLATFORM_HCC__", "ifndef __HIP_PLATFORM_AMD__"),
        ("if __HIP_PLATFORM_HCC__ == 1", "if __HIP_PLATFORM_HCC__ == 1"),
    ],
)
def test_the_new_name_of_the_platform_has_no_value(asked: str, made: str) -> None:
    source = f"#{asked}\nint x;\n#endif\n"
    assert matched("M136", source).text == f"#{made}\nint x;\n#endif\n"


@pytest.mark.parametrize("header", ["hip/hcc_detail/hip_fp16.h", "hc.hpp"])
def test_a_side_for_the_compiler_that_is_gone_stays_off(header: str) -> None:
    source = f"#ifdef __HIP_PLATFORM_HCC__\n# include <{header}>\n#endif\n"
    assert matched("M136", source).text == source


def test_what_stands_behind_the_old_name_is_for_hip_as_it_stands() -> None:
    source = b"#ifndef __HIP_PLATFORM_HCC__\nint a = CUDART_VERSION;\n#else\nint a = cudaSuccess;\n#endif\n"
    result = convert(source, load(), Options(path="a.cu"))
    assert b"#ifndef __HIP_PLATFORM_AMD__" in result.output
    assert convert(result.output, load(), Options(path="a.cu")).output == result.output


def test_a_condition_is_left_alone_where_a_later_one_asks_for_hip_by_the_programs_own_macro() -> None:
    for asked in ("#ifdef __CUDA_ARCH__", "#if defined(__CUDA_ARCH__)", "#if X\n#elif defined(__CUDACC__)"):
        source = f"{asked}\nint a;\n#elif (X && MY_HIP)\nint b;\n#else\nint c;\n#endif\n"
        result = convert(source.encode(), load(), Options(path="a.cu"))
        assert result.output == result.source
        (told,) = result.findings
        assert (told.rule, told.related[0].message) == (
            "N035",
            "HIP is asked for here: see that its build sets that",
        )
        made = f"#ifdef __HIP__\n#define MY_HIP 1\n#else\n#define MY_HIP 0\n#endif\nint x;\n{source}"
        result = convert(made.encode(), load(), Options(path="a.cu"))
        assert result.output == result.source
        assert {one.related[0].message for one in result.findings} == {"HIP is asked for here"}


@pytest.mark.parametrize(
    "source",
    [
        "#ifdef __CUDA_ARCH__\nint a;\n#elif OTHER\nint b;\n#endif\n",
        "#ifdef __CUDA_ARCH__\nint a;\n#elif !defined(MY_HIP)\nint b;\n#endif\n",
        "#ifndef __CUDA_ARCH__\nint a;\n#elif MY_HIP\nint b;\n#endif\n",
        "#ifdef __CUDACC__\n#define HD __device__\n#elif MY_HIP\n#define HD __device__\n#endif\n",
    ],
)
def test_a_condition_asks_for_hip_where_no_side_behind_it_is_for_that(source: str) -> None:
    result = convert(source.encode(), load(), Options(path="a.cu"))
    assert b"__HIP" in result.output
    assert result.findings == ()
