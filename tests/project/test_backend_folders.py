"""Folders for CUDA, HIP and other ways to run beside each other: of each a build takes one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.api import convert_tree
from hipify_py.project.backend_folders import BackendFolders
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

FLAGS = b'include(${CMAKE_CURRENT_LIST_DIR}/asks.cmake) # include(x)\ninclude("b/${C}/deep.cmake" OPTIONAL)\n'
TEXTS = {
    "/p/CMakeLists.txt": b"""include(cmake/${DIR}/flags.cmake)
include(cmake/cuda/all.cmake)
include("${CMAKE_CURRENT_LIST_DIR}/cmake/${DIR}/paths.cmake")
include(cmake/${OTHER}/other.cmake)
include(cmake/${DIR}/twice.cmake)
include(cmake/cuda/twice.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/flags.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/here.cmake)
""",
    "/p/cmake/cuda/paths.cmake": b"",
    "/p/cmake/cuda/other.cmake": b"",
    "/p/cmake/cuda/twice.cmake": b"",
    "/p/cmake/cuda/here.cmake": b"",
    "/p/cmake/cuda/flags.cmake": FLAGS,
    "/p/cmake/cuda/asks.cmake": b"include(all)\n",
    "/p/cmake/cuda/all.cmake": b"",
    "/p/cmake/cuda/deep.cmake": b"include(deeper)\n",
    "/p/cmake/cuda/deeper.cmake": b"",
    "/p/cmake/cuda/x.cmake": b"",
    "/p/cmake/hip/flags.cmake": b"",
    "/p/only/cuda/flags.cmake": b"include(mine)\n",
    "/p/only/cuda/mine.cmake": b"",
}


@pytest.mark.parametrize(
    ("path", "side"),
    [
        ("/p/cmake/cuda/flags.cmake", "cuda"),
        ("/p/cmake/cuda/asks.cmake", "cuda"),
        ("/p/cmake/cuda/deep.cmake", "cuda"),
        ("/p/cmake/cuda/all.cmake", ""),  # the top includes it for every build
        ("/p/cmake/cuda/deeper.cmake", ""),  # not by a file that has its like
        ("/p/cmake/cuda/x.cmake", ""),
        ("/p/cmake/cuda/paths.cmake", "cuda"),  # by the variable that chooses between the folders
        ("/p/cmake/cuda/other.cmake", ""),  # by a variable of which nothing is known
        ("/p/cmake/cuda/twice.cmake", ""),
        ("/p/cmake/cuda/here.cmake", ""),
        ("/p/cmake/hip/flags.cmake", "hip"),
        ("/p/only/cuda/mine.cmake", ""),
    ],
)
def test_a_module_is_of_cuda_where_only_files_of_that_side_include_it(path: str, side: str) -> None:
    assert BackendFolders(TEXTS).side(path) == side


@pytest.mark.parametrize(
    ("lists", "is_of_host"),
    [
        (["hip", "openmp"], True),
        (["rocm", "openmp"], True),
        (["cuda", "openmp"], False),
        (["hip"], False),
        (["openmp"], False),
    ],
)
def test_a_folder_beside_one_for_hip_is_of_the_host(lists: list[str], is_of_host: bool) -> None:
    folders = BackendFolders({f"/p/ex/{one}/CMakeLists.txt": b"" for one in lists})
    assert folders.is_of_host("/p/ex/openmp/a.cpp") == is_of_host
    assert not folders.is_of_host("/p/ex/a.cpp")
    assert not folders.is_of_host("/p/ex/hip/a.cpp")


TOP = """cmake_minimum_required(VERSION 3.21)
project(a LANGUAGES CXX)
if(BACKEND STREQUAL "CUDA")
  enable_language(CUDA)
elseif(BACKEND STREQUAL "HIP")
  enable_language(HIP)
endif()
add_subdirectory(ex/${DIR})
"""


@pytest.mark.parametrize("has_hip", [True, False])
def test_what_the_host_runs_by_itself_is_not_compiled_as_hip(tmp_path: Path, has_hip: bool) -> None:
    files = {
        "CMakeLists.txt": TOP,
        "ex/openmp/CMakeLists.txt": "add_executable(ex ex.cpp)\n",
        "ex/openmp/ex.cpp": "#include <thrust/copy.h>\n",
        "ex/other/CMakeLists.txt": "add_executable(ex ex.cpp)\n",
        "ex/other/ex.cpp": "#include <thrust/copy.h>\n",
    } | ({"ex/hip/CMakeLists.txt": "add_executable(ex ex.hip)\n"} if has_hip else {})
    for name, text in files.items():
        put(tmp_path / "t" / name, text)
    report = convert_tree([str(tmp_path / "t")], Settings(output=str(tmp_path / "o"), mode="output"))
    changed = {name for name, text in files.items() if (tmp_path / "o" / name).read_text() != text}
    theirs = set[str]() if has_hip else {"ex/openmp/CMakeLists.txt"}
    assert changed == {"ex/other/CMakeLists.txt"} | theirs
    assert "M067" not in [each.rule for one in report.files for each in one.concerns]


def test_a_header_is_not_told_of_what_the_host_runs_by_itself(tmp_path: Path) -> None:
    files = {
        "CMakeLists.txt": TOP,
        "ex/openmp/CMakeLists.txt": "add_executable(ex ex.cpp)\n",
        "ex/openmp/ex.cpp": '#include "../a.h"\n',
        "ex/hip/CMakeLists.txt": "add_executable(ex ex.hip)\n",
        "ex/a.h": "#include <thrust/copy.h>\n",
    }
    for name, text in files.items():
        put(tmp_path / name, text)
    report = convert_tree([str(tmp_path)], Settings(output=str(tmp_path / "o"), mode="output"))
    assert "M067" not in [each.rule for one in report.files for each in one.concerns]
