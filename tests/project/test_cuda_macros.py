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


ASKS = f"#ifdef ASYNC\n{ASM}#endif\n"
TAKES_BACK = "#pragma once\n#undef ASYNC\n"


@pytest.mark.parametrize(
    "more",
    [
        {"own.h": TAKES_BACK},
        {"own.h": "#ifndef OWN_H\n#define OWN_H\n# undef ASYNC // for now\n#endif\n"},
        {"own.h": '#pragma once\n#include "off.h"\n', "off.h": TAKES_BACK},
        {"own.h": TAKES_BACK, "build.sh": "nvcc -DASYNC a.cu\n"},
        {"own.h": TAKES_BACK, "CMakeLists.txt": "# none\n"},
        {"own.h": TAKES_BACK, "config.h.in": "#cmakedefine OTHER\n#define X @X@\n"},
    ],
)
def test_what_asks_for_a_macro_that_is_taken_back_is_off(tmp_path: Path, more: dict[str, str]) -> None:
    assert severities(tmp_path, {**TREE, **more}) == {"a.cu": "note"}


@pytest.mark.parametrize(
    "more",
    [
        {"own.h": "#pragma once\n#ifdef X\n#undef ASYNC\n#endif\n"},
        {"own.h": TAKES_BACK + "#define ASYNC\n"},
        {"own.h": TAKES_BACK, "b.cu": '#define ASYNC\n#include "own.h"\n'},
        {"own.h": '#pragma once\n#include "on.h"\n', "on.h": TAKES_BACK.replace("undef", "define")},
        {"own.h": TAKES_BACK, "a.cu": USES.replace('#include "own.h"\n', "")},
        {"own.h": TAKES_BACK.replace("ASYNC", "OTHER")},
        {"own.h": TAKES_BACK, "a.cu": USES.replace("ifdef", "ifndef")},
        # asked for before it is taken back
        {
            "own.h": TAKES_BACK,
            "a.cu": f'#ifdef ASYNC\n{ASM}#endif\n#include "own.h"\n',
            "b.sh": "nvcc -DASYNC a.cu\n",
        },
        {"own.h": TAKES_BACK, "a.cu": f'#include "on.h"\n{ASKS}#include "own.h"\n', "on.h": "int x;\n"},
        {"own.h": TAKES_BACK, "a.cu": f"#ifdef ASYNC\n{ASM}#endif\n#undef ASYNC\n"},
        {"own.h": TAKES_BACK, "a.cu": f'#ifdef X\n#include "own.h"\n#endif\n{ASKS}'},
        # what a build writes makes it
        {"own.h": TAKES_BACK, "config.h.in": "#cmakedefine ASYNC\n"},
        {"own.h": TAKES_BACK, "config.h.in": "#  undef ASYNC\n"},
        {"own.h": TAKES_BACK, "config.h.in": "#define @X@ 1\n"},
        {"own.h": TAKES_BACK, "CMakeLists.txt": TOP + 'file(WRITE c.h "#define ASYNC 1")\n'},
        {"own.h": TAKES_BACK, "configure.ac": "AC_DEFINE([ASYNC], 1)\n"},
        {"own.h": TAKES_BACK, "meson.build": "conf.set('ASYNC', 1)\n"},
    ],
)
def test_but_not_one_that_may_be_made_again(tmp_path: Path, more: dict[str, str]) -> None:
    assert severities(tmp_path, {**TREE, **more}) == {"a.cu": "error"}


def test_a_macro_is_taken_back_for_what_is_read_behind_that(tmp_path: Path) -> None:
    own = '#pragma once\n#include "early.h"\n#undef ASYNC\n#include "late.h"\n'
    headers = {"early.h": f"#pragma once\n{ASKS}", "late.h": f"#pragma once\n{ASKS}"}
    found = severities(tmp_path, {**TREE, "own.h": own, **headers})
    assert found == {"early.h": "error", "late.h": "note", "a.cu": "note"}


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
        {"README.md": "Compile with -DASYNC_MORE.\n", "data.bin": "-DASYNC\0"},
        {"Makefile": "-include deps.mk\nF = -DX=${Y} -DZ\n"},
        {"README.md": "cmake -D${X}=1 -include x.h\n"},
        {"run.py": "command = ['run', '--include', hosts]\n"},
    ],
)
def test_what_no_unit_and_no_build_reads_does_not_count(tmp_path: Path, more: dict[str, str]) -> None:
    assert severities(tmp_path, {**TREE, **more})["a.cu"] == "note"


