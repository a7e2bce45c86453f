"""What a build file is told of sources that use Thrust or CUB."""

from __future__ import annotations

from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.project.device_library_users import DeviceLibraryUsers
from hipify_py.project.fact_reading import facts
from hipify_py.project.run import convert_tree
from hipify_py.project.translation_units import TranslationUnits
from hipify_py.rules.load import load
from hipify_py.settings import Options, Settings
from hipify_py.surroundings import Project

if TYPE_CHECKING:
    from pathlib import Path

RULES = load()
SORT = "#include <thrust/sort.h>\n"


def told(files: dict[str, str], path: str) -> Project | None:
    found = {name: facts(text.encode(), RULES, Options(path=name)) for name, text in files.items()}
    places = {
        name: [
            one if (one := normpath(join(dirname(name), include.decode()))) in files else None
            for include, _ in fact.includes
        ]
        for name, fact in found.items()
    }
    return DeviceLibraryUsers(found, places, TranslationUnits(found, places, RULES, {})).told(path)


@pytest.mark.parametrize(
    ("files", "path", "uses"),
    [
        ({"/t/a.cu": SORT}, "/t/CMakeLists.txt", True),
        ({"/t/src/a/k.cu": '#include "cub/cub.cuh"'}, "/t/Makefile", True),
        ({"/t/src/k.cu": "#include <hipcub/hipcub.hpp>"}, "/t/cmake/flags.cmake", True),
        ({"/t/src/k.cu": SORT, "/t/b/k.cu": ""}, "/t/b/Makefile", False),
        ({"/t/k.cu": '#include "cub/cub.cuh"', "/t/cub/cub.cuh": ""}, "/t/Makefile", False),
        ({"/t/k.cu": "#include <cublas_v2.h>"}, "/t/Makefile", False),
        ({"/u/k.cu": SORT, "/t/k.cu": ""}, "/t/Makefile", False),
        ({"/t/k.cu": '#include "../u/k.cuh"', "/u/k.cuh": SORT}, "/t/Makefile", True),
        ({"/t/k.cu": '#include "../u/k.cuh"', "/u/k.cuh": SORT, "/v/k.cu": ""}, "/v/Makefile", False),
        (
            {"/t/k.cu": '#include "h.h"', "/t/h.h": '#include "../u/k.cuh"', "/u/k.cuh": SORT},
            "/t/CMakeLists.txt",
            True,
        ),
        ({"/t/k.cu": '#include "cub/cub.cuh"', "/t/cub/cub.cuh": '#include "a.cuh"'}, "/t/Makefile", False),
    ],
)
def test_sources_around_a_build_file_use_thrust_or_cub(files: dict[str, str], path: str, uses: bool) -> None:
    assert told(files, path) == (Project(rocprim=True) if uses else None)


@pytest.mark.parametrize(
    ("files", "as_hip"),
    [
        ({"/t/a.cpp": SORT, "/t/b.cpp": "", "/t/k.cu": SORT}, {"/t/a.cpp"}),
        ({"/t/src/a.cc": '#include "h.h"', "/t/src/h.h": SORT}, {"/t/src/a.cc"}),
        ({"/t/a.cpp": "#ifdef __CUDACC__\n" + SORT + "#endif\n"}, set()),
        ({"/t/a.cpp": "#include <thrust/version.h>\n"}, set()),
        ({"/t/b/k.cu": SORT, "/t/a.c": '#include "h.h"', "/t/h.h": SORT}, set()),
    ],
)
def test_plain_cxx_that_uses_them_is_named(files: dict[str, str], as_hip: set[str]) -> None:
    found = told(files, "/t/CMakeLists.txt")
    assert found is not None
    assert found.as_hip == as_hip


