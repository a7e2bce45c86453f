"""Conditions that ask for a version of CUDA's by a macro of the program's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put
from helpers.matches import matched

from hipify_py.match.version_aliases import told
from hipify_py.project.run import convert_tree
from hipify_py.settings import Options, Settings
from hipify_py.source.unit import Unit
from hipify_py.surroundings import Project

if TYPE_CHECKING:
    from pathlib import Path

MADE = "#define MY CUDART_VERSION\n"
VALUE = MADE + "int my = MY;\n"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (VALUE + "#if MY >= 12000\n#endif\n", ["MY"]),
        (VALUE + "#if A\n#elif 11000 < MY && MY < 12000\n#endif\n", ["MY"]),
        ("#define MAJOR (CUDA_VERSION / 1000)\nint a = MAJOR;\n#if MAJOR > 11\n#endif\n", ["MAJOR"]),
        (
            "#define HAS (CUDART_VERSION >= 9000)\nint a = HAS;\n#if HAS\n#endif\n#if !HAS\n#endif\n",
            ["HAS", "HAS"],
        ),
        ("#define SINCE(v) (CUDART_VERSION >= v)\n#if SINCE(11000)\n#endif\n", ["SINCE"]),
        # one that stands for a condition alone is told of where it is made (M003)
        (MADE + "#if MY >= 12000\n#endif\n", []),
        # asked if it is there, of what is told by itself, and for HIP already
        (VALUE + "#ifdef MY\n#endif\n#if defined(MY)\n#endif\n", []),
        (VALUE + "#if MY > 1 && CUDA_VERSION > 2\n#endif\n", []),
        (VALUE + "#if defined(__HIP_PLATFORM_AMD__) || MY >= 12000\n#endif\n", []),
        (VALUE + "#ifdef __HIPCC__\n#elif MY >= 12000\n#endif\n", []),
        # one of several values, another number, and what asks for the architecture
        ("#ifdef __HIPCC__\n#define MY 1\n#else\n" + MADE + "#endif\n#if MY > 2\n#endif\n", []),
        (MADE + "#define MY 3\n#if MY > 2\n#endif\n", []),
        ("#define MY 3\n#if MY > 2\n#endif\n", []),
        ("#define MY __CUDA_ARCH__\n#if MY > 700\n#endif\n", []),
        ("#define CUDART_VERSION 9000\n#if CUDART_VERSION > 1\n#endif\n", []),
    ],
)
def test_a_condition_that_asks_by_a_macro(source: str, said: list[str]) -> None:
    assert [place for _, place in matched("M158", source).said] == said


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("#if MY >= 12000\n#endif\n", ["MY"]),
        ("#if OTHER >= 12000\n#endif\n", []),
        ("#define MY 3\n#if MY >= 12000\n#endif\n", []),
    ],
)
def test_of_a_macro_that_another_file_makes(source: str, said: list[str]) -> None:
    options = Options(project=Project(versions={b"MY": b"CUDART_VERSION"}))
    assert [place for _, place in matched("M158", source, options).said] == said


def test_what_is_told_to_others() -> None:
    source = (
        b'#include "a.h"\n'
        + MADE.encode()
        + b"#define B 3\n#ifdef __HIPCC__\n#define C CUDA_VERSION\n#endif\n"
    )
    assert [(one.name, one.value, one.after) for one in told(Unit(source))] == [(b"MY", b"CUDART_VERSION", 1)]


def test_a_source_hears_of_what_its_headers_make(tmp_path: Path) -> None:
    put(tmp_path / "version.h", MADE)
    put(tmp_path / "mid.h", '#include "version.h"\n')
    put(tmp_path / "a.cu", '#include "mid.h"\n#if MY >= 12000\nint a;\n#endif\n')
    put(tmp_path / "b.cu", "#if MY >= 12000\nint b;\n#endif\n")
    report = convert_tree([str(tmp_path)], Settings())
    said = {one.path.rpartition("/")[2]: [each.rule for each in one.concerns] for one in report.files}
    assert said == {"version.h": ["M103"], "mid.h": [], "a.cu": ["M158"], "b.cu": []}
