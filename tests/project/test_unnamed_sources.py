"""Sources that no build names, where builds name theirs one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

CODE = 'void f() { cudaMemcpyToSymbol("name", 0, 4); }\n'
TOP = "project(a LANGUAGES CXX CUDA)\nadd_executable(a a.cu ${MORE})\n"
MAKE = "OBJS = a.o\nrun: $(OBJS)\n\tnvcc -o $@ $^\n%.o: %.cu\n\tnvcc -c $< -o $@\nclean:\n\trm -f *.o\n"


def noted(folder: Path, files: dict[str, str]) -> bool:
    """Convert a project, and say whether what is said of a source that it does not name is told in notes."""
    for name, text in {"a.cu": CODE, "old/left.cu": CODE, **files}.items():
        put(folder / name, text)
    report = convert_tree([str(folder)], Settings())
    (file,) = [one for one in report.files if one.path.endswith("left.cu")]
    assert {one.rule for one in file.concerns} - {"M152"}
    told = file.concerns[0].message.startswith(
        "no build of the project comes to this file: no build file names"
    )
    assert told == all(one.severity == "note" for one in file.concerns)
    return told


@pytest.mark.parametrize(
    "files",
    [
        {"CMakeLists.txt": TOP},
        {"CMakeLists.txt": TOP + "# add_executable(left old/left.cu)\n"},
        {"Makefile": MAKE},
        {"Makefile": MAKE.replace("%.o: %.cu", ".SUFFIXES: .cu .o\n.cu.o:")},
        {"Makefile": "SRCS = a.cu\n" + MAKE.replace("a.o", "$(SRCS:.cu=.o)", 1)},
        {"CMakeLists.txt": TOP, "tests/CMakeLists.txt": "file(GLOB all *.cu)\n"},
        {"CMakeLists.txt": TOP, "old/use.cu": "int leftover;\n"},
        {"CMakeLists.txt": TOP, ".gitattributes": "*.cu linguist-language=CUDA\n"},
    ],
)
def test_a_source_that_nothing_names_is_told_in_notes(tmp_path: Path, files: dict[str, str]) -> None:
    assert noted(tmp_path, files)


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"build.sh": "nvcc a.cu\n"},
        {"CMakeLists.txt": TOP + "add_library(b old/left.cu)\n"},
        {"CMakeLists.txt": TOP + "my_test(left)\n"},
        {"CMakeLists.txt": TOP + "file(GLOB_RECURSE more CONFIGURE_DEPENDS *.cu)\n"},
        {"CMakeLists.txt": TOP + "macro(test name)\n  add_executable(${name} old/${name}.cu)\nendmacro()\n"},
        {"CMakeLists.txt": TOP + "aux_source_directory(old SRC)\n"},
        {"Makefile": MAKE + "%: %.cu\n\tnvcc $< -o $@\n"},
        {"Makefile": "SRCS = $(wildcard old/*.cu)\n" + MAKE},
        {"Makefile": MAKE.replace("a.o", "a.o left.o")},
        {"Makefile": "TARGETS = left\nSRCS = $(addsuffix .cu, $(TARGETS))\n" + MAKE},
        {"CMakeLists.txt": TOP, "README.md": "Compile it by `nvcc old/left.cu`.\n"},
        {"CMakeLists.txt": TOP, "run.py": "load(sources=['old/left.cu'])\n"},
        {"CMakeLists.txt": TOP, "SConstruct": "Program('a', Glob('old/*.cu'))\n"},
        {"CMakeLists.txt": TOP, "premake5.lua": "files { '**.cu' }\n"},
        {"CMakeLists.txt": TOP, "a.cu": '#include "old/left.cu"\n'},
        {"CMakeLists.txt": TOP, "a.cu": CODE + 'const char *path = "left.cu";\n'},
        {"CMakeLists.txt": TOP, "old/Makefile": "all: *.cu\n\tnvcc *.cu\n"},
    ],
)
def test_what_some_build_may_come_to_keeps_its_warnings(tmp_path: Path, files: dict[str, str]) -> None:
    assert not noted(tmp_path, files)


def test_a_part_of_a_project_does_not_tell(tmp_path: Path) -> None:
    put(tmp_path / "CMakeLists.txt", "project(whole)\n")
    assert not noted(tmp_path / "part", {"CMakeLists.txt": TOP})


@pytest.mark.parametrize(("named", "rules"), [("main.cpp", ["M067"]), ("other.cpp", ["M152", "M067"])])
def test_builds_are_told_of_none_of_them(tmp_path: Path, named: str, rules: list[str]) -> None:
    put(tmp_path / "Makefile", f"a: {named}\n\t$(CXX) -c {named} -o a.o\n")
    put(tmp_path / "other.cpp", "int main() {}\n")
    put(tmp_path / "main.cpp", "#include <thrust/device_vector.h>\nthrust::device_vector<int> v;\n")
    report = convert_tree([str(tmp_path)], Settings())
    (file,) = [one for one in report.files if one.path.endswith("main.cpp")]
    assert [one.rule for one in file.concerns] == rules


@pytest.mark.parametrize(("named", "said"), [("a.o b.o", ["B021"]), ("a.o", [])])
def test_no_makefile_is_asked_to_name_the_platform_for_one(
    tmp_path: Path, named: str, said: list[str]
) -> None:
    rule = "%.o: %.cpp\n\t$(CXX) -c $< -o $@\n"
    put(tmp_path / "Makefile", f"run: {named}\n\t$(CXX) -o $@ $^\n{rule}")
    put(tmp_path / "a.cpp", "int main() {}\n")
    put(tmp_path / "b.cpp", "#include <cuda_runtime.h>\nint n = cudaGetLastError();\n")
    report = convert_tree([str(tmp_path)], Settings())
    assert [one.rule for file in report.files for one in file.concerns if one.rule == "B021"] == said
