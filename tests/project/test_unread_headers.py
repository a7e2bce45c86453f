"""What is found in headers that HIP never reads is told in notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.project.named_headers import NamedHeaders
from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

LACKS = "#pragma once\ninline void f() { cudaHeaderLacking(); }\n"
ENTRY = f'#pragma once\n#include "inner.h"\n{LACKS}'
MAIN = "#include <cudnn.h>\n#if CUDNN_VERSION >= 8903\n#include <entry.h>\n#endif\nint main() {}\n"
FILES = {"src/main.cpp": MAIN, "lib/include/entry.h": ENTRY, "lib/include/inner.h": LACKS}
BOTH = {"entry.h", "inner.h"}


def in_notes(top: Path, files: dict[str, str]) -> set[str]:
    """Give the names of the headers of a project of which all is told in notes."""
    for name, text in files.items():
        put(top / name, text)
    report = convert_tree([str(top)], Settings())
    said = {
        one.path.rpartition("/")[2]: one.concerns for one in report.files if one.path.endswith((".h", ".cuh"))
    }
    quiet = {name for name, concerns in said.items() if {one.severity for one in concerns} == {"note"}}
    assert quiet == {name for name, concerns in said.items() if any(one.rule == "M152" for one in concerns)}
    return quiet


@pytest.mark.parametrize(
    ("condition", "is_taken"),
    [
        ("if CUDNN_VERSION >= 8903", False),
        ("ifndef USE_ROCM", False),
        ("if CUDART_VERSION >= 13000", False),
        ("if CUDART_VERSION >= 11000", True),  # which the conversion lets HIP take
        ("ifdef __CUDACC__", True),
        ("if CUDNN_VERSION < 8903", True),
        ("ifdef WITH_FRONTEND", True),
    ],
)
def test_a_header_behind_a_condition_that_fails_for_hip(
    tmp_path: Path,
    condition: str,
    is_taken: bool,
) -> None:
    files = FILES | {"src/main.cpp": MAIN.replace("if CUDNN_VERSION >= 8903", condition)}
    assert in_notes(tmp_path, files) == (set() if is_taken else BOTH)


@pytest.mark.parametrize(
    ("main", "is_taken"),
    [
        ('#ifdef __NVCC__\n#include "a.h"\n#endif\n#ifdef __HIP__\n#include "b.h"\n#endif\n', False),
        ('#ifdef __HIP__\n#include "b.h"\n#endif\n#if defined(__NVCC__)\n#include "a.h"\n#endif\n', False),
        ('#ifdef __NVCC__\n#include "a.h"\n#endif\n', True),
        ('#ifndef __NVCC__\n#include "a.h"\n#endif\n#ifdef __HIP__\n#include "b.h"\n#endif\n', True),
        ('#if !defined(__NVCC__)\n#include "a.h"\n#endif\n#ifdef __HIP__\nint b;\n#endif\n', True),
    ],
)
def test_a_header_for_cuda_beside_one_for_hip(tmp_path: Path, main: str, is_taken: bool) -> None:
    files = {"k.h": "#pragma once\n" + main, "main.cu": '#include "k.h"\n', "a.h": LACKS, "b.h": "int b;\n"}
    assert in_notes(tmp_path, files) == (set() if is_taken else {"a.h"})


def test_the_note_says_who_includes_it(tmp_path: Path) -> None:
    assert in_notes(tmp_path, FILES)
    report = convert_tree([str(tmp_path)], Settings())
    said = [each.message for one in report.files for each in one.concerns if each.rule == "M152"]
    assert len(said) == 2
    assert all("main.cpp" in one for one in said)


@pytest.mark.parametrize(
    ("more", "left"),
    [
        ({"src/other.cu": "#include <inner.h>\n"}, {"entry.h"}),
        ({"src/other.cu": '#include "own.h"\n', "src/own.h": "#include <entry.h>\n"}, set()),
        ({"lib/include/alone.h": f'#include "inner.h"\n{LACKS}'}, BOTH),
        ({"lib/jit.cuh": f'#include "include/inner.h"\n{LACKS}'}, {"entry.h"}),
        ({"src/other.cu": "#define FROM <inner.h>\n#include FROM\n"}, set()),
        ({"src/ring.h": '#include "back.h"\n', "src/back.h": f'#include "ring.h"\n{LACKS}'}, BOTH),
        ({"CMakeLists.txt": "add_executable(a src/main.cpp lib/include/inner.h)\n"}, {"entry.h"}),
        ({"CMakeLists.txt": "# lib/include/inner.h\n"}, BOTH),
        ({"CMakeLists.txt": "install(DIRECTORY lib/include/ DESTINATION include)\n"}, set()),
        ({"CMakeLists.txt": "install(DIRECTORY src/ DESTINATION include)\n"}, BOTH),
    ],
)  # fmt: skip
def test_what_any_way_leads_to_keeps_its_findings(
    tmp_path: Path, more: dict[str, str], left: set[str]
) -> None:
    assert in_notes(tmp_path, FILES | more) == left


def test_a_part_of_a_project_does_not_tell(tmp_path: Path) -> None:
    put(tmp_path / "CMakeLists.txt", "add_subdirectory(part)\n")
    assert in_notes(tmp_path / "part", FILES) == set()


def test_what_comes_out_is_the_same(tmp_path: Path) -> None:
    files = FILES | {"lib/include/inner.h": LACKS + "inline void g(void *p) { cudaFree(p); }\n"}
    assert in_notes(tmp_path, files)
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    inner = next(one.output for one in report.files if one.path.endswith("inner.h"))
    assert inner is not None
    assert b"hipFree(p)" in inner


@pytest.mark.parametrize(
    ("name", "text", "path", "has"),
    [
        ("CMakeLists.txt", "install(FILES a.h DESTINATION include)", "src/a.h", True),
        ("CMakeLists.txt", "set(H a.hpp)", "src/a.h", False),
        ("CMakeLists.txt", 'install(DIRECTORY "${TOP_DIR}/include/" DESTINATION x)', "include/b/a.h", True),
        ("CMakeLists.txt", "install(DIRECTORY DESTINATION include)", "include/a.h", False),
        ("CMakeLists.txt", "file(GLOB H inc/*.h)\ninstall(FILES ${H} DESTINATION x)", "inc/a.h", True),
        ("CMakeLists.txt", 'file(GLOB H inc/*.h)\nmessage("install it")', "inc/a.h", False),
        ("CMakeLists.txt", "target_sources(a PUBLIC FILE_SET HEADERS BASE_DIRS inc)", "inc/a.h", True),
        ("Makefile", "install:\n\tinstall -m 644 inc/*.h $(PREFIX)\n", "inc/a.h", True),
        ("setup.py", "setup(package_data={'a': ['inc/**/*.cuh']})", "inc/b/a.cuh", True),
    ],
)  # fmt: skip
def test_what_build_files_name(name: str, text: str, path: str, has: bool) -> None:
    assert NamedHeaders({f"/top/{name}": text.encode()}).has(f"/top/{path}") is has


CHOOSES = """cmake_minimum_required(VERSION 3.21)
if(ENABLE_HIP)
  set(GPU HIP)