@pytest.mark.parametrize(
    ("files", "host"),
    [
        ({"/t/src/a.cpp": "#include <cuda_runtime.h>\n", "/t/k.cu": ""}, "src/a.cpp"),
        ({"/t/a.cc": '#include "h.h"\n', "/t/h.h": "#include <cuda_runtime_api.h>\n"}, "a.cc"),
        ({"/t/a.cpp": SORT}, ""),
        ({"/t/a.cpp": "int a;\n", "/t/k.cu": SORT}, ""),
    ],
)
def test_plain_cxx_that_reads_the_runtime_is_named(files: dict[str, str], host: str) -> None:
    found = told(files, "/t/Makefile")
    assert (found.host_cxx if found else "") == host


CMAKE = """cmake_minimum_required(VERSION 3.21)
project(demo LANGUAGES CXX CUDA)
add_executable(named main.cpp ${CMAKE_CURRENT_SOURCE_DIR}/src/sort.cpp k.cu)
file(GLOB ALL src/*.cpp)
file(GLOB_RECURSE DEEP CONFIGURE_DEPENDS lib/*.cpp)
add_library(globbed ${ALL} ${DEEP})
"""
AFTER = """cmake_minimum_required(VERSION 3.21)
project(demo LANGUAGES CXX HIP)
add_executable(named main.cpp ${CMAKE_CURRENT_SOURCE_DIR}/src/sort.cpp k.cu)
set_source_files_properties(k.cu PROPERTIES LANGUAGE HIP)
if(CMAKE_HIP_COMPILER)
  set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/src/sort.cpp PROPERTIES LANGUAGE HIP)
endif()
file(GLOB ALL src/*.cpp)
if(CMAKE_HIP_COMPILER)
  set_source_files_properties(src/sort.cpp PROPERTIES LANGUAGE HIP)
endif()
file(GLOB_RECURSE DEEP CONFIGURE_DEPENDS lib/*.cpp)
if(CMAKE_HIP_COMPILER)
  set_source_files_properties(lib/deep/scan.cpp PROPERTIES LANGUAGE HIP)
endif()
add_library(globbed ${ALL} ${DEEP})
"""


def test_a_build_of_cmake_compiles_them_as_hip(tmp_path: Path) -> None:
    files = {"main.cpp": "", "src/sort.cpp": SORT, "src/b.cpp": "", "lib/deep/scan.cpp": SORT, "k.cu": SORT}
    for name, text in {"CMakeLists.txt": CMAKE, **files}.items():
        put(tmp_path / name, text)
    for _ in range(2):
        convert_tree([str(tmp_path)], Settings(mode="in-place"))
        assert (tmp_path / "CMakeLists.txt").read_text() == AFTER


OF_ITS_OWN = """project(p CXX CUDA)
macro(ADD_SOURCES)
  list(APPEND ALL ${ARGN})
endmacro()
ADD_SOURCES(
  %s
  )
add_executable(p ${ALL} k.cu)
"""


@pytest.mark.parametrize(
    ("given", "as_hip"),
    [
        ("sort.cpp", "sort.cpp"),
        ("main.cpp sort.cpp", "sort.cpp"),
        ("sort.cpp src/a.cpp", "sort.cpp src/a.cpp"),
    ],
)
def test_a_command_of_the_projects_own_takes_sources_alone(tmp_path: Path, given: str, as_hip: str) -> None:
    files = {"main.cpp": "", "sort.cpp": SORT, "src/a.cpp": SORT, "k.cu": ""}
    for name, text in {"CMakeLists.txt": OF_ITS_OWN % given, **files}.items():
        put(tmp_path / name, text)
    convert_tree([str(tmp_path)], Settings(mode="in-place"))
    made = (tmp_path / "CMakeLists.txt").read_text()
    assert f"  set_source_files_properties({as_hip} PROPERTIES LANGUAGE HIP)\n" in made


