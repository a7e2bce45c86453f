"""Headers that build files tell where to find: those of the source's own compilation, and none in doubt."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from helpers.command import put

from hipify_py.api import convert_tree
from hipify_py.project.include_paths import IncludePaths
from hipify_py.rules.load import load
from hipify_py.settings import Settings

HEADERS = load().headers
FILES = "one/cfg/h.h two/cfg/h.h three/only.h s/far.cu s/other.cu one/inner.h inc/cfg/i.h two/cfg/i.h"
TWO, ONE = "target_include_directories(x PUBLIC two)", "target_include_directories(y PUBLIC one)"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in (".git/HEAD", *FILES.split()):
        put(tmp_path / name, "")
    return tmp_path


def found(tree: Path, include: str = "cfg/h.h", *, near: bool = False) -> str | None:
    paths = IncludePaths(HEADERS, near=near)
    place = paths.find(str(tree / "s/far.cu"), include.encode(), True)
    return place and os.path.relpath(place, tree)


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [
        ("Makefile", "x: s/far.cu\n\tnvcc -Ione -c s/far.cu\n", "one/cfg/h.h"),
        ("Makefile", "INC = -Itwo\n", "two/cfg/h.h"),
        ("Makefile", "INC = -Itwo -Ione\n", "two/cfg/h.h"),
        ("s/Makefile", "INC = -I../one\n", "one/cfg/h.h"),
        ("common.mk", "INC = -Ione\n", "one/cfg/h.h"),
        ("Makefile", "a: s/far.cu\n\tnvcc -Ione $<\nb: s/other.cu\n\tnvcc -Itwo $<\n", "one/cfg/h.h"),
        ("Makefile", "INC = -Itwo\na: s/far.cu\n\tnvcc -Ione $<\n", "one/cfg/h.h"),
        ("Makefile", "b: s/other.cu\n\tnvcc -Itwo $<\nA = -Ione\n", None),
        ("Makefile", "A = -Ione\nB = -Itwo\n", None),
        ("Makefile", "A = -Igone\n", None),
        ("Makefile", "", None),
        ("CMakeLists.txt", "include_directories(one)", "one/cfg/h.h"),
        (
            "CMakeLists.txt",
            f"add_library(x s/far.cu)\n{TWO}\nadd_library(y s/other.cu)\n{ONE}",
            "two/cfg/h.h",
        ),
        ("CMakeLists.txt", f"{TWO}\n{ONE}", None),
        ("s/CMakeLists.txt", "include_directories(${CMAKE_SOURCE_DIR}/one)", None),  # that is s itself
        ("s/CMakeLists.txt", "include_directories(${CMAKE_CURRENT_SOURCE_DIR}/../one)", "one/cfg/h.h"),
    ],
)
def test_what_a_build_file_above_tells(tree: Path, name: str, text: str, place: str | None) -> None:
    put(tree / name, text)
    assert found(tree) == place


def test_the_nearest_build_file_comes_first(tree: Path) -> None:
    put(tree / "Makefile", "INC = -Ione\n")
    put(tree / "s/Makefile", "INC = -I../two\n")
    assert found(tree) == "two/cfg/h.h"
    assert found(tree, "inner.h") == "one/inner.h"


def test_the_top_of_cmakes_files(tree: Path) -> None:
    put(tree / "CMakeLists.txt", "project(x)\nadd_subdirectory(s)")
    put(tree / "s/CMakeLists.txt", "include_directories(${CMAKE_SOURCE_DIR}/one)")
    assert found(tree) == "one/cfg/h.h"
    put(tree / "s/CMakeLists.txt", "PROJECT(y)\ninclude_directories(${PROJECT_SOURCE_DIR}/../two)")
    assert found(tree) == "two/cfg/h.h"


def test_what_lies_beside_comes_first_and_common_folders_last(tree: Path) -> None:
    put(tree / "Makefile", "INC = -Itwo\n")
    assert found(tree, "cfg/i.h") == "two/cfg/i.h"
    put(tree / "s/cfg/i.h", "")
    assert found(tree, "cfg/i.h") == "s/cfg/i.h"


def test_what_a_build_file_tells_of_cudas_headers_is_nothing(tree: Path) -> None:
    put(tree / "two/cuda_runtime.h", "")
    put(tree / "two/cuda_runtime_api.h", "")
    put(tree / "Makefile", "INC = -Itwo\n")
    assert found(tree, "cuda_runtime.h") is None
    assert found(tree, "cfg/h.h") is None  # a folder of CUDA's own


def test_build_files_outside_of_the_project_and_pipes_are_not_read(tree: Path) -> None:
    (tree / ".git/HEAD").unlink()
    (tree / ".git").rmdir()
    put(tree / "s/.git/HEAD", "")
    put(tree / "Makefile", "INC = -Ione\n")
    assert found(tree) is None
    os.mkfifo(tree / "s/Makefile")
    assert found(tree) is None


def test_a_build_step_does_not_ask_them(tree: Path) -> None:
    put(tree / "Makefile", "INC = -Ione\n")
    assert found(tree, near=True) is None


@pytest.mark.parametrize("flag", ["-Ione", "-Othree"])
def test_a_name_is_the_programs_own_where_a_header_of_the_build_makes_it(tree: Path, flag: str) -> None:
    own = "__device__ inline int __isGlobal(const int *p) { return 1; }\n"
    put(tree / "one/cfg/h.h", "#pragma once\n" + own)
    put(tree / "s/far.cu", '#include "cfg/h.h"\n__global__ void k(int *p) { p[0] = __isGlobal(p); }\n')
    put(tree / "Makefile", f"x: s/far.cu\n\tnvcc {flag} -c s/far.cu\n")
    for paths in ([tree], [tree / "s/far.cu"]):
        report = convert_tree([str(one) for one in paths], Settings())
        said = {one.rule for file in report.files for one in file.concerns}
        assert ("N001" in said) == (flag != "-Ione")