@pytest.mark.parametrize(
    "name",
    [
        *("README.md", "README.rst", "docs/more", "configure", "SConstruct", "wscript", "BUCK", "Rakefile"),
        *("Kbuild", "Justfile", "PKGBUILD", ".bazelrc", ".env", ".clangd", "compile_flags.txt", "a.rsp"),
        *("a.cmd", "a.pl", "a.csh", "a.fish", "a.gradle", "a.jam", "a.spec", "a.pyx", "a.ipynb", "a.xml"),
        *("a.zig", "a.swift", "a.groovy", "nvcc.profile", "CMakePresets.json"),
    ],
)
def test_all_that_is_text_may_hand_flags(tmp_path: Path, name: str) -> None:
    more = {name: "#!/bin/sh\ncmake -DCMAKE_CUDA_FLAGS=-DASYNC .\n"}
    assert severities(tmp_path, {**TREE, **more})["a.cu"] == "error"


@pytest.mark.parametrize(
    "more",
    [
        {"CMakeLists.txt": TOP + "foreach(x ONE A)\n  add_definitions(-D${x}SYNC)\nendforeach()\n"},
        {"CMakeLists.txt": TOP + "add_compile_options(-DASY${k})\n"},
        {"CMakeLists.txt": TOP + 'string(APPEND CMAKE_CUDA_FLAGS " -D${x}")\n'},
        {"CMakeLists.txt": TOP + "string(TOUPPER ${f} F)\ntarget_compile_definitions(a PRIVATE ${F})\n"},
        {"CMakeLists.txt": TOP + "target_compile_definitions(a PRIVATE X A${F}=1)\n"},
        {"CMakeLists.txt": TOP + "target_compile_definitions(a PRIVATE $<$<BOOL:${X}>:${F}>)\n"},
        {"CMakeLists.txt": TOP + "set_property(TARGET a PROPERTY COMPILE_DEFINITIONS ${F})\n"},
        {"CMakeLists.txt": TOP + 'file(WRITE c.h "#define ${X}")\n'},
        {"cmake/more.cmake": "add_compile_definitions(${F})\n"},
        {"Makefile": "F = -D$(X)\n"},
        {"build.sh": 'nvcc -D"$x" a.cu\n'},
        {"configure": "#!/bin/sh\necho '#define '$x > config.h\n"},
        {"setup.py": "flags = [f'-D{x}' for x in y]\n"},
        {"setup.py": "flags = ['-D' + x for x in y]\n"},
        {"setup.py": "flags = ['-D%s' % x for x in y]\n"},
        {"setup.py": "text = '#define ' + x\n"},
        {"config.h.in": "#define @X@ 1\n"},
    ],
)
def test_a_name_that_is_put_together_may_be_any(tmp_path: Path, more: dict[str, str]) -> None:
    assert severities(tmp_path, {**TREE, **more})["a.cu"] == "error"


@pytest.mark.parametrize(
    "text",
    [
        "target_compile_definitions(${a} PRIVATE X=${F} $<$<BOOL:${X}>:Y>)\n",
        'target_compile_definitions(a PRIVATE "X=${F}" Y=\\"${Z}\\")\n',
        "add_definitions(-DX=${F})\n",
        'file(WRITE c.h "#define X ${F}")\n',
    ],
)
def test_what_a_macro_is_worth_may_be_put_together(tmp_path: Path, text: str) -> None:
    assert severities(tmp_path, {**TREE, "CMakeLists.txt": TOP + text})["a.cu"] == "note"


FLAGS = "add_compile_definitions(${F})\nadd_library(b b.cu)\n"


