"""Standards of C++ in flags for all languages, as CMake itself writes them for sources in HIP."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from helpers.command import put
from helpers.hip_cmake import configure, needs_cmake, rocm

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TOP = """cmake_minimum_required(VERSION 3.21)
project(a CXX HIP)
set(CMAKE_HIP_FLAGS "${CMAKE_HIP_FLAGS} -std=c++17")
"""


@needs_cmake
@pytest.mark.parametrize(
    ("line", "standards"),
    [
        ("add_definitions(-std=c++11)", ["17", "11"]),
        ("add_compile_options(-std=c++11)", ["17", "11"]),
        ("add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-std=c++11>)", ["17"]),
        ("set(CMAKE_CXX_FLAGS -std=c++11)", ["17"]),
    ],
)
def test_flags_for_all_languages_stand_behind_those_for_hip(
    line: str, standards: list[str], hipcheck: Callable[..., tuple[bool, str]], tmp_path: Path
) -> None:
    del hipcheck  # without HIP's compiler CMake enables no HIP
    put(tmp_path / "t/k.hip", "int a;\n")
    put(tmp_path / "t/CMakeLists.txt", f"{TOP}{line}\nadd_library(k OBJECT k.hip)\n")
    made = configure(
        tmp_path / "t", tmp_path / "b", rocm(tmp_path / "rocm"), "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"
    )
    assert made.returncode == 0, made.stderr
    (one,) = json.loads((tmp_path / "b/compile_commands.json").read_text(encoding="utf-8"))
    assert re.findall(r"-std=c\+\+(\d+)", one["command"]) == standards
