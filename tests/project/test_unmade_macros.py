"""Parts of sources that hang on a macro of which nothing in the project speaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from hipify_py.report.model import Concern

TOP = "cmake_minimum_required(VERSION 3.21)\nproject(a LANGUAGES CXX CUDA)\nadd_library(a a.cu)\n"
FIRST, SECOND = "int f(cudaError_t e) { return 1; }\n", "int f(CUresult e) { return 2; }\n"
TWINS = f"#include <cuda.h>\n{FIRST}#ifdef DRIVER_TOO\n{SECOND}#endif\n"
READS = "__global__ void k(float *p, cudaTextureObject_t t) { *p = tex2D<float>(t, 1, 2); }\n"
TREE = {"CMakeLists.txt": TOP, "a.cu": TWINS}


def concerns(folder: Path, files: dict[str, str], rule: str) -> list[Concern]:
    """Convert some files, and give what a rule says of a.cu."""
    for name, text in files.items():
        put(folder / name, text)
    report = convert_tree([str(folder)], Settings())
    (own,) = (one for one in report.files if one.path.endswith("/a.cu"))
    return [each for each in own.concerns if each.rule == rule]


def severities(folder: Path, files: dict[str, str], rule: str) -> list[str]:
    """Convert some files, and give how grave what a rule says of a.cu is."""
    return [one.severity for one in concerns(folder, files, rule)]


@pytest.mark.parametrize(
    "own",
    [
        TWINS,
        TWINS.replace("#ifdef DRIVER_TOO", "#if defined(DRIVER_TOO)"),
        f"#ifdef DRIVER_TOO\n{SECOND}#endif\n{FIRST}",
        f"#ifdef OTHER\n{FIRST}#endif\n#ifdef DRIVER_TOO\n{SECOND}#endif\n",
        f"#ifdef DRIVER_TOO\n#ifndef OTHER\n{SECOND}#endif\n#endif\n{FIRST}",
    ],
)
def test_of_twins_behind_such_a_macro_a_note_is_told(tmp_path: Path, own: str) -> None:
    assert severities(tmp_path, {**TREE, "a.cu": own}, "M064") == ["note"]


@pytest.mark.parametrize(
    "more",
    [
        {"b.h": "#define DRIVER_TOO\n"},
        {"b.h": "// #define DRIVER_TOO\n"},
        {"b.h": "/* choose:\n#define DRIVER_TOO 1 */\n"},
        {"CMakeLists.txt": TOP + "add_definitions(-DDRIVER_TOO)\n"},
        {"CMakeLists.txt": TOP + "target_compile_definitions(a PRIVATE $<$<BOOL:${X}>:DRIVER_TOO>)\n"},
        {"CMakeLists.txt": TOP + "add_definitions(-D${KIND}_TOO)\n"},
        {"build.sh": "nvcc -DDRIVER_TOO a.cu\n"},
        {"README.md": "Give `-DDRIVER_TOO` for the driver's errors.\n"},
        {"a.vcxproj": "<Defines>DRIVER_TOO;WIN32</Defines>\n"},
        {"conf.h.in": "#cmakedefine DRIVER_TOO\n"},
    ],
)
def test_of_one_that_something_speaks_of_a_warning(tmp_path: Path, more: dict[str, str]) -> None:
    assert severities(tmp_path, {**TREE, **more}, "M064") == ["warning"]


@pytest.mark.parametrize("condition", ["ifndef DRIVER_TOO", "ifdef __DRIVER_TOO", "if !defined(DRIVER_TOO)"])
def test_of_another_condition_what_is_told_otherwise(tmp_path: Path, condition: str) -> None:
    own = TWINS.replace("ifdef DRIVER_TOO", condition)
    assert severities(tmp_path, {**TREE, "a.cu": own}, "M064") == ["error"]


@pytest.mark.parametrize("name", ["WIN32", "OPENCV_CORE_HPP", "lib_EXPORTS", "OpenCV_VERSION_MAJOR"])
def test_others_make_some_macros(tmp_path: Path, name: str) -> None:
    own = TWINS.replace("DRIVER_TOO", name)
    assert severities(tmp_path, {**TREE, "a.cu": own}, "M064") == ["warning"]


def test_a_file_by_itself_does_not_tell(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text(TWINS)
    (report,) = convert_tree([str(tmp_path / "a.cu")], Settings()).files
    assert [one.severity for one in report.concerns if one.rule == "M064"] == ["warning"]


def test_images_behind_such_a_macro_are_one_note(tmp_path: Path) -> None:
    own = f"{READS}#ifdef WITH_IMAGES\n{READS.replace('k', 'k2')}{READS.replace('k', 'k3')}#endif\n"
    said = concerns(tmp_path, {**TREE, "a.cu": own}, "M069")
    assert [(one.severity, one.start.line, len(one.related)) for one in said] == [
        ("error", 1, 0),
        ("note", 3, 1),
    ]
    assert said[1].message.startswith("where WITH_IMAGES is defined, as nothing here does, tex2D does not")


def test_images_behind_one_that_a_build_makes_are_an_error(tmp_path: Path) -> None:
    own, top = f"#if WITH_IMAGES\n{READS}#endif\n", TOP + "add_definitions(-DWITH_IMAGES=1)\n"
    assert severities(tmp_path, {**TREE, "a.cu": own}, "M069") == ["note"]
    assert severities(tmp_path, {"CMakeLists.txt": top, "a.cu": own}, "M069") == ["error"]
