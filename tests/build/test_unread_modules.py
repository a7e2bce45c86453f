"""CMake modules that no build file includes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.build.unread_modules import is_module, named
from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

TOP = "cmake_minimum_required(VERSION 3.21)\nproject(a LANGUAGES CXX CUDA)\n"
FINDS = "find_library(NCCL_LIBRARIES NAMES nccl)\n"
MAKES = f"function(with_nccl)\n  {FINDS}endfunction()\n"


def severities(folder: Path, files: dict[str, str], path: str) -> list[tuple[str, str]]:
    """Convert some files, and give the rules of what is said of one, and how grave it is."""
    for name, text in files.items():
        put(folder / name, text)
    report = convert_tree([str(folder)], Settings())
    (file,) = [one for one in report.files if one.path.endswith(path)]
    return [(one.rule, one.severity) for one in file.concerns]


def find_module(folder: Path, more: dict[str, str]) -> bool:
    """Say whether what is said of a module for find_package is told in notes."""
    files = {"CMakeLists.txt": TOP, "cmake/FindNCCL.cmake": FINDS, **more}
    said = severities(folder, files, "FindNCCL.cmake")
    assert said in ([("B029", "note"), ("B003", "note")], [("B003", "error")])
    return said[0][0] == "B029"


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"CMakeLists.txt": TOP + "find_package(CUDNN)\ninclude(cmake/other.cmake)\n# find_package(NCCL)\n"},
        {"CMakeLists.txt": TOP + "find_library(X NAMES NCCL)\n", "README.md": "find_package(NCCL)\n"},
        {"CMakeLists.txt": TOP + "include(${CMAKE_CURRENT_LIST_DIR}/cmake/other.cmake)\n"},
        {"CMakeLists.txt": TOP + "install(DIRECTORY include DESTINATION .)\n"},
        {"CMakeLists.txt": TOP + "find_package(Boost COMPONENTS ${NAMES})\nadd_dependencies(a ${B})\n"},
        {
            "CMakeLists.txt": TOP
            + "find_it(${A})\nmacro(host x)\n  find_package(${ARGN} ${x})\nendmacro()\nhost(A)\n"
        },
        {"cmake/FindNCCL.cmake": FINDS + "find_package_handle_standard_args(NCCL)\n"},
        {"cmake/FindNCCL.cmake": FINDS + "# find_package(NCCL) calls this: FindNCCL.cmake\n"},
    ],
)
def test_a_module_for_find_package_that_nothing_asks_for_is_told_in_notes(
    tmp_path: Path, more: dict[str, str]
) -> None:
    assert find_module(tmp_path, more)


@pytest.mark.parametrize(
    "more",
    [
        {"CMakeLists.txt": TOP + "find_package(NCCL REQUIRED)\n"},
        {"CMakeLists.txt": TOP + "find_package(nccl)\n"},
        {"CMakeLists.txt": TOP + "if(X)\n  find_package(NCCL)\nendif()\n"},
        {"CMakeLists.txt": TOP + "include(FindNCCL)\n"},
        {"CMakeLists.txt": TOP + "include(cmake/FindNCCL.cmake)\n"},
        {"CMakeLists.txt": TOP + "foreach(one A B)\n  find_package(${one})\nendforeach()\n"},
        {"CMakeLists.txt": TOP + "include(${MODULE})\n"},
        {"CMakeLists.txt": TOP + "include(cmake/Find${LIB}.cmake)\n"},
        {"CMakeLists.txt": TOP + "my_find_package(NCCL)\n"},
        {"CMakeLists.txt": TOP + "need(A NCCL)\nfunction(need x)\n  find_package(${ARGN})\nendfunction()\n"},
        {
            "CMakeLists.txt": TOP + "macro(Need x)\n  find_package(${x})\nendmacro()\n",
            "a.cmake": "need(NCCL)\n",
        },
        {"CMakeLists.txt": TOP + "macro(need)\n  include(${ARGV0})\nendmacro()\nneed(FindNCCL)\n"},
        {"CMakeLists.txt": TOP + "macro(need)\n  find_package(${x})\nendmacro()\n"},
        {"CMakeLists.txt": TOP + "macro(need x)\n  find_package(${x})\nendmacro()\nneed(${NAME})\n"},
        {
            "CMakeLists.txt": TOP + "macro(need x)\n  find_package(${x})\nendmacro()\n",
            "a.cmake": "macro(wants y)\n  need(${y})\nendmacro()\nwants(NCCL)\n",
        },
        {"CMakeLists.txt": TOP + "find_dependency(NCCL)\n"},
        {"CMakeLists.txt": TOP + "install(FILES cmake/FindNCCL.cmake DESTINATION cmake)\n"},
        {"CMakeLists.txt": TOP + "install(DIRECTORY cmake/ DESTINATION cmake)\n"},
        {"CMakeLists.txt": TOP + "set(FILES cmake/FindNCCL.cmake)\n"},
        {"src/CMakeLists.txt": "find_package(NCCL)\n"},
        {"aConfig.cmake.in": "find_package(NCCL)\n"},
        {"build.sh": "cp cmake/FindNCCL.cmake out\n"},
        {"setup.py": "data = ['cmake/FindNCCL.cmake']\n"},
        {"CMakePresets.json": '{"toolchainFile": "cmake/FindNCCL.cmake"}\n'},
        {"CMakeLists.txt": "add_library(a a.cu)\n"},
    ],
)
def test_one_that_something_may_ask_for_is_told_as_it_is(tmp_path: Path, more: dict[str, str]) -> None:
    assert not find_module(tmp_path, more)


def test_one_of_a_part_of_a_project_is_told_as_it_is(tmp_path: Path) -> None:
    put(tmp_path / "CMakeLists.txt", TOP + "add_subdirectory(a)\n")
    put(tmp_path / "a/CMakeLists.txt", TOP)
    put(tmp_path / "a/FindNCCL.cmake", FINDS)
    for folder, severity in ((tmp_path / "a", "error"), (tmp_path, "note")):
        report = convert_tree([str(folder)], Settings())
        (file,) = [one for one in report.files if one.path.endswith("FindNCCL.cmake")]
        assert {one.severity for one in file.concerns} == {severity}


@pytest.mark.parametrize(
    ("name", "text", "is_one"),
    [
        ("cmake/FindNCCL.cmake", FINDS, True),
        ("cmake/nccl.cmake", MAKES, True),
        ("cmake/nccl.cmake", FINDS, False),
        ("cmake/toolchain-gpu.cmake", MAKES, False),
        ("cmake/gpu.cmake", "set(CMAKE_SYSTEM_NAME Linux)\n" + MAKES, False),
        ("CTestConfig.cmake", MAKES, False),
        ("cmake/aConfig.cmake", MAKES, False),
        ("CMakeLists.txt", MAKES, False),
        ("build.sh", MAKES, False),
    ],
)
def test_what_people_name_themselves_is_no_module(name: str, text: str, is_one: bool) -> None:
    assert is_module(name, text.encode()) is is_one


def test_commands_of_a_module_that_nothing_includes_are_told_in_notes(tmp_path: Path) -> None:
    files = {"CMakeLists.txt": TOP, "cmake/nccl.cmake": MAKES}
    assert severities(tmp_path, files, "nccl.cmake") == [("B029", "note"), ("B003", "note")]
    files["CMakeLists.txt"] = TOP + "include(cmake/nccl.cmake)\n"
    assert severities(tmp_path, files, "nccl.cmake") == [("B003", "error")]


def test_what_variables_hold_may_be_anything() -> None:
    (one,) = named({"CMakeLists.txt": b"include(${A_${B}}/@C@.cmake)"}).values()
    assert (one.modules, one.packages) == (frozenset({"*.cmake"}), frozenset())
    (one,) = named({"CMakeLists.txt": b"find_package($<IF:x,a,b> 3)"}).values()
    assert (one.modules, one.packages) == (frozenset(), frozenset({"*"}))
