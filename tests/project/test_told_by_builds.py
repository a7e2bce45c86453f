"""What build files tell the sources of a run, and these each other by way of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

USES = "#include <cuda_runtime.h>\nint f() { return CUDA_WIDTH; }\n"
SORT = "#include <thrust/sort.h>\n"
TOP = "cmake_minimum_required(VERSION 3.21)\nproject(a LANGUAGES CXX CUDA)\n"
MODULE = "module(x MODULE moe.cc)\n"
HIP = "if(CMAKE_HIP_COMPILER)\n  set_source_files_properties(moe.cc PROPERTIES LANGUAGE HIP)\nendif()\n"


def said(folder: Path, files: dict[str, str], rule: str) -> dict[str, list[str]]:
    """Convert some files and then what came of them, and give what a rule says of each, both times alike."""
    for name, text in files.items():
        put(folder / name, text)
    found = []
    for _ in range(2):
        report = convert_tree([str(folder)], Settings(mode="in-place"))
        concerns = {
            one.path.partition(f"{folder.name}/")[2]: [c.message for c in one.concerns if c.rule == rule]
            for one in report.files
        }
        found.append({path: messages for path, messages in concerns.items() if messages})
    assert found[1] in ({}, found[0])
    return found[0]


@pytest.mark.parametrize(
    ("build", "is_made"),
    [
        ({"CMakeLists.txt": 'set(CMAKE_CXX_FLAGS "-Wall -DCUDA_WIDTH=${W}")\n'}, True),
        ({"CMakeLists.txt": "add_definitions(-DCUDA_WIDTH)\n"}, True),
        (
            {"CMakeLists.txt": "target_compile_definitions(p PRIVATE A=1 $<$<BOOL:${B}>:CUDA_WIDTH=2>)\n"},
            True,
        ),
        ({"CMakeLists.txt": "set_property(TARGET p PROPERTY COMPILE_DEFINITIONS CUDA_WIDTH=2)\n"}, True),
        ({"CMakeLists.txt": "# add_definitions(-DCUDA_WIDTH)\nset(CUDA_WIDTH 1)\n"}, False),
        ({"CMakeLists.txt": TOP, "cmake/flags.cmake": "add_definitions(-DCUDA_WIDTH)\n"}, True),
        ({"cmake/flags.cmake": "add_definitions(-DCUDA_WIDTH)\n"}, False),
        ({"other/CMakeLists.txt": "add_definitions(-DCUDA_WIDTH)\n"}, False),
        ({"Makefile": "CXXFLAGS += -D CUDA_WIDTH=3\n"}, True),
        ({"Makefile": "all:\n\tcmake -DCUDA_WIDTH=3 .\n"}, False),
        ({"setup.py": "args = ['-DCUDA_WIDTH=3']\n"}, True),
    ],
)
def test_macros_that_the_build_defines_are_the_projects_own(
    tmp_path: Path, build: dict[str, str], is_made: bool
) -> None:
    found = said(tmp_path, {**build, "src/a.cc": USES}, "N003")
    assert [*found] == ([] if is_made else ["src/a.cc"])


def test_a_macro_of_the_build_is_made_for_headers_that_its_sources_include(tmp_path: Path) -> None:
    files = {
        "src/Makefile": "F = -DCUDA_WIDTH=3\n",
        "src/a.cc": '#include "../include/a.h"\n',
        "include/a.h": USES,
        "include/b.h": USES,
    }
    assert [*said(tmp_path, files, "N003")] == ["include/b.h"]


@pytest.mark.parametrize("header", ["enc.h", "w/moe.h"])
def test_sources_that_the_build_will_have_as_hip_are_not_asked_for(tmp_path: Path, header: str) -> None:
    files = {
        "CMakeLists.txt": TOP + "add_subdirectory(w)\n",
        "w/CMakeLists.txt": MODULE,
        "w/moe.cc": f'#include "{"../enc.h" if header == "enc.h" else "moe.h"}"\n',
        header: SORT,
    }
    assert said(tmp_path, files, "M067") == {}
    assert (tmp_path / "w/CMakeLists.txt").read_text() == MODULE + HIP


def test_sources_of_other_builds_are_asked_for_whatever_others_the_run_has(tmp_path: Path) -> None:
    files = {
        "Makefile": "all: a.o\n",
        "a.cc": '#include "3rdparty/x.h"\n#include "y.h"\n',
        "b.cc": '#include "own.h"\n#include "by_y.h"\n',
        "c.cc": '#ifdef SORTS\n#include "y.h"\n#endif\n#include "z.h"\n',
        "d.cc": '#include "y.h"\n' + SORT,
        "e.cc": '#include "own.h"\n',
        "3rdparty/x.h": "#include <thrust/scan.h>\n",
        "by_y.h": '#include "y.h"\n',
        "own.h": "int own();\n",
        "y.h": SORT,
        "z.h": "#include <thrust/reduce.h>\n",
    }
    found = said(tmp_path, files, "M067")
    assert {path: message.partition(" of ROCm")[0] for path, (message,) in found.items()} == {
        "a.cc": "<thrust/scan.h>",
        "d.cc": "<thrust/sort.h>",
        "y.h": "<thrust/sort.h>",
        "z.h": "<thrust/reduce.h>",
    }
    asked = {path: message.partition("let the build compile ")[2] for path, (message,) in found.items()}
    assert asked == {
        "a.cc": "this file, which reads it by way of 3rdparty/x.h, as HIP",  # which stays as it is
        "d.cc": "this file as HIP",
        "y.h": "b.cc, which reads it by way of this header, as HIP",
        "z.h": "c.cc, which reads it by way of this header, as HIP",
    }
    for path in ("a.cc", "d.cc"):
        assert alone(tmp_path / path) == found[path]


def alone(path: Path, *, in_repository: bool = False) -> list[str]:
    made = convert_tree([str(path)], Settings(mode="memory", in_repository=in_repository))
    return [one.message for file in made.files for one in file.concerns if one.rule == "M067"]


def test_a_header_that_many_sources_read_tells_once_for_all(tmp_path: Path) -> None:
    files = {
        "a.cc": '#include "by.h"\n',
        "b.cc": '#include "sorts.h"\n',
        "c.cpp": '#include "sorts.h"\n',
        "d.cc": '#include "sorts.h"\nvoid f() { k<<<1, 1>>>(); }\n',
        "e.cu": '#include "sorts.h"\n',
        "by.h": '#include "sorts.h"\n',
        "sorts.h": "#pragma once\n#include <vector>\n" + SORT + "#include <cub/cub.cuh>\n",
    }
    text = "let the build compile a.cc, b.cc and c.cpp, which read it by way of this header, as HIP"
    ((path, (message,)),) = said(tmp_path, files, "M067").items()
    assert (path, message.rpartition(": ")[2]) == ("sorts.h", text)
    # named alone, a source tells it, but where the header is known to be converted with the repository
    assert alone(tmp_path / "b.cc")[0].endswith("this file, which reads it by way of sorts.h, as HIP")
    put(tmp_path / ".git" / "HEAD", "ref: refs/heads/main\n")
    assert alone(tmp_path / "b.cc", in_repository=True) == []
    put(tmp_path / "third_party" / "x.h", SORT)
    put(tmp_path / "f.cc", '#include "third_party/x.h"\n')
    assert len(alone(tmp_path / "f.cc", in_repository=True)) == 1


def test_a_header_that_no_plain_source_reads_is_not_told(tmp_path: Path) -> None:
    files = {"a.cu": '#include "sorts.h"\n', "b.cc": "#include <vector>\n", "sorts.h": SORT}
    assert said(tmp_path, files, "M067") == {}


@pytest.mark.parametrize(
    ("build", "severity"),
    [
        ("add_compile_definitions(THRUST_CUB_WRAPPED_NAMESPACE=mine)\n", "note"),
        ("# without THRUST_CUB_WRAPPED_NAMESPACE\n", "warning"),
        ("", "warning"),
    ],
)
def test_a_build_that_wraps_thrust_tells_it_for_its_sources(
    tmp_path: Path, build: str, severity: str
) -> None:
    put(tmp_path / "CMakeLists.txt", TOP + build)
    put(tmp_path / "src" / "a.cu", "void f(mine::thrust::device_vector<int> &v);\n")
    found = convert_tree([str(tmp_path)], Settings(mode="memory")).files
    told = [
        (one.rule, one.severity) for file in found for one in file.concerns if one.rule in {"M085", "B019"}
    ]
    assert told == [("B019", "warning")] * (severity == "note") + [("M085", severity)]


CHOICE = """project(q LANGUAGES CXX)
set(GPU ops.cu)
if(BACKEND STREQUAL "cuda")
  enable_language(CUDA)
  list(APPEND S ${GPU} sm80.cu)