else()
  set(GPU CUDA)
endif()
project(a LANGUAGES CXX ${GPU})
set(MORE "")
if(NOT ENABLE_HIP)
  set(MORE WITH_INT8)
  add_library(int8 OBJECT src/int8.cu)
  target_compile_definitions(int8 PRIVATE WITH_INT8)
endif()
add_executable(a src/main.cu)
target_compile_definitions(a PRIVATE ${MORE})
"""
BEHIND = {
    "CMakeLists.txt": CHOOSES,
    "src/main.cu": '#ifdef WITH_INT8\n#include "inner.h"\n#endif\n__global__ void k() {}\n',
    "src/int8.cu": '#include "inner.h"\n',
    "src/inner.h": LACKS,
}


@pytest.mark.parametrize(
    ("more", "is_read"),
    [
        ({}, False),
        ({"CMakeLists.txt": CHOOSES + "target_compile_definitions(a PRIVATE WITH_INT8)\n"}, True),
        ({"CMakeLists.txt": CHOOSES + "target_sources(a PRIVATE src/int8.cu)\n"}, True),
        ({"CMakeLists.txt": CHOOSES.replace("NOT ENABLE_HIP", "WITH_MORE")}, True),
        ({"Makefile": "int8.o: src/int8.cu\n\tnvcc -c src/int8.cu\n"}, True),
        ({"src/more.cu": '#include "inner.h"\n'}, True),
        ({"build.sh": "cmake -DCMAKE_CXX_FLAGS=-DWITH_INT8 .\n"}, True),
    ],
)
def test_a_header_behind_a_macro_that_builds_for_cuda_alone_make(
    tmp_path: Path, more: dict[str, str], is_read: bool
) -> None:
    assert in_notes(tmp_path, BEHIND | more) == (set() if is_read else {"inner.h"})


HAS = "#pragma once\n#if {}\n#define HAS 1\n#else\n#define HAS 0\n#endif\n"
ASKS = '#include "has.cuh"\n__device__ void f() {{\n#{}\n  asm volatile("mbarrier.inval.b64 [%0];");\n'
ASKS += "#endif\n}}\n"


@pytest.mark.parametrize(
    ("condition", "question", "severity"),
    [
        ("defined(__CUDA_ARCH_FEAT_SM100_ALL)", "if HAS", "note"),
        ("__CUDA_ARCH__ >= 1000", "if HAS && 1", "note"),
        ("__CUDA_ARCH__ >= 1000", "ifdef HAS", "error"),
        ("__CUDA_ARCH__ >= 1000", "if !HAS", "error"),
        ("__CUDA_ARCH__ >= 1000", "if HAS || MINE", "error"),
        ("__CUDACC_VER_MAJOR__ >= 11", "if HAS", "error"),  # which the conversion lets HIP take
        ("MINE", "if HAS", "error"),
    ],
)
def test_a_macro_of_a_header_that_is_0_but_for_cuda(
    tmp_path: Path, condition: str, question: str, severity: str
) -> None:
    put(tmp_path / "has.cuh", HAS.format(condition))
    put(tmp_path / "a.cu", ASKS.format(question))
    report = convert_tree([str(tmp_path)], Settings())
    said = [one for file in report.files for one in file.concerns if one.rule == "D001"]
    assert [one.severity for one in said] == [severity]


def test_a_default_of_a_macro_is_none(tmp_path: Path) -> None:
    put(tmp_path / "has.cuh", "#ifndef HAS\n" + HAS.format("__CUDA_ARCH__ >= 1000") + "#endif\n")
    put(tmp_path / "a.cu", ASKS.format("if HAS"))
    report = convert_tree([str(tmp_path)], Settings())
    said = [one for file in report.files for one in file.concerns if one.rule == "D001"]
    assert [one.severity for one in said] == ["error"]


OLD = "#pragma once\n__device__ inline void old() { cudaHeaderLacking(); }\n"
USES = '#include "used.h"\n__global__ void k() {}\n'
LEFT = {"src/old.cuh": OLD, "src/a.cu": USES, "src/used.h": "int used;\n"}


@pytest.mark.parametrize(
    ("more", "quiet"),
    [
        ({}, {"old.cuh"}),
        ({"src/a.cu": USES.replace("used.h", "old.cuh")}, set()),
        ({"src/b.cu": '#include "other/old.cuh"\n', "other/old.cuh": "int other;\n"}, {"old.cuh"}),
        ({"src/b.cu": '#include "x/old.cuh"\n'}, {"old.cuh"}),
        ({"src/b.cu": "#include MINE\n"}, set()),
        ({"CMakeLists.txt": "install(DIRECTORY src/ DESTINATION include)\n"}, set()),
        ({"CMakeLists.txt": "add_library(a src/a.cu src/old.cuh)\n"}, {"old.cuh"}),
        ({"CMakeLists.txt": "install(FILES src/old.cuh DESTINATION include)\n"}, set()),
        ({"Makefile": "src/a.o: src/a.cu src/old.cuh\n\tnvcc -c src/a.cu\n"}, set()),
        ({"src/main.cu.Rt": '#include "old.cuh"\n'}, set()),
        ({"make.sh": "cat old.cuh\n"}, set()),
        ({"src/b.cpp": 'const char *source = "old.cuh";\n'}, set()),
        ({"src/b.cpp": 'auto s = R"(\n#include \\"src/old.cuh\\"\n)";\n'}, set()),
        ({"src/b.cpp": 'const char *source = "very_old.cuh";\n'}, {"old.cuh"}),
        ({"src/b.cpp": "// what old.cuh did\nint b;\n"}, {"old.cuh"}),
        ({"README.md": "`old.cuh` is what we had before.\n"}, {"old.cuh"}),
        ({"ChangeLog": "old.cuh: new file\n", "src/notes.txt": "old.cuh\n"}, {"old.cuh"}),
        ({"build": "cat src/old.cuh\n"}, set()),
    ],
)
def test_a_header_that_nothing_names(tmp_path: Path, more: dict[str, str], quiet: set[str]) -> None:
    assert in_notes(tmp_path, LEFT | more) == quiet


def test_a_private_header_among_those_for_other_programs(tmp_path: Path) -> None:
    files = {
        f"include/a/detail/{name.partition('/')[2]}" if "/" in name else name: text
        for name, text in LEFT.items()
    }
    assert in_notes(tmp_path, files) == {"old.cuh"}


@pytest.mark.parametrize("folder", ["include/", "lib/", "src/include/", "include/detail/include/"])
def test_a_header_for_other_programs_keeps_its_findings(tmp_path: Path, folder: str) -> None:
    files = {f"{folder}old.cuh": OLD} | {name: text for name, text in LEFT.items() if "old" not in name}
    assert in_notes(tmp_path, files) == set()


def test_a_header_that_nothing_names_and_that_needs_nothing_of_cuda_by_itself(tmp_path: Path) -> None:
    held = "#pragma once\n#ifdef CUDA_VERSION\ninline void f() { cudaHeaderLacking(); }\n#endif\n"
    files = {"src/main.cu": "__global__ void k() {}\n", "src/held.h": held}
    assert in_notes(tmp_path, files) == {"held.h"}
