"""CMake files with CUDA in them that others have read from folders which are skipped."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py import Settings, convert_tree

if TYPE_CHECKING:
    from pathlib import Path

CUDA = "find_package(CUDAToolkit REQUIRED)\n"
TOP = "cmake_minimum_required(VERSION 3.21)\nproject(x CXX)\n"


def told(*given: Path) -> list[tuple[int, str]]:
    """Give the lines and messages of what is said of files in skipped folders."""
    report = convert_tree([*map(str, given)], Settings(mode="memory"))
    found = (one for file in report.files for one in file.concerns if one.rule == "B030")
    return sorted((one.start.line, one.message.partition(" asks")[0]) for one in found)


@pytest.mark.parametrize(
    ("command", "read"),
    [
        ("include(third_party/x.cmake)", "third_party/x.cmake"),
        ('include("third_party/x.cmake" OPTIONAL)', "third_party/x.cmake"),
        ("include(${CMAKE_CURRENT_LIST_DIR}/third_party/x.cmake)", "third_party/x.cmake"),
        ("add_subdirectory(external/../vendor/x)", "vendor/x/CMakeLists.txt"),
        (
            "add_subdirectory(${PROJECT_SOURCE_DIR}/src/vendor/x EXCLUDE_FROM_ALL)",
            "src/vendor/x/CMakeLists.txt",
        ),
        ("add_subdirectory(${x_SOURCE_DIR}/vendor/x)", "vendor/x/CMakeLists.txt"),
    ],
)
def test_what_is_read_is_told(tmp_path: Path, command: str, read: str) -> None:
    put(tmp_path / "CMakeLists.txt", f"{TOP}{command}\n")
    put(tmp_path / read, CUDA)
    put(tmp_path / "a.cu", "")
    named = command.partition("(")[2].partition(")")[0].split()[0].strip('"')
    assert told(tmp_path) == [(3, named)]
    assert told(tmp_path, (tmp_path / read).parent) == []


@pytest.mark.parametrize(
    ("command", "read", "text"),
    [
        ("include(third_party/x.cmake)", "third_party/x.cmake", "find_package(Threads)\n"),
        ("include(third_party/x.cmake)", "third_party/x.cmake", CUDA + "find_package(hip)\n"),
        ("include(third_party/x.cmake)", "third_party/x.cmake", "# " + CUDA),
        ("include(third_party/x.cmake)", "third_party/y.cmake", CUDA),
        ("include(cmake/x.cmake)", "cmake/x.cmake", CUDA),  # converted as well
        ("include(${WHERE}/third_party/x.cmake)", "third_party/x.cmake", CUDA),
        ("include(third_party/x)", "third_party/x.cmake", CUDA),  # a module of that name
        ("include(../third_party/x.cmake)", "../third_party/x.cmake", CUDA),
        ("if(WIN32)\ninclude(third_party/x.cmake)\nendif()", "third_party/x.cmake", CUDA),
        ("# include(third_party/x.cmake)", "third_party/x.cmake", CUDA),
    ],
)
def test_what_is_no_trouble_is_not(tmp_path: Path, command: str, read: str, text: str) -> None:
    put(tmp_path / "t" / "CMakeLists.txt", f"{TOP}{command}\n")
    put(tmp_path / "t" / read, text)
    put(tmp_path / "t" / "a.cu", "")
    assert told(tmp_path / "t") == []


def test_a_file_below_names_its_own_folder_and_the_top(tmp_path: Path) -> None:
    put(tmp_path / "CMakeLists.txt", f"{TOP}add_subdirectory(lib)\n")
    lines = "include(vendor/x.cmake)\ninclude(${CMAKE_SOURCE_DIR}/vendor/x.cmake)\n"
    put(tmp_path / "lib" / "CMakeLists.txt", lines)
    put(tmp_path / "vendor" / "x.cmake", CUDA)
    put(tmp_path / "a.cu", "")
    assert told(tmp_path) == [(2, "${CMAKE_SOURCE_DIR}/vendor/x.cmake")]


SOURCE = "void f() { cudaFree(0); }\n"


def compiled(*given: Path) -> list[tuple[int, str]]:
    """Give the lines and names of sources in skipped folders that are told of."""
    report = convert_tree([*map(str, given)], Settings(mode="memory"))
    found = (one for file in report.files for one in file.concerns if one.rule == "B042")
    return sorted((one.start.line, one.message.partition(" has ")[0]) for one in found)


@pytest.mark.parametrize(
    ("command", "named"),
    [
        ("add_library(x a.cu third_party/x/k.cu)", "third_party/x/k.cu"),
        ("set(S ${CMAKE_SOURCE_DIR}/third_party/x/k.cu)", "${CMAKE_SOURCE_DIR}/third_party/x/k.cu"),
        ("list(APPEND S third_party/x/k.cu)", "third_party/x/k.cu"),
        ("file(GLOB S third_party/x/*.cu)", "third_party/x/*.cu"),
        ("file(GLOB_RECURSE S third_party/*.cu)", "third_party/*.cu"),
        ("file(GLOB S third_party/*.cu)", ""),
        ("list(REMOVE_ITEM S third_party/x/k.cu)", ""),
        ("add_library(x a.cu third_party/x/none.cu third_party/x/plain.cu third_party/x/hip.cu)", ""),
        ("add_library(x src/k.cu)", ""),
        ("message(STATUS third_party/x/k.cu)", ""),
        ("if(NOT ENABLE_HIP)\nenable_language(CUDA)\nset(S third_party/x/k.cu)\nendif()", ""),
    ],
)
def test_sources_that_are_compiled_and_not_converted(tmp_path: Path, command: str, named: str) -> None:
    put(tmp_path / "CMakeLists.txt", f"{TOP}{command}\nadd_library(y third_party/x/K.cpp)\n")
    for path in ("third_party/x/k.cu", "src/k.cu", "a.cu"):
        put(tmp_path / path, SOURCE)
    put(tmp_path / "third_party/x/plain.cu", "int a;\n")
    put(tmp_path / "third_party/x/hip.cu", f"#ifdef __HIPCC__\n#else\n{SOURCE}#endif\n")
    assert compiled(tmp_path) == ([(3, named)] if named else [])
    assert compiled(tmp_path, tmp_path / "third_party") == []


@pytest.mark.parametrize(
    ("name", "text", "named"),
    [
        ("Makefile", "a:\n\tnvcc -c third_party/x/k.cu src/k.cu\n", "third_party/x/k.cu"),
        ("Makefile", "S = third_party/x/k.cu third_party/x/k.cu\n\nCC = nvcc\n", "third_party/x/k.cu"),
        ("build.sh", "#!/bin/sh\nnvcc -c third_party/x/k.cu\n", "third_party/x/k.cu"),
        ("Makefile", "a:\n\tnvcc -c a.cu # third_party/x/k.cu\n", ""),
        (
            "Makefile",
            "a:\n\tnvcc -c third_party/x/plain.cu third_party/x/hip.cu $(D)third_party/x/k.cu\n",
            "",
        ),
        ("setup.py", "CUDAExtension('a', ['third_party/x/k.cu'])\n", ""),  # PyTorch hipifies it
    ],
)
def test_makefiles_and_scripts_that_call_nvcc_are_asked_alike(
    tmp_path: Path, name: str, text: str, named: str
) -> None:
    put(tmp_path / name, text)
    for path in ("third_party/x/k.cu", "src/k.cu", "a.cu"):
        put(tmp_path / path, SOURCE)
    put(tmp_path / "third_party/x/plain.cu", "int a;\n")
    put(tmp_path / "third_party/x/hip.cu", f"#ifdef __HIPCC__\n#else\n{SOURCE}#endif\n")
    assert [one for _, one in compiled(tmp_path)] == ([named] if named else [])
    assert compiled(tmp_path, tmp_path / "third_party") == []
