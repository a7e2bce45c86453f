"""Macros that nothing makes in a build for HIP."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

ASM = '__device__ void f() { asm volatile("cp.async.commit_group;"); }\n'
USES = f'#include "own.h"\n#ifdef ASYNC\n{ASM}#endif\n'
MAKES = "#pragma once\n#ifndef __HIP_PLATFORM_AMD__\n#define ASYNC\n#endif\n"
TOP = "cmake_minimum_required(VERSION 3.21)\nproject(a LANGUAGES CXX CUDA)\nadd_library(a a.cu)\n"
TREE = {"CMakeLists.txt": TOP, "own.h": MAKES, "a.cu": USES}


def severities(folder: Path, files: dict[str, str], rule: str = "D001") -> dict[str, str]:
    """Convert some files, and give for each how grave what a rule says of it is."""
    for name, text in files.items():
        put(folder / name, text)
    report = convert_tree([str(folder)], Settings())
    return {
        one.path.partition(f"{folder.name}/")[2]: each.severity
        for one in report.files
        for each in one.concerns
        if each.rule == rule
    }


@pytest.mark.parametrize(
    "made",
    [
        MAKES,
        "#pragma once\n#ifdef USE_ROCM\n#include <hip/hip_fp16.h>\n#else\n#define ASYNC 1\n#endif\n",
        "#ifdef __HIP_PLATFORM_AMD__\n#else\n#if __CUDA_ARCH__ >= 800\n#define ASYNC\n#endif\n#endif\n",
        "#if defined(__HIPCC__)\n#define W 64\n#elif defined(__CUDACC__)\n#define ASYNC\n#endif\n",
        "#ifdef __HIP_PLATFORM_NVIDIA__\n#define ASYNC\n#elif defined(__PTX__)\n#define ASYNC\n#endif\n",
    ],
)
def test_a_macro_that_is_made_for_cuda_alone_opens_cudas_side(tmp_path: Path, made: str) -> None:
    assert severities(tmp_path, {**TREE, "own.h": made}) == {"a.cu": "note"}


@pytest.mark.parametrize(
    "made",
    [
        MAKES + "#define ASYNC\n",
        MAKES + "#ifdef X\n#define ASYNC\n#endif\n",
        MAKES + "#undef ASYNC\n",
        MAKES.replace("#ifndef __HIP_PLATFORM_AMD__", "#ifndef X"),
        MAKES.replace("#ifndef", "#ifdef"),
        MAKES.replace("#ifndef __HIP_PLATFORM_AMD__", "#if !defined(__HIP_PLATFORM_AMD__) || X"),
        MAKES.replace("#define ASYNC", "#ifndef ASYNC\n#define ASYNC\n#endif"),
        MAKES.replace("#define ASYNC", "#define ASYNC(x) x"),
        "#pragma once\n#ifdef __CUDACC__\n#define ASYNC\n#endif\n",
        '#pragma once\n#include "other.h"\n',
    ],
)
def test_one_that_may_be_made_otherwise_does_not(tmp_path: Path, made: str) -> None:
    assert severities(tmp_path, {**TREE, "own.h": made}) == {"a.cu": "error"}


@pytest.mark.parametrize(
    "more",
    [
        {"CMakeLists.txt": TOP + "target_compile_definitions(a PRIVATE ASYNC)\n"},
        {"CMakeLists.txt": TOP + "set_source_files_properties(a.cu PROPERTIES COMPILE_FLAGS -DASYNC=1)\n"},
        {"CMakeLists.txt": TOP + "option(ASYNC OFF)\n"},
        {"Makefile": "F = -DASYNC\n"},
        {"build.sh": "nvcc -DASYNC a.cu\n"},
        {"builder/op.py": "flags = ['-DASYNC']\n"},
        {"setup.py": "flags = ['-DASYNC']\n"},
        {"config.h.in": "#cmakedefine ASYNC\n"},
        {"CMakePresets.json": '{"cacheVariables": {"F": "-DASYNC"}}\n'},
        {"b.cu": '#define ASYNC\n#include "own.h"\n#include "a.cu"\n'},
        {"more.h": "#define ASYNC\n", "a.cu": '#include "more.h"\n' + USES},
        {"more.h": "#define ASYNC\n", "own.h": MAKES + '#include "more.h"\n'},
        {"more.h": "#ifdef Y\n#define ASYNC\n#endif\n", "a.cu": USES + '#include "more.h"\n'},
    ],
)
def test_one_that_others_speak_of_does_not(tmp_path: Path, more: dict[str, str]) -> None:
    assert severities(tmp_path, {**TREE, **more})["a.cu"] == "error"


@pytest.mark.parametrize(
    "more",
    [
        {"other.cu": "#define ASYNC\nint x;\n"},
        {"CMakeLists.txt": TOP + "# ASYNC\nadd_definitions(-DASYNC_MORE)\n"},
        {"README.md": "Compile with -DASYNC.\n"},
    ],
)
def test_what_no_unit_and_no_build_reads_does_not_count(tmp_path: Path, more: dict[str, str]) -> None:
    assert severities(tmp_path, {**TREE, **more})["a.cu"] == "note"


def test_without_build_files_nothing_is_known_of_builds(tmp_path: Path) -> None:
    assert severities(tmp_path, {"own.h": MAKES, "a.cu": USES}) == {"a.cu": "error"}


def test_the_other_side_of_such_a_condition_is_read(tmp_path: Path) -> None:
    uses = f'#include "own.h"\n#ifdef ASYNC\nint x;\n#else\n{ASM}#endif\n'
    assert severities(tmp_path, {**TREE, "a.cu": uses}) == {"a.cu": "error"}
    uses = f'#include "own.h"\n#ifndef ASYNC\n{ASM}#endif\n'
    assert severities(tmp_path, {**TREE, "a.cu": uses}) == {"a.cu": "error"}
    uses = f'#include "own.h"\n#if defined(ASYNC) || X\n{ASM}#endif\n'
    assert severities(tmp_path, {**TREE, "a.cu": uses}) == {"a.cu": "error"}
    uses = f'#include "own.h"\n#if defined(ASYNC) && X\n{ASM}#endif\n'
    assert severities(tmp_path, {**TREE, "a.cu": uses}) == {"a.cu": "note"}


@pytest.mark.parametrize("name", ["NDEBUG", "DEBUG", "_OPENMP", "__ASYNC__"])
def test_compilers_and_builds_make_some_macros_by_themselves(tmp_path: Path, name: str) -> None:
    files = {path: text.replace("ASYNC", name) for path, text in TREE.items()}
    assert severities(tmp_path, files) == {"a.cu": "error"}


def test_hips_compiler_alone_may_leave_one_out(tmp_path: Path) -> None:
    """A host's compiler makes it, for which the same file is plain C++."""
    files = {**TREE, "own.h": MAKES.replace("__HIP_PLATFORM_AMD__", "__HIPCC__")}
    assert severities(tmp_path, files) == {"a.cu": "note"}
    asks = '#include <cusolverSp.h>\n#include "own.h"\n#ifdef ASYNC\ncsrluInfoHost_t x;\n#endif\n'
    assert severities(tmp_path, {**files, "b.cpp": asks}, "N001") == {"b.cpp": "error"}


