"""Branches for a CMake that is too old for the language HIP: what is said there are notes."""

from __future__ import annotations

from time import process_time

import pytest
from helpers.build_files import cmake_file

from hipify_py.settings import Options
from hipify_py.surroundings import Project

HEAD = "cmake_minimum_required(VERSION 3.10)\nproject(a CXX)\n"
FINDS = "find_package(CUDA REQUIRED)\n"
SAYS = "  get_filename_component(A ${CUDA_nppc_LIBRARY} PATH)\n"


def severity(text: str, head: str = HEAD + FINDS, project: Project | None = None) -> str:
    """Give how severe it is what is said of the one library."""
    found = cmake_file(head + text, Options(project=project or Project())).findings
    (said,) = (one for one in found if one.rule == "B003")
    return said.severity


@pytest.mark.parametrize(
    "condition",
    [
        "${CMAKE_VERSION} VERSION_LESS 3.18.0",
        'CMAKE_VERSION VERSION_LESS "3.21"',
        '"${CMAKE_VERSION}" VERSION_LESS_EQUAL 3.20',
        "3.9 VERSION_GREATER ${CMAKE_VERSION}",
        "CMAKE_VERSION VERSION_EQUAL 3.12",
        "NOT CMAKE_VERSION VERSION_GREATER_EQUAL 3.21",
        "NOT (CMAKE_VERSION VERSION_GREATER 3.17 OR X)",
        "X AND CMAKE_VERSION VERSION_LESS 3.8 AND Y",
        "(CMAKE_VERSION VERSION_LESS 3.8) OR (CMAKE_VERSION VERSION_LESS 3.9 AND X)",
        "${CMAKE_MAJOR_VERSION}.${CMAKE_MINOR_VERSION}.${CMAKE_PATCH_VERSION} VERSION_LESS 3.10.2",
    ],
)
def test_a_branch_for_an_older_cmake(condition: str) -> None:
    assert severity(f"if({condition})\n{SAYS}endif()\n") == "note"
    assert severity(f"if(NOT ({condition}))\n  set(b c)\nelse()\n{SAYS}endif()\n") == "note"
    assert severity(f"if(X)\n  set(b c)\nelseif({condition})\n{SAYS}endif()\n") == "note"
    assert severity(f"if({condition})\n  set(b c)\nelse()\n{SAYS}endif()\n") == "error"


@pytest.mark.parametrize(
    "condition",
    [
        "CMAKE_VERSION VERSION_LESS 3.21.1",
        "CMAKE_VERSION VERSION_LESS_EQUAL 3.21",
        "CMAKE_VERSION VERSION_LESS 3.24",
        "CMAKE_VERSION VERSION_GREATER 3.18",
        "CMAKE_VERSION VERSION_EQUAL 3.21",
        "X OR CMAKE_VERSION VERSION_LESS 3.8",
        "NOT X AND NOT CMAKE_VERSION VERSION_LESS 3.8",
        "CMAKE_VERSION VERSION_LESS 3.8 AND X OR Y",
        "NOT (CMAKE_VERSION VERSION_GREATER 3.10 OR X AND Y)",
        "CMAKE_VERSION LESS 3.8",
        "OTHER_VERSION VERSION_LESS 3.8",
        "CMAKE_VERSION VERSION_LESS ${X}",
        "CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 3.8",
    ],
)
def test_a_branch_that_may_be_taken(condition: str) -> None:
    assert severity(f"if({condition})\n{SAYS}endif()\n") == "error"


def older_than(minor: int) -> str:
    """Give a branch for a CMake before a release."""
    return f"if(CMAKE_VERSION VERSION_LESS 3.{minor})\n{SAYS}endif()\n"


def test_the_release_that_a_file_asks_for() -> None:
    newer = "cmake_minimum_required(VERSION 3.24...3.30)\nproject(a CXX)\n"
    assert severity(older_than(24), newer) == "note"
    assert severity(older_than(25), newer) == "error"
    assert severity(older_than(11), HEAD) == "error"  # no file enables HIP, as far as is known
    assert severity(older_than(10), HEAD) == "note"
    assert severity(older_than(21), "", Project(with_hip=True)) == "note"
    assert severity(older_than(21), "") == "error"


def test_a_place_that_is_run_tells_more_than_one_that_is_not() -> None:
    old = "if(CMAKE_VERSION VERSION_LESS 3.18)\n  set(CUDA_TOOLKIT_ROOT_DIR a)\nelse()\n"
    found = cmake_file(HEAD + FINDS + old + "  set(CUDAToolkit_ROOT a)\nendif()\n")
    (said,) = (one for one in found.findings if one.rule == "B003")
    assert (said.severity, found.source[slice(*said.span)]) == ("warning", b"CUDAToolkit_ROOT")


def test_long_conditions_and_deep_brackets_are_read_fast() -> None:
    deep = "(" * 900 + "CMAKE_VERSION VERSION_LESS 3.8" + ")" * 900
    long = " OR ".join(["CMAKE_VERSION VERSION_LESS 3.8"] * 5000)
    begin = process_time()
    for condition in (deep, long):
        assert severity(f"if({condition})\n{SAYS}endif()\n") == "error"
    assert process_time() - begin < 10
