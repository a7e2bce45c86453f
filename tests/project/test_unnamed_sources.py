"""Sources of C++ with Thrust in them that no build of a project names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

TOP = "cmake_minimum_required(VERSION 3.21)\nproject(a LANGUAGES CXX CUDA)\nadd_library(a a.cu)\n"
USES = "#include <thrust/host_vector.h>\nint main() { thrust::host_vector<int> v; }\n"
TREE = {"CMakeLists.txt": TOP, "a.cu": "__global__ void k() {}\n", "old/main.cpp": USES}


def severities(folder: Path, files: dict[str, str]) -> list[str]:
    """Convert some files, and give how grave what M067 says of old/main.cpp is."""
    for name, text in files.items():
        put(folder / name, text)
    report = convert_tree([str(folder)], Settings(build="keep"))
    (own,) = (one for one in report.files if one.path.endswith("/old/main.cpp"))
    return [each.severity for each in own.concerns if each.rule == "M067"]


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"CMakeLists.txt": f"{TOP}# add_executable(main old/main.cpp)\n"},
        {"run.sh": "./a\n", "b.cpp": "int b;\n"},
        {"main.cu": "int b;\n", "CMakeLists.txt": TOP.replace("a.cu", "a.cu main.cu")},
    ],
)
def test_what_no_build_names_is_a_note(tmp_path: Path, more: dict[str, str]) -> None:
    assert severities(tmp_path, {**TREE, **more}) == ["note"]


@pytest.mark.parametrize(
    "more",
    [
        {"CMakeLists.txt": f"{TOP}add_executable(main old/main.cpp)\n"},
        {"CMakeLists.txt": f"{TOP}file(GLOB ALL old/*.cpp)\n"},
        {"CMakeLists.txt": f"{TOP}foreach(n main)\nadd_executable(${{n}} old/${{n}}.cpp)\nendforeach()\n"},
        {"build.sh": "g++ old/main.cpp\n"},
        {"README.md": "Then compile `main.cpp`.\n"},
        {"b.cpp": '#include "old/main.cpp"\n', "CMakeLists.txt": TOP.replace("a.cu", "a.cu b.cpp")},
        {"Makefile": "main.o: \n\tg++ -c old/main.cpp\n"},
    ],
)
def test_what_one_may_name_is_a_warning(tmp_path: Path, more: dict[str, str]) -> None:
    assert severities(tmp_path, {**TREE, **more}) == ["warning"]


def test_without_build_files_nothing_is_known(tmp_path: Path) -> None:
    assert severities(tmp_path, {"old/main.cpp": USES}) == ["warning"]


def of_header(folder: Path, top: str) -> list[tuple[str, str]]:
    """Give what M067 says of a header that old/main.cpp and b.cpp read, with the CMakeLists.txt given."""
    header = "#pragma once\n#include <thrust/sort.h>\n"
    reads = '#include "sorts.h"\nint main() {}\n'
    files = {"CMakeLists.txt": top, "sorts.h": header, "a.cu": '#include "sorts.h"\n', "b.cpp": reads}
    for name, text in {**files, "old/main.cpp": reads.replace("sorts", "../sorts")}.items():
        put(folder / name, text)
    report = convert_tree([str(folder)], Settings(build="keep"))
    told = [each for one in report.files for each in one.concerns if each.rule == "M067"]
    return [(each.severity, each.message.partition("compile ")[2].partition(", which")[0]) for each in told]


def test_a_header_speaks_for_those_of_its_readers_that_a_build_names(tmp_path: Path) -> None:
    assert of_header(tmp_path / "a", TOP) == [("note", "b.cpp and main.cpp")]
    assert of_header(tmp_path / "b", TOP.replace("a.cu", "a.cu b.cpp")) == [("warning", "b.cpp")]
    both = TOP.replace("a.cu", "a.cu b.cpp old/main.cpp")
    assert of_header(tmp_path / "c", both) == [("warning", "b.cpp and main.cpp")]