elseif(BACKEND STREQUAL "hip")
  enable_language(HIP)
  list(APPEND S ${GPU})
endif()
add_library(q ${S})
"""
LACKS = '#include "own.h"\n#include "both.h"\n__global__ void k() { cudaGraphicsLacking(); }\n'


@pytest.mark.parametrize(
    ("more", "is_left"),
    [
        ({}, {"sm80.cu", "own.h"}),
        ({"Makefile": "sm80.o: sm80.cu\n"}, set()),
        ({"setup.py": "glob('*.cu')\n"}, set()),
        ({"all.cc": '#include "sm80.cu"\n'}, set()),
        ({"tests/CMakeLists.txt": "add_executable(t ../sm80.cu)\n"}, set()),
        ({"CMakeLists.txt": CHOICE.replace("elseif", "endif()\nif")}, {"sm80.cu", "own.h"}),
        ({"CMakeLists.txt": CHOICE.replace('"cuda")', '"cuda" OR X)')}, set()),
        ({"CMakeLists.txt": CHOICE + "enable_language(CUDA)\n"}, set()),
    ],
)
def test_sources_for_cuda_alone_are_told_of_in_notes(
    tmp_path: Path, more: dict[str, str], is_left: set[str]
) -> None:
    files = {"CMakeLists.txt": CHOICE, "sm80.cu": LACKS, "ops.cu": LACKS.replace("own", "other")} | more
    headers = dict.fromkeys(("own.h", "both.h"), "inline void f() { cudaHeaderLacking(); }\n")
    for name, text in (files | headers).items():
        put(tmp_path / name, text)
    report = convert_tree([str(tmp_path)], Settings())
    worst = {
        one.path.rpartition("/")[2]: {each.severity for each in one.concerns}
        for one in report.files
        if one.path.endswith((".cu", ".h"))
    }
    assert {name for name, severities in worst.items() if severities == {"note"}} == is_left
    assert {*worst} == {"sm80.cu", "ops.cu", "own.h", "both.h"}


def test_settings_for_several_machines_are_told_once_and_the_others_in_notes(tmp_path: Path) -> None:
    sets = "CUDA_PATH /sw/cuda\nNVCCFLAG_COM -O3\n"
    for name in ("a.config", "b.config", "c.config", "d.settings"):
        put(tmp_path / "configs" / name, sets)
    put(tmp_path / "k.cu", "__global__ void k() {}\n")
    report = convert_tree([str(tmp_path)], Settings())
    said = {
        one.path.rpartition("/")[2]: (c.severity, c.message.rpartition("; ")[2])
        for one in report.files
        for c in one.concerns
        if c.rule == "F022"
    }
    beside = ("note", "a.config beside it is told of for all")
    assert said.pop("d.settings")[0] == "warning"
    assert said == {
        "a.config": ("warning", "2 more of its kind stand beside it, which are told in notes"),
        "b.config": beside,
        "c.config": beside,
    }


RULES_OF_MAKE = "NVCC = nvcc\n%.o: %.cu\n\t$(NVCC) -c $< -o $@\n"


@pytest.mark.parametrize(
    ("makefile", "asked"),
    [
        ("%.o: %.cpp\n\t$(NVCC) -c $< -o $@\n", set()),
        ("CXX = /usr/local/cuda-11.5/bin/nvcc\nb/%.o: %.cpp x.h\n\t$(CXX) -dc $(F) -c $< -o $@\n", set()),
        (".cpp.o:\n\t$(NVCC) -c $<\n", set()),
        ("src/a.o: src/a.cpp x.h\n\t$(NVCC) -c src/a.cpp -o $@\n", set()),
        ("CXX = nvcc\n", set()),
        ("%.o: %.cpp\n\t$(NVCC) -x cu -c $< -o $@\n", set()),
        ("%.o: %.cpp\n\t$(CXX) -c $< -o $@\n", {"src/a.cpp"}),
        ("%.o: %.cpp\n\t$(NVCC) -x c++ -c $< -o $@\n", {"src/a.cpp"}),
        ("%.o: %.cc\n\t$(NVCC) -c $< -o $@\n", {"src/a.cpp"}),
        ("%.o: %.cpp\n\t$(NVCC) -c $<\na.o: src/a.cpp\n\tg++ -c $< -o $@\n", {"src/a.cpp"}),
    ],
)
def test_plain_cpp_that_a_makefile_gives_to_hipcc_is_compiled_as_hip(
    tmp_path: Path, makefile: str, asked: set[str]
) -> None:
    files = {"Makefile": RULES_OF_MAKE + makefile, "src/a.cpp": SORT, "src/b.cu": "__global__ void k() {}\n"}
    assert {*said(tmp_path, files, "M067")} == asked


@pytest.mark.parametrize(
    ("script", "asked"),
    [
        ("nvcc b.cu -x cu a.cpp -o a\n", set()),
        ("hipcc b.cu -x hip a.cpp -o a\n", set()),
        ("nvcc a.cpp b.cu -o a\n", set()),
        ("nvcc b.cu -x c++ a.cpp -o a\n", {"a.cpp"}),
        ("nvcc -c b.cu\ng++ -c a.cpp\n", {"a.cpp"}),
        ("nvcc b.cu\necho nvcc a.cpp\n", {"a.cpp"}),
    ],
)
def test_plain_cpp_that_a_script_gives_to_hipcc_is_compiled_as_hip(
    tmp_path: Path, script: str, asked: set[str]
) -> None:
    files = {"build.sh": f"#!/bin/bash\n{script}", "a.cpp": SORT, "b.cu": "__global__ void k() {}\n"}
    assert {*said(tmp_path, files, "M067")} == asked


def test_where_cmake_compiles_it_as_well_a_makefile_does_not_tell(tmp_path: Path) -> None:
    files = {
        "Makefile": RULES_OF_MAKE + "%.o: %.cpp\n\t$(NVCC) -c $<\n",
        "CMakeLists.txt": TOP + "add_custom_target(q)\n",
        "a.cpp": SORT,
    }
    assert {*said(tmp_path, files, "M067")} == {"a.cpp"}


@pytest.mark.parametrize(
    ("build", "severity"),
    [
        ({"Makefile": "k.fatbin: k.cu\n\tnvcc -fatbin -o $@ $<\n"}, "note"),
        ({"../Makefile": "%.ptx: %.cu\n\tnvcc --ptx -o $@ $<\n"}, "note"),
        ({"other/Makefile": "k.fatbin: k.cu\n\tnvcc -fatbin -o $@ $<\n"}, "warning"),
        ({"Makefile": "k.o: k.cu\n\tnvcc --ptxas-options=-v -c $<\n"}, "warning"),
        ({}, "warning"),
    ],
)
def test_who_loads_modules_is_noted_alone_where_the_build_makes_them(
    tmp_path: Path, build: dict[str, str], severity: str
) -> None:
    source = "#include <cuda.h>\nvoid f(CUmodule *m, void *p) { cuModuleLoadData(m, p); }\n"
    for name, text in {**build, "a.c": source}.items():
        put(tmp_path / "src" / name, text)
    report = convert_tree([str(tmp_path)], Settings(mode="dry-run"))
    told = [c.severity for one in report.files for c in one.concerns if c.rule == "M073"]
    assert told == [severity]