ASKS = '#ifdef WITH_THRUST\n#include "sort.h"\n#endif\n'
OF_MACRO = {
    "CMakeLists.txt": "cmake_minimum_required(VERSION 3.21)\nproject(p CXX CUDA)\nadd_library(p a.cpp)\n",
    "sort.h": SORT,
    "view.h": ASKS,
    "k.cu": '#define WITH_THRUST\n#include "view.h"\n',
    "a.cpp": '#include "view.h"\n',
}
OF_COMPILER = {"view.h": '#ifdef __CUDACC__\n#include "sort.h"\n#endif\n'}
FOR_NVCC = "OPTIONS -DWITH_THRUST"
FORCED = "target_precompile_headers(p PRIVATE b.h)\n"
AS_HIP = "set_source_files_properties(a.cpp PROPERTIES LANGUAGE HIP)"


def made_hip(folder: Path, files: dict[str, str]) -> bool:
    """Say whether a.cpp is compiled as HIP after a conversion of some files."""
    for name, text in files.items():
        put(folder / name, text)
    report = convert_tree([str(folder)], Settings(mode="memory"))
    (made,) = [one for one in report.files if one.path.endswith("CMakeLists.txt")]
    return AS_HIP in (made.output or b"").decode()


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, False),
        ({"sort.h": "", "view.h": ASKS.replace('"sort.h"', "<thrust/sort.h>")}, False),
        ({"view.h": ASKS.replace("ifdef", "if defined(NDEBUG) &&")}, False),
        ({"view.h": ASKS.replace("ifdef WITH_THRUST", "if defined(WITH_THRUST) || 1")}, True),
        ({"view.h": ASKS.replace("ifdef", "ifndef")}, True),
        ({"view.h": ASKS.replace("WITH_THRUST", "NDEBUG")}, True),
        ({"view.h": ASKS.replace("WITH_THRUST", "CUDART_VERSION")}, True),
        ({"a.cpp": '#define WITH_THRUST\n#include "view.h"\n'}, True),
        ({"view.h": '#include "config.h"\n' + ASKS, "config.h": "#define WITH_THRUST 1\n"}, True),
        ({"view.h": '#include "config.h"\n' + ASKS, "config.h.in": "#cmakedefine WITH_THRUST\n"}, True),
        ({"CMakeLists.txt": OF_MACRO["CMakeLists.txt"] + "add_definitions(-DWITH_THRUST)\n"}, True),
        ({"CMakeLists.txt": OF_MACRO["CMakeLists.txt"] + "add_definitions(-DWITH_${X})\n"}, True),
        ({"CMakeLists.txt": OF_MACRO["CMakeLists.txt"] + "add_definitions(-D${X})\n"}, False),
        ({"CMakeLists.txt": OF_MACRO["CMakeLists.txt"] + "add_definitions(-DUSE_${X})\n"}, False),
        ({"CMakeLists.txt": OF_MACRO["CMakeLists.txt"] + "add_definitions(-D${X}_THRUST)\n"}, True),
        ({"CMakeLists.txt": OF_MACRO["CMakeLists.txt"] + f"cuda_add_library(q k.cu {FOR_NVCC})\n"}, False),
        ({"CMakeLists.txt": OF_MACRO["CMakeLists.txt"] + f"add_mine(q {FOR_NVCC})\n"}, True),
        ({"CMakeLists.txt": OF_MACRO["CMakeLists.txt"] + FORCED}, False),
        ({"CMakeLists.txt": OF_MACRO["CMakeLists.txt"] + FORCED, "b.h": "#define WITH_THRUST\n"}, True),
        ({"build.sh": "make CXXFLAGS=-DWITH_THRUST\n"}, True),
        ({"b.h": "#define __CUDACC__\n", **OF_COMPILER}, False),
        ({"build.sh": "make CXXFLAGS=-DWITH_THRUST\n", **OF_COMPILER}, False),
    ],
)
def test_includes_behind_macros_that_nothing_makes_are_not_read(
    tmp_path: Path, changed: dict[str, str], *, expected: bool
) -> None:
    assert made_hip(tmp_path, {**OF_MACRO, **changed}) is expected