def test_names_that_are_put_together_count_where_the_build_file_reaches(tmp_path: Path) -> None:
    top = TOP + "add_subdirectory(lib)\n"
    files = {"CMakeLists.txt": top, "lib/CMakeLists.txt": FLAGS, "lib/b.cu": USES, "lib/own.h": MAKES}
    assert severities(tmp_path, {**TREE, **files}) == {"a.cu": "note", "lib/b.cu": "error"}


@pytest.mark.parametrize(
    "more",
    [
        {"third/own2.h": "#define ASYNC 1\n"},
        {"third/own2.h": "#define ASYNC 1\n", "third/own3.h": '#include "own2.h"\n'},
        {"CMakeLists.txt": TOP + "add_compile_options(-include config2.h)\n"},
        {"CMakeLists.txt": TOP + "add_compile_options(--pre-include=config2.h)\n"},
        {"CMakeLists.txt": TOP + "target_precompile_headers(a PRIVATE config2.h)\n"},
        {"Makefile": "F = -include config2.h\n"},
        {"Makefile": "F = --include=config2.h\n"},
        {"own.h": MAKES + '#define H "third/own2.h"\n#include H\n'},
        {"a.cu": "#include CONFIG_H\n" + USES},
        {"a.cu": '#include "cfg_generated.h"\n' + USES},
        {"a.cu": "#include <vendor/config.h>\n" + USES},
        {"own.h": MAKES + '#include "cfg_generated.h"\n'},
        {"b.cu": '#include "cfg_generated.h"\n#include "a.cu"\n'},
    ],
)
def test_what_a_unit_may_read_besides_may_make_it(tmp_path: Path, more: dict[str, str]) -> None:
    assert severities(tmp_path, {**TREE, **more})["a.cu"] == "error"


@pytest.mark.parametrize(
    "more",
    [
        {"a.cu": "#include <vector>\n#include <stdio.h>\n#include <cuda_fp16.h>\n" + USES},
        {"a.cu": "#include <ATen/ATen.h>\n#include <sys/stat.h>\n#include <cub/cub.cuh>\n" + USES},
        {"a.cu": '#include "config.h"\n' + USES, "config.h.in": "#define X @X@\n"},
        {"b.cu": '#include "cfg_generated.h"\nint x;\n'},
        {"third/own2.h": "#define ASYNC 1\n", "b.cu": '#include "third/own2.h"\n'},
    ],
)
def test_headers_that_all_know_make_none(tmp_path: Path, more: dict[str, str]) -> None:
    assert severities(tmp_path, {**TREE, **more})["a.cu"] == "note"


@pytest.mark.parametrize(
    "above",
    [
        {"CMakeLists.txt": "project(b)\nadd_definitions(-DASYNC)\nadd_subdirectory(src)\n"},
        {"CMakePresets.json": '{"cacheVariables": {"F": "-DASYNC"}}\n'},
        {"setup.py": "flags = ['-DASYNC']\n"},
        {".git/HEAD": "ref: refs/heads/main\n"},
    ],
)
@pytest.mark.parametrize("own", [TOP, "add_library(a a.cu)\n"])
def test_a_part_of_a_project_does_not_tell(tmp_path: Path, above: dict[str, str], own: str) -> None:
    for name, text in above.items():
        put(tmp_path / name, text)
    assert severities(tmp_path / "src", {**TREE, "CMakeLists.txt": own}) == {"a.cu": "error"}


def test_a_whole_repository_tells(tmp_path: Path) -> None:
    put(tmp_path / "setup.py", "x = 1\n")
    assert severities(tmp_path / "src", {**TREE, ".git/HEAD": "ref: refs/heads/main\n"}) == {"a.cu": "note"}


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
    files["CMakeLists.txt"] += "target_sources(a PRIVATE b.cpp)\n"
    assert severities(tmp_path, {**files, "b.cpp": asks}, "N001") == {"b.cpp": "error"}


SETUP = "flags = []\nif torch.version.hip:\n    pass\nelse:\n    flags += ['-DASYNC']\n"


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