SETUP = "flags = []\nif torch.version.hip:\n    pass\nelse:\n    flags += ['-DASYNC']\n"
ASKS = f"#ifdef ASYNC\n{ASM}#endif\n"


@pytest.mark.parametrize(
    "asked", ["torch.version.hip", "IS_ROCM", "self.is_rocm_pytorch()", "IS_HIP_EXTENSION"]
)
def test_a_script_may_define_one_for_cuda_alone(tmp_path: Path, asked: str) -> None:
    setup = SETUP.replace("torch.version.hip", asked)
    assert severities(tmp_path, {"setup.py": setup, "csrc/a.cu": ASKS}) == {"csrc/a.cu": "note"}


@pytest.mark.parametrize(
    "setup",
    [
        SETUP + "flags += ['-DASYNC']\n",
        SETUP + "if X:\n    flags += ['-DASYNC']\n",
        SETUP.replace("torch.version.hip", "X"),
        SETUP.replace("torch.version.hip", "not torch.version.hip"),
        SETUP.replace("torch.version.hip", "USE_ROCM_FLASH_ATTENTION"),
        SETUP.replace("pass", "flags += ['-DASYNC']"),
        SETUP.replace("-DASYNC", "-DOTHER"),
        SETUP + "else:\n",
    ],
)
def test_a_script_may_define_one_for_hip_too(tmp_path: Path, setup: str) -> None:
    assert severities(tmp_path, {"setup.py": setup, "csrc/a.cu": ASKS}) == {"csrc/a.cu": "error"}


SOLVES = "#ifdef SOLVER\n#include <cusolverSp.h>\ncsrluInfoHost_t x;\n#endif\n"
SET = "if(HIP_PLATFORM STREQUAL nvcc)\n  set(SOLVER 1)\nendif()\n"
DEFINE = "target_compile_definitions(a PRIVATE SOLVER)\n"
GIVEN = SET + f"if(SOLVER)\n{DEFINE}endif()\n"


