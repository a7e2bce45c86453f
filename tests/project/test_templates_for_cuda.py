"""Templates of any kind that CMake fills in with variables of CUDA's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py import Settings, convert_tree

if TYPE_CHECKING:
    from pathlib import Path

TOP = "cmake_minimum_required(VERSION 3.21)\nproject(x CXX)\n"
FOUND = 'a = "${CUDA_FOUND}"\n'


def told(*given: Path) -> list[tuple[int, str]]:
    """Give the lines and messages of what is said of templates."""
    report = convert_tree([*map(str, given)], Settings(mode="memory"))
    found = (one for file in report.files for one in file.concerns if one.rule == "B036")
    return sorted((one.start.line, one.message.partition(", which")[0]) for one in found)


@pytest.mark.parametrize(
    ("command", "template", "text", "name"),
    [
        ("configure_file(a.py.in a.py)", "a.py.in", FOUND, "CUDA_FOUND"),
        ("configure_file(a.py.in a.py @ONLY)", "a.py.in", "v = '@CUDA_VERSION@'\n", "CUDA_VERSION"),
        (
            "configure_file(${CMAKE_CURRENT_SOURCE_DIR}/b/a.yml.in a.yml)",
            "b/a.yml.in",
            "a: @CMAKE_CUDA_ARCHITECTURES@\n",
            "CMAKE_CUDA_ARCHITECTURES",
        ),
        ('configure_file("${PROJECT_SOURCE_DIR}/a.sh.in" a.sh)', "a.sh.in", FOUND, "CUDA_FOUND"),
        (
            "configure_package_config_file(x-config.cmake.in x-config.cmake INSTALL_DESTINATION lib)",
            "x-config.cmake.in",
            "find_package(CUDAToolkit @CUDAToolkit_VERSION@)\n${CUDA_FOUND}\n",
            "CUDAToolkit_VERSION",
        ),
    ],
)
def test_what_is_filled_in_is_told(tmp_path: Path, command: str, template: str, text: str, name: str) -> None:
    put(tmp_path / "CMakeLists.txt", f"{TOP}{command}\n")
    put(tmp_path / template, text)
    named = command.partition("(")[2].split()[0].strip('"')
    assert told(tmp_path) == [(3, f"{named} is filled in with {name}")]


@pytest.mark.parametrize(
    ("command", "template", "text"),
    [
        ("configure_file(a.py.in a.py @ONLY)", "a.py.in", FOUND),
        ("configure_file(a.py.in a.py)", "a.py.in", 'a = "${CUDA_ENABLED} @hip_FOUND@"\n'),
        ("configure_file(a.py.in a.py)", "b.py.in", FOUND),
        ("configure_file(${T}/a.py.in a.py)", "a.py.in", FOUND),
        ("configure_file(a.h.in a.h)", "a.h.in", "#cmakedefine CUDA_FOUND\n"),  # M204 tells of it
        ("if(USE_HIP)\nelse()\nconfigure_file(a.py.in a.py)\nendif()", "a.py.in", FOUND),
    ],
)
def test_else_nothing_is_told(tmp_path: Path, command: str, template: str, text: str) -> None:
    put(tmp_path / "CMakeLists.txt", f"{TOP}{command}\n")
    put(tmp_path / template, text)
    assert told(tmp_path) == []
