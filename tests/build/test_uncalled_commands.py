"""Functions and macros of CMake that no file of a project calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

TOP = "cmake_minimum_required(VERSION 3.21)\nproject(a LANGUAGES CXX CUDA)\ninclude(cmake/gpu.cmake)\n"
MACRO = "macro(gpu_objects out)\n  cuda_compile(objects ${ARGN})\nendmacro()\n"
ALONE = {"CMakeLists.txt": TOP, "cmake/gpu.cmake": "# gpu_objects(OUT SOURCES)\n" + MACRO}


def severities(folder: Path, files: dict[str, str], path: str = "gpu.cmake") -> list[tuple[str, str]]:
    """Convert some files, and give the rules of what is said of one, and how grave it is."""
    for name, text in files.items():
        put(folder / name, text)
    report = convert_tree([str(folder)], Settings())
    (file,) = [one for one in report.files if one.path.endswith(path)]
    return [(one.rule, one.severity) for one in file.concerns]


@pytest.mark.parametrize(
    "more",
    [
        {},
        {
            "cmake/gpu.cmake": MACRO.replace("macro(", "function(").replace(
                "endmacro()", "endmacro(gpu_objects)"
            )
        },
        {"cmake/gpu.cmake": MACRO.replace("gpu_objects", "GPU_Objects")},
        {"CMakeLists.txt": TOP + "# gpu_objects(a)\ngpu_objects2(b)\n"},
        {"CMakeLists.txt": TOP + "cmake_language(CALL cpu_${NAME} ${ARGS})\n"},
        {"CMakeLists.txt": TOP + 'message("${A}(b)")\nset(A "${B} (of c)")\n'},
        {"CMakeLists.txt": TOP + "install(FILES ${HEADERS} DESTINATION include)\n"},
        {"CMakeLists.txt": TOP + "install(DIRECTORY include DESTINATION .)\n"},
        {"CMakeLists.txt": TOP + "if(CMAKE_SOURCE_DIR STREQUAL CMAKE_BINARY_DIR)\nendif()\n"},
        {"CMakeLists.txt": TOP + "file(COPY ${DATA} DESTINATION ${CMAKE_BINARY_DIR})\n"},
        {"CMakeLists.txt": TOP + 'install(DIRECTORY . DESTINATION a FILES_MATCHING PATTERN "*.h")\n'},
        {"README.md": "Change cmake/gpu.cmake for your GPU.\n"},
        {"third_party/a/CMakeLists.txt": "gpu_objects(x)\n"},  # which nothing reads
    ],
)
def test_what_is_in_a_macro_that_nothing_calls_is_told_in_notes(tmp_path: Path, more: dict[str, str]) -> None:
    files = ALONE | more
    files["cmake/gpu.cmake"] = files["cmake/gpu.cmake"].replace("endmacro(gpu", "endfunction(gpu")
    assert severities(tmp_path, files) == [("B032", "note"), ("B003", "note")]


@pytest.mark.parametrize(
    "more",
    [
        {"CMakeLists.txt": TOP + "gpu_objects(a)\n"},
        {"CMakeLists.txt": TOP + "GPU_OBJECTS(a)\n"},
        {"CMakeLists.txt": TOP + "if(X)\n  gpu_objects(a)\nendif()\n"},
        {"CMakeLists.txt": TOP + "if(COMMAND gpu_objects)\nendif()\n"},
        {"CMakeLists.txt": TOP + "cmake_language(CALL gpu_objects a)\n"},
        {"CMakeLists.txt": TOP + "cmake_language(CALL gpu_${KIND} a)\n"},
        {"CMakeLists.txt": TOP + "cmake_language(DEFER DIRECTORY . CALL ${F})\n"},
        {"CMakeLists.txt": TOP + 'cmake_language(EVAL CODE "gpu_${KIND}(a)")\n'},
        {"CMakeLists.txt": TOP + "cmake_language(EVAL CODE ${CODE})\n"},
        {"CMakeLists.txt": TOP + "variable_watch(A ${F})\n"},
        {"CMakeLists.txt": TOP + 'file(WRITE a.cmake "${F}(a)\\n")\ninclude(a.cmake)\n'},
        {"CMakeLists.txt": TOP + 'set(CODE "set(A 1)\n${F}_objects(a)")\n'},
        {"a.cmake.in": "@NAME@_objects(a)\n"},
        {"a.cmake.in": "gpu_objects(a)\n"},
        {"CMakeLists.txt": TOP + "install(FILES cmake/gpu.cmake DESTINATION cmake)\n"},
        {"CMakeLists.txt": TOP + "install(DIRECTORY cmake/ DESTINATION lib)\n"},
        {"CMakeLists.txt": TOP + "install(DIRECTORY ${MODULES} DESTINATION lib)\n"},
        {"CMakeLists.txt": TOP + "file(COPY cmake DESTINATION lib)\n"},
        {"CMakeLists.txt": TOP + "install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/ DESTINATION a)\n"},
        {"CMakeLists.txt": TOP + "install(DIRECTORY . DESTINATION a FILES_MATCHING PATTERN *.c*)\n"},
        {"CMakeLists.txt": TOP + "install(DIRECTORY cmake DESTINATION a FILES_MATCHING REGEX cmake)\n"},
        {"CMakeLists.txt": TOP + "file(GLOB MODULES cmake/*.cmake)\n"},
        {"CMakeLists.txt": TOP + "set(MODULES ${DIR}/gpu.cmake)\n"},
        {"CMakeLists.txt": TOP + "set(CMAKE_MODULE_PATH ${DIR}/cmake PARENT_SCOPE)\n"},
        {"CMakeLists.txt": TOP + "if(PROJECT_IS_TOP_LEVEL)\nendif()\n"},
        {"CMakeLists.txt": TOP + "if(CMAKE_SOURCE_DIR STREQUAL ${PROJECT_SOURCE_DIR})\nendif()\n"},
        {
            "CMakeLists.txt": TOP + "add_subdirectory(third_party/a)\n",
            "third_party/a/CMakeLists.txt": "gpu_objects(x)\n",
        },
        {"README.md": "Write `gpu_objects(OUT a.cu)` in your own CMakeLists.txt.\n"},
        {"setup.py": "data = ['cmake/gpu.cmake']\n"},
        {"build.sh": "echo 'gpu_objects(a)' >> CMakeLists.txt\n"},
        {"CMakeLists.txt": TOP.replace("project", "# project")},  # no top is known
        {"cmake/gpu.cmake": MACRO + "gpu_objects(a)\n"},
        {"cmake/gpu.cmake": MACRO.replace("gpu_objects", "cuda_objects")},
        {"cmake/gpu.cmake": MACRO.replace("gpu_objects", "${NAME}")},
        {
            "cmake/gpu.cmake": MACRO.replace("macro(", "function(").replace(
                "  cuda", "  _gpu_objects()\n  cuda"
            )
        },
    ],
)
def test_what_something_may_call_is_told_as_it_is(tmp_path: Path, more: dict[str, str]) -> None:
    files = ALONE | more
    if "function(" in files["cmake/gpu.cmake"]:
        files["cmake/gpu.cmake"] = files["cmake/gpu.cmake"].replace("endmacro", "endfunction")
    assert severities(tmp_path, files) == [("B003", "error")]


def test_what_stands_beside_such_a_macro_is_told_as_it_is(tmp_path: Path) -> None:
    outside = "cuda_compile_ptx(ptx a.cu.in)\n"
    used = MACRO.replace("gpu_objects", "gpu_used")
    files = {"CMakeLists.txt": TOP + "gpu_used(a)\n", "cmake/gpu.cmake": used + MACRO + outside}
    assert severities(tmp_path, files) == [("B003", "error"), ("B032", "note"), ("B003", "error")]
    files = {"CMakeLists.txt": TOP, "cmake/gpu.cmake": MACRO + outside.replace("_ptx", "")}
    assert severities(tmp_path, files) == [("B032", "note"), ("B003", "error")]


def test_a_macro_of_a_part_of_a_project_is_told_as_it_is(tmp_path: Path) -> None:
    put(tmp_path / "CMakeLists.txt", "project(b)\nadd_subdirectory(a)\n")
    assert severities(tmp_path / "a", ALONE) == [("B003", "error")]


def test_what_files_call_that_skipped_ones_read_is_told_as_it_is(tmp_path: Path) -> None:
    top = TOP + "add_subdirectory(third_party/a)\n"
    inner = {
        "third_party/a/CMakeLists.txt": "include(b.cmake)\n",
        "third_party/a/b.cmake": "gpu_objects(x)\n",
    }
    assert severities(tmp_path, ALONE | inner | {"CMakeLists.txt": top}) == [("B003", "error")]


def test_a_run_over_some_files_tells_it_as_it_is(tmp_path: Path) -> None:
    for name, text in ALONE.items():
        put(tmp_path / name, text)
    report = convert_tree([str(tmp_path / name) for name in ALONE], Settings())
    said = [(one.rule, one.severity) for file in report.files for one in file.concerns]
    assert ("B003", "error") in said
    assert "B032" not in {rule for rule, _ in said}


def test_a_macro_without_anything_of_cudas_is_not_told_of(tmp_path: Path) -> None:
    files = ALONE | {"cmake/gpu.cmake": "macro(gpu_objects out)\n  set(${out} cuda)\nendmacro()\n"}
    put(tmp_path / "cmake/gpu.cmake", files["cmake/gpu.cmake"])
    put(tmp_path / "CMakeLists.txt", TOP)
    report = convert_tree([str(tmp_path)], Settings())
    assert not any(one.concerns for one in report.files if one.path.endswith("gpu.cmake"))


def test_what_was_converted_is_told_of_as_before(tmp_path: Path) -> None:
    for name, text in ALONE.items():
        put(tmp_path / name, text)
    found = []
    for _ in range(2):
        report = convert_tree([str(tmp_path)], Settings(mode="in-place"))
        found.append([one.rule for file in report.files for one in file.concerns if "gpu" in file.path])
    assert found[0] == found[1] == ["B032", "B003"]