def with_build(folder: Path, text: str, more: dict[str, str]) -> str:
    """Give how grave it is what is said of a name behind a macro of a build."""
    return severities(folder, {"CMakeLists.txt": TOP + text, "a.cu": SOLVES, **more}, "N001")["a.cu"]


@pytest.mark.parametrize(
    "text",
    [
        GIVEN,
        f'if(ENABLE_HIP AND HIP_PLATFORM STREQUAL "nvidia")\n{DEFINE}endif()\n',
        f"if(USE_HIP)\n  set(W 64)\nelse()\n{DEFINE}endif()\n",
        f"if(USE_ROCM)\nelseif(USE_CUDA)\n{DEFINE}endif()\n",
        f"if(NOT HIP_BUILD)\n{DEFINE}endif()\n",
        f"if(HIP_FOUND)\nelse()\n{DEFINE}endif()\n",
        f"if(MY_USE_HIP)\nelse()\n{DEFINE}endif()\n",
        f"if(BUILD_WITH_ROCM)\nelse()\n{DEFINE}endif()\n",
        f"if(HIP_PLATFORM STREQUAL amd)\nelse()\n{DEFINE}endif()\n",
        GIVEN.replace("endif()", "else()\nset(SOLVER OFF)\nendif()", 1),
        GIVEN.replace("if(SOLVER)", "if(SOLVER AND X)") + "if(NOT SOLVER)\nmessage(SOLVER)\nendif()\n",
    ],
)
def test_a_build_may_define_one_for_cuda_alone(tmp_path: Path, text: str) -> None:
    assert with_build(tmp_path, text, {}) == "note"


@pytest.mark.parametrize(
    "text",
    [
        DEFINE,
        GIVEN + DEFINE,
        GIVEN + "add_definitions(-DSOLVER=1)\n",
        GIVEN + "option(SOLVER OFF)\n",
        GIVEN + "set(SOLVER ${OTHER})\n",
        GIVEN.replace("nvcc", "amd"),
        GIVEN.replace("HIP_PLATFORM STREQUAL nvcc", "HIP_PLATFORM STREQUAL nvcc OR X"),
        GIVEN.replace("HIP_PLATFORM STREQUAL nvcc", "USE_CUDA"),
        GIVEN.replace("HIP_PLATFORM STREQUAL nvcc", "USE_HIP"),
        GIVEN.replace("if(SOLVER)", "if(SOLVER OR X)"),
        f"if(NO_HIP)\nelse()\n{DEFINE}endif()\n",
        f"if(USE_HIP AND X)\nelse()\n{DEFINE}endif()\n",
        *(
            f"if({name})\nelse()\n{DEFINE}endif()\n"
            for name in (
                *("HIP_RDC", "HIP_VERBOSE", "HIP_DEBUG", "ENABLE_HIP_GRAPHS"),
                *("USE_ROCM_FLASH_ATTENTION", "WITH_ROCM_PROFILER", "BUILD_HIP_TESTS"),
                *("HIP_NVCC", "USE_HIP_ON_NVIDIA", "HIP_CUDA_BACKEND", "CUDA_USE_HIP", "USE_NO_HIP"),
            )
        ),
        f"if(USE_HIP)\n{DEFINE}else()\n{DEFINE}endif()\n",
        f"if(USE_CUDA)\n{DEFINE}endif()\n",
    ],
)
def test_a_build_may_define_one_for_hip_too(tmp_path: Path, text: str) -> None:
    assert with_build(tmp_path, text, {}) == "error"


@pytest.mark.parametrize(
    "more",
    [
        {"build.sh": "cmake -DSOLVER=ON .\n"},
        {".github/workflows/ci.yml": "jobs:\n  a:\n    steps:\n      - run: cmake -DSOLVER=ON .\n"},
        {"cmake/more.cmake": "set(SOLVER ON)\n"},
        {"config.h.in": "#define SOLVER @SOLVER@\n"},
        {"b.cu": '#define SOLVER\n#include "a.cu"\n'},
    ],
)
def test_another_file_may_ask_for_it(tmp_path: Path, more: dict[str, str]) -> None:
    assert with_build(tmp_path, GIVEN, more) == "error"


def test_files_out_of_the_builds_reach_are_told_nothing(tmp_path: Path) -> None:
    files = {"lib/CMakeLists.txt": TOP + GIVEN, "lib/a.cu": SOLVES, "app/a.cu": SOLVES}
    assert severities(tmp_path, files, "N001") == {"lib/a.cu": "note", "app/a.cu": "error"}
