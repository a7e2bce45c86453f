"""Branches that no build for HIP takes."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.conversion import convert
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.project_files import replaced_headers
from hipify_py.settings import Options
from hipify_py.source.unit import Unit
from hipify_py.surroundings import Project


def kept(*lines: str) -> str:
    """Give the letters, each alone on a line, that stand in dead branches."""
    source = "\n".join(line if len(line) == 1 else f"#{line}" for line in lines) + "\n"
    unit = Unit(source.encode())
    unit.replaced = replaced_headers(unit, RULES)
    return "".join("".join(source[slice(*span)].split()) for span in dead(unit))


@pytest.mark.parametrize(
    ("condition", "first", "other"),
    [
        ("if defined(__PTX__)", True, False),
        ("ifdef __PTX__", True, False),
        ("ifdef NV_NPPIDEFS_H", True, False),
        ("ifndef NVJPEGAPI", False, True),
        ("ifdef USE_ROCM", False, True),
        ("ifndef USE_ROCM", True, False),
        ("if USE_ROCM", False, True),
        ("if !defined(USE_ROCM)", True, False),
        ("if !defined USE_ROCM && X", True, False),
        ("if defined(USE_ROCM) && X", False, False),
        ("if defined( USE_ROCM ) || X > 3", False, True),
        ("if defined(__HIP_PLATFORM_AMD__)", False, False),  # which HIP's headers set
        ("if !defined(__HIPCC__) && defined(__NVCC__)", True, False),
        ("if defined(__CUDACC__) || defined(__HIPCC__)", False, False),
        ("ifdef __HIPCC__", False, False),  # a build for HIP compiles some files for the host
        ("ifdef __CUDACC__", False, False),
        ("ifdef USE_HIP", False, False),
        ("if USE_ROCM == 0", False, False),
        ("if THRUST_MAJOR_VERSION >= 3 && THRUST_MINOR_VERSION >= 1", True, False),
        ("if THRUST_MAJOR_VERSION < 3 || X", False, True),
        ("if THRUST_VERSION >= 300000", True, False),
        ("if (THRUST_VERSION < 200000)", True, False),
        ("if THRUST_VERSION >= 100900", False, True),
        ("if THRUST_MAJOR_VERSION == 2", False, True),
        ("if THRUST_VERSION != 300000", False, True),
        ("if THRUST_VERSION >= 200800", False, False),  # ROCm 6.4 has an older one
        ("if THRUST_VERSION == 200805", False, False),
        ("if THRUST_MINOR_VERSION >= 1", False, False),
        ("if !THRUST_MAJOR_VERSION >= 3", False, False),
        ("if THRUST_MAJOR_VERSION >= 3 + X", False, False),
        ("if MY_THRUST_VERSION >= 300000", False, False),
        ("if MAX(USE_ROCM, 1)", False, False),
        ("if (defined(USE_ROCM)", False, False),
        ("if !", False, False),
        ("if", False, False),
        ("if " + "!" * 99 + "defined(USE_ROCM)", False, False),
        ("if 1 // USE_ROCM", False, False),
    ],
)
def test_a_branch_and_the_other(condition: str, first: bool, other: bool) -> None:
    assert kept(condition, "a", "else", "b", "endif", "c") == "a" * first + "b" * other


@pytest.mark.parametrize(
    ("before", "first", "other"),
    [
        (("include <hip/hip_runtime.h>",), True, False),
        (("include <cuda_runtime.h>",), True, False),
        (("include <cuda_fp16.h>",), True, False),
        (("include <cuda_fp6.h>",), True, False),
        (("include <cooperative_groups.h>",), True, False),
        (("include <cublas_v2.h>",), False, False),
        (("include <channel_descriptor.h>",), True, False),
        (("include <hip/channel_descriptor.h>",), False, False),
        (("include <hip/hip_version.h>",), False, False),
        (('include "mine.h"',), False, False),
        (("ifdef USE_HIP", "include <hip/hip_runtime.h>", "endif"), False, False),
        (("ifdef USE_X", "include <cuda_fp16.h>", "endif"), False, False),
        (("ifdef USE_X", "else", "include <cuda_fp16.h>", "endif"), False, False),
        (("ifdef USE_X", "include <cuda_fp16.h>", "endif", "include <cuda_runtime.h>"), True, False),
        (("ifdef USE_X", "include <cuda_fp16.h>"), True, False),
        (("ifndef A_H", "define A_H", "include <cuda_runtime.h>"), True, False),
        (("ifdef X", "endif"), False, False),
    ],
)
def test_the_platform_is_known_behind_a_header_of_hip(
    before: tuple[str, ...], first: bool, other: bool
) -> None:
    condition = "if (!(defined(__HIP_PLATFORM_AMD__)))"
    assert kept(*before, condition, "a", "else", "b", "endif", "c") == "a" * first + "b" * other


def test_a_header_of_cuda_tells_as_much_as_the_one_in_its_place() -> None:
    """Else what is read as dead were not the same in what comes out."""
    branch = ("ifdef __HIP_PLATFORM_AMD__", "a", "else", "b", "endif")
    for header, known in RULES.headers.items():
        paths = (path.decode() for path in (header, known.to or header))
        assert len({kept(f"include <{path}>", *branch) for path in paths}) == 1, header


@pytest.mark.parametrize("header", ["cuda_fp6.h", "cuComplex.h", "nvrtc.h"])
def test_what_is_included_for_cuda_alone_brings_no_runtime(header: str) -> None:
    source = (
        f"#include <{header}>\n#if __HIP_PLATFORM_AMD__\n#else\n#include <cuda_runtime.h>\n#endif\n"
        "__device__ int f();\n"
    )
    made = converted(source)[0]
    assert made.startswith("#include <hip/hip_runtime.h>\n")
    assert "#include <cuda_runtime.h>" in made
    assert converted(made)[0] == made


def test_branches_of_a_chain() -> None:
    assert kept("ifdef __CUDACC__", "a", "elif defined(__HIPCC__)", "b", "else", "c", "endif") == "a"
    assert kept("if X", "a", "elif defined(USE_ROCM)", "b", "elif Y", "c", "else", "d", "endif") == "cd"
    assert kept("ifdef __PTX__", "a", "if X", "b", "else", "c", "endif", "endif")[0] == "a"
    assert kept("ifdef __PTX__", "a") == ""
    assert kept("ifndef USE_ROCM", "define USE_ROCM 1", "endif", "ifdef __PTX__", "a", "endif") == "a"


def test_what_only_an_editor_makes_is_0() -> None:
    stubs = ("ifdef __CDT_PARSER__", "define STUBS 1", "else", "define STUBS 0", "endif")
    assert kept(*stubs, "if STUBS", "a", "else", "b", "endif") == "#defineSTUBS1a"
    assert kept(*stubs[:2], "endif", "if STUBS", "a", "endif") == "#defineSTUBS1"  # a build may make it, too


def test_a_header_of_npp_that_the_file_stands_in_for_is_there() -> None:
    assert kept("define NV_NPPIDEFS_H", "ifdef NV_NPPIDEFS_H", "a", "endif") == ""


def converted(source: str) -> tuple[str, list[str]]:
    result = convert(source.encode(), RULES, Options(path="a.cpp"))
    return result.text, [one.rule for one in result.findings]


NVML = "__has_include(<nvml.h>)"


@pytest.mark.parametrize(
    ("condition", "first", "other"),
    [
        (f"if {NVML}", True, False),
        ("if __has_include( <nvml.h> ) && X", True, False),
        (f"if defined(__has_include) && {NVML}", True, False),
        (f"if !{NVML}", False, True),
        (f"if {NVML} || X", False, False),
        ('if __has_include("nvml.h")', False, False),  # which may lie beside the file
        ("if __has_include(<cublas_v2.h>)", False, False),  # which is renamed, and there
        ("if __has_include(<cuda/std/random>)", False, False),  # which libhipcxx has
        ("if __has_include(<mine.h>)", False, False),
        ("if my__has_include(<nvml.h>)", False, False),
    ],
)
def test_headers_that_hip_has_not(condition: str, first: bool, other: bool) -> None:
    source = f"#{condition}\ncudaMalloc(&p, 1);\n#else\ncudaFree(p);\n#endif\n"
    text, _ = converted(source)
    assert ("cudaMalloc" in text, "cudaFree" in text) == (first, other)


def test_a_macro_that_says_whether_such_a_header_is_there() -> None:
    asked = f"#if {NVML}\n#define USE_NVML 1\n#include <nvml.h>\n#else\n#define USE_NVML 0\n#endif\n"
    use = "#if USE_NVML\nnvmlInit();\n#endif\n"
    assert converted(asked + use) == (asked + use, [])
    assert converted(asked + "#undef USE_NVML\n" + use)[1] == ["N001"]
    assert converted(asked.replace("NVML 0", "NVML X") + use)[1] == ["N001"]
    assert converted(asked + use.replace("#if ", "#ifdef "))[1] == ["N001"]


def test_such_a_header_of_the_project_is_there() -> None:
    source = f"#if {NVML}\nint f() {{ return nvmlInit(); }}\n#endif\n".encode()
    project = Project(files={"nvml.h": "stubs/nvml.h"})
    result = convert(source, RULES, Options(path="a.cpp", project=project))
    assert [one.rule for one in result.findings] == ["N001"]
    assert not convert(source, RULES, Options(path="a.cpp")).findings


def test_what_stands_there_is_left_as_it_is_and_not_spoken_of() -> None:
    cuda = (
        "#include <cuda_runtime.h>\n"
        "cudaFree(p); cudaThreadFrob(); __isGlobal(a); f(; // hipify: ignore[N001]\n"
    )
    hip = "#include <hip/hip_runtime.h>\nhipFree(p);\n"
    both = f"#ifdef USE_ROCM\n{hip}#else\n{cuda}#endif\n"
    assert converted(both) == (both, ["M241"])
    assert converted(both + "cudaFree(p);\n") == (both + "hipFree(p);\n", ["M241"])
    assert converted(f"#ifndef USE_ROCM\n{cuda}#endif\n")[0] == f"#ifndef USE_ROCM\n{cuda}#endif\n"


def test_a_guard_beside_one_for_hip_is_cudas_alone() -> None:
    source = "#ifdef __CUDACC__\ncudaFree(p);\n#elif defined(__HIPCC__)\nhipFree(p);\n#endif\n"
    assert converted(source) == (source, [])


@pytest.mark.parametrize(
    ("lines", "dead_ones"),
    [
        (("ifdef __CUDACC__", "A", "else", 'include "b.hip"', "B", "endif"), "A"),
        (("ifdef __CUDACC__", "A", "else", "include <hip/hip_runtime.h>", "B", "endif"), "A"),
        (("if defined(__NVCC__)", "A", "else", "ifdef __HIPCC__", "B", "endif", "endif"), "A"),
        (("ifdef __CUDACC__", "A", "else", "if X", "B", "elif defined(__HIP__)", "C", "endif", "endif"), "A"),
        (("ifdef __CUDACC__", "A", "else", "ifdef __HIP_PLATFORM_AMD__", "B", "endif", "endif"), "A"),
        (("ifdef __CUDACC__", "A", "else", "ifdef X", "B", "endif", "endif", "ifdef __HIPCC__", "endif"), ""),
        (("ifdef __CUDA_ARCH__", "A", "else", 'include "b.hip"', "endif"), ""),
        (("ifdef __CUDACC__", 'include "b.hip"', "A", "endif"), ""),
        (("ifdef __CUDACC__", "A", "else", 'include "hip.h"', 'include "b.hip.cu"', "endif"), ""),
    ],
)
def test_what_is_left_to_other_compilers_is_for_hips(lines: tuple[str, ...], dead_ones: str) -> None:
    assert kept(*lines) == dead_ones


@pytest.mark.parametrize(
    ("options", "is_dead"),
    [
        (Options(path="a.cu"), True),
        (Options(path="a.hip"), True),
        (Options(path="a.cuh"), False),  # a host's compiler may read it
        (Options(path="a.h", project=Project(in_cuda=True)), True),
        (Options(path="a.cuh", project=Project(in_cuda=True)), True),
        (Options(path="a.cuh", project=Project(in_cuda=True, cxx="a.cpp")), False),
        (Options(path="a.cpp"), False),
    ],
)
def test_where_no_other_compiler_than_hips_reads_a_file_its_macro_is_there(
    options: Options, is_dead: bool
) -> None:
    for asked in ("#ifndef __HIPCC__", "#if !defined(__HIP__)", "#ifdef __HIPCC__\n#else"):
        source = f"{asked}\ncudaStream_t s;\n#endif\n".encode()
        result = convert(source, RULES, options)
        assert (b"cudaStream_t s;" in result.output) == is_dead
        assert [one.rule for one in result.findings] == []


def test_a_macro_of_that_name_of_the_programs_own_says_nothing() -> None:
    source = b"#ifdef X\n#define __HIPCC__ 1\n#endif\n#ifndef __HIPCC__\ncudaStream_t s;\n#endif\n"
    assert b"hipStream_t s;" in convert(source, RULES, Options(path="a.cu")).output


@pytest.mark.parametrize(
    ("lines", "dead_ones"),
    [
        (("ifdef __CUDA_ARCH__", "A", "elif defined(MY_HIP)", "B", "else", "C", "endif"), "A"),
        (("if defined(__CUDACC__)", "A", "elif (X && BOOST_COMP_HIP)", "B", "endif"), "A"),
        (("if X", "A", "elif defined(__CUDA_ARCH__)", "B", "elif MY_HIP", "C", "endif"), "B"),
        (("ifdef __CUDA_ARCH__", "A", "else", "ifdef MY_HIP", "B", "endif", "endif"), "A"),
        (("ifdef __CUDA_ARCH__", "A", "else", "C", "ifdef MY_HIP", "B", "endif", "endif"), ""),
        (("ifdef __CUDA_ARCH__", "A", "elif OTHER", "B", "else", "C", "endif"), ""),
        (("ifdef __CUDA_ARCH__", "A", "elif !defined(MY_HIP)", "B", "else", "C", "endif"), ""),
        (("ifndef __CUDA_ARCH__", "A", "elif MY_HIP", "B", "else", "C", "endif"), ""),
        (("if defined(__CUDACC__) || X", "A", "elif MY_HIP", "B", "endif"), ""),
    ],
)
def test_a_side_for_hip_by_a_macro_of_the_programs_own(lines: tuple[str, ...], dead_ones: str) -> None:
    assert kept(*lines) == dead_ones
