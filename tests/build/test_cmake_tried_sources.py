"""Sources of CUDA that CMake tries to compile."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
from helpers.hip_cmake import needs_cmake
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.settings import Options

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("try_compile(A ${B} SOURCES ${C}/x.cpp ${C}/a.cu b.cu)\n", ["${C}/a.cu"]),
        ('try_run(R C ${B} "${C}/a.cu" RUN_OUTPUT_VARIABLE O)\n', ["${C}/a.cu"]),
        ("try_compile(A ${B} SOURCES a.hip)\n", []),
        ("try_compile(A ${B} ${C}/project p)\n", []),
        ("add_library(t a.cu)\n", []),
        ("if(WIN32)\n  try_compile(A ${B} a.cu)\nendif()\n", []),
    ],
)
def test_a_source_that_is_tried_by_its_ending(text: str, said: list[str]) -> None:
    found = build_file(text.encode(), RULES, Options(path="CMakeLists.txt")).findings
    assert [text[slice(*one.span)] for one in found if one.rule == "B045"] == said


@needs_cmake
@pytest.mark.build
@pytest.mark.parametrize(("name", "ends"), [("a.cu", True), ("a.cpp", False)])
def test_configuring_ends_there(tmp_path: Path, name: str, ends: bool) -> None:
    (tmp_path / name).write_text("int main() { return 0; }\n", encoding="utf-8")
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.21)\nproject(d LANGUAGES CXX)\n"
        f"try_compile(A ${{CMAKE_BINARY_DIR}} SOURCES ${{CMAKE_SOURCE_DIR}}/{name})\n",
        encoding="utf-8",
    )
    command = ["cmake", "-S", str(tmp_path), "-B", str(tmp_path / "b")]
    assert (subprocess.run(command, capture_output=True, check=False).returncode != 0) == ends
