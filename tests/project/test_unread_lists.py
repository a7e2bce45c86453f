"""Folders that no CMake file adds, and the sources that are named there alone."""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.project import unread_lists
from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

TOP = "cmake_minimum_required(VERSION 3.21)\nproject(a LANGUAGES CXX CUDA)\nadd_subdirectory(used)\n"
OLD = "cuda_add_library(old old.cu helper.cpp)\ntarget_link_libraries(old CUDA::nppif)\n"
SOURCE = '#include "old.h"\n__global__ void k() { asm("mov.u32 %0, %smid;"); }\n'
FILES = {
    "CMakeLists.txt": TOP + "# add_subdirectory(old)\n",
    "used/CMakeLists.txt": "add_library(used a.cu)\n",
    "used/a.cu": "int a() { return cudaGetLastError(); }\n",
    "old/CMakeLists.txt": OLD,
    "old/old.cu": SOURCE,
    "old/old.h": '#pragma once\nvoid f() { cudaMemcpyToSymbol("name", 0, 4); }\n',
}
NOTES = {"old/CMakeLists.txt": "B029", "old/old.cu": "M152", "old/old.h": "M152"}


def told(folder: Path, more: dict[str, str]) -> dict[str, str]:
    """Convert a project, and give the first word on each file of the folder if all are notes."""
    for name, text in {**FILES, **more}.items():
        put(folder / name, text)
    report = convert_tree([str(folder)], Settings())
    concerns = {one.path[len(str(folder)) + 1 :]: one.concerns for one in report.files}
    assert all(concerns[name] for name in NOTES)
    return {
        name: concerns[name][0].rule
        for name in NOTES
        if all(one.severity == "note" for one in concerns[name])
    }


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"old/in/CMakeLists.txt": "add_library(in in.cpp)\n", "README": "older than old-fashioned old.cu\n"},
        {"CMakeLists.txt": TOP, "dead/CMakeLists.txt": "add_subdirectory(../old)\n"},
        {"CMakeLists.txt": TOP + "include_directories(old)\nset(MORE old)\ntarget_link_libraries(a old)\n"},
        {"NOTES.md": "Build old.cu by hand.\n"},
        {"cmake/FindCUDA.cmake": 'macro(CUDA_WRAP_SRCS a)\n  set(b "${a}.cu")\nendmacro()\n'},
    ],
    ids=["comment", "below", "by one that is not read", "headers", "for people", "FindCUDA"],
)
def test_what_no_build_comes_to_is_told_in_notes(tmp_path: Path, more: dict[str, str]) -> None:
    assert told(tmp_path, more) == NOTES


@pytest.mark.parametrize(
    "more",
    [
        {"CMakeLists.txt": TOP + "add_subdirectory(old)\n"},
        {"CMakeLists.txt": TOP + "if(OLD)\n  add_subdirectory(${PROJECT_SOURCE_DIR}/old)\nendif()\n"},
        {"CMakeLists.txt": TOP + "foreach(one used old)\n  add_subdirectory(${one})\nendforeach()\n"},
        {"CMakeLists.txt": TOP + "subdirs(old)\n"},
        {"CMakeLists.txt": TOP + "find_package(Ours REQUIRED)\nif(A)\n  our_add_example(old)\nendif()\n"},
        {"CMakeLists.txt": TOP + "llvm_add_subdirectory(OLD old)\n"},
        {"CMakeLists.txt": TOP + "include(old/CMakeLists.txt)\n"},
        {"CMakeLists.txt": TOP + "ExternalProject_Add(o SOURCE_DIR ${CMAKE_SOURCE_DIR}/old)\n"},
        {"old/CMakeLists.txt": "project(old CUDA)\n" + OLD},
        {"old/CMakeLists.txt": "cmake_minimum_required(VERSION 3.20)\n" + OLD},
        {"build.sh": "cmake -S old -B out\n"},
        {"README.md": "Or build that alone: `cmake -Sold -B out`.\n"},
        {"README.md": "The one in old.\n"},
        {"ci.yml": "steps:\n  - working-directory: ./old\n"},
        {"make.py": "run(['cmake', 'old'])\n"},
        {"cmake/all.cmake": "add_subdirectory(${DIR})\n"},
    ],
)
def test_what_one_may_come_to_keeps_its_warnings(tmp_path: Path, more: dict[str, str]) -> None:
    assert "old/CMakeLists.txt" not in told(tmp_path, more)


@pytest.mark.parametrize(
    ("more", "left"),
    [
        ({"used/CMakeLists.txt": "add_library(used a.cu ../old/old.cu)\n"}, {"old/CMakeLists.txt"}),
        ({"CMakeLists.txt": TOP + "file(GLOB_RECURSE all *.cu)\n"}, {"old/CMakeLists.txt"}),
        ({"Makefile": "x: old.cu\n"}, {"old/CMakeLists.txt"}),
        ({"Makefile": "x: $(NAME)ld.cu\n"}, {"old/CMakeLists.txt"}),
        ({"cmake/all.cmake": "file(GLOB all ${PROJECT_SOURCE_DIR}/*/*.cu)\n"}, {"old/CMakeLists.txt"}),
        ({"used/CMakeLists.txt": "foreach(t o a)\n  foo(../x/${t}ld.cu)\n"}, {"old/CMakeLists.txt"}),
        ({"project.vcxproj.user": "<File>old.cu</File>\n"}, {"old/CMakeLists.txt"}),
        ({"used/a.cu": '#include "../old/old.cu"\n'}, {"old/CMakeLists.txt"}),
        ({"used/a.cu": '#include "../old/old.h"\n'}, {"old/CMakeLists.txt", "old/old.cu"}),
    ],
)
def test_a_source_that_others_may_name_keeps_its_warnings(
    tmp_path: Path, more: dict[str, str], left: set[str]
) -> None:
    assert told(tmp_path, more).keys() == left


def test_a_part_of_a_project_does_not_tell(tmp_path: Path) -> None:
    put(tmp_path / "CMakeLists.txt", "project(whole)\nadd_subdirectory(part/old)\n")
    assert not told(tmp_path / "part", {})


def test_a_long_word_is_read_once() -> None:
    word, start = b"ab/+" * 100_000, process_time()
    assert not unread_lists.SOURCE.search(word)
    assert not unread_lists.BUILT.search(word)
    assert not unread_lists._brings(b"dir" * 100_000)
    assert process_time() - start < 5
