"""Sides for CUDA beside which a program has its own for HIP, chosen by macros of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put
from helpers.sources import texts

from hipify_py.conversion import convert
from hipify_py.model import Project
from hipify_py.project.run import convert_tree
from hipify_py.resolve.switched_sides import switched_sides, told
from hipify_py.rules.load import load
from hipify_py.settings import Options, Settings
from hipify_py.source.unit import Unit

if TYPE_CHECKING:
    from pathlib import Path

HEAD = """#ifdef USE_HIPBLAS
#include <hipblas/hipblas.h>
#elif defined(USE_CUBLAS)
#include <cublas_v2.h>
#endif
"""
USE = "#ifdef USE_CUBLAS\ncublasHandle_t handle;\n#endif\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("#ifdef USE_CUDA\na\n#elif defined(USE_HIP)\nb\n#endif\n", ["a"]),
        ("#if USE_HIP\na\n#elif defined USE_CUDA && X\nb\n#else\nc\n#endif\n", ["b"]),
        (
            "#ifdef USE_ROCM\na\n#elif defined(USE_CUDNN)\nb\n#endif\n#if USE_CUDNN == 1\nc\n#endif\n",
            ["b", "c"],
        ),
        # no name for one of both
        ("#ifdef USE_HIP\na\n#else\nb\n#endif\n", []),
        ("#ifdef USE_CUDA\na\n#else\nb\n#endif\n", []),
        # apart
        ("#ifdef USE_CUDA\na\n#endif\n#ifdef USE_HIP\nb\n#endif\n", []),
        # for more than one, or not where it is there
        ("#if defined(USE_CUDA) || X\na\n#elif defined(USE_HIP)\nb\n#endif\n", []),
        ("#if !defined(USE_CUDA)\na\n#elif defined(USE_HIP)\nb\n#endif\n", []),
        ("#ifndef USE_CUDA\na\n#elif defined(USE_HIP)\nb\n#endif\n", []),
        # one for HIP that has nothing of its own
        ("#ifdef USE_CUDA\na\n#elif defined(USE_HIP)\n#error not yet\n#endif\n", []),
        ("#ifdef USE_CUDA\na\n#elif defined(USE_HIP)\n#define USE_CUDA\n#endif\n", []),
        ("#ifdef USE_CUDA\na\n#elif USE_HIP\n#if X\nb\n#else\nc\n#endif\n#endif\n", []),
        ("#ifdef USE_CUDA\na\n#elif USE_HIP\n" + "#if X\n#endif\n" * 200 + "b\n#endif\n", []),
        ("#ifdef USE_CUDA\na\n#elif USE_HIP\n#if X\n#endif\n#include <b>\n#endif\n", ["a"]),
        ("#ifdef USE_CUDA\na\n#elif USE_HIP\n#if X\n#endif\nb\n#endif\n", ["a"]),
        # the compilers' own
        ("#ifdef USE_CUDA\na\n#elif defined(__HIP_PLATFORM_AMD__)\nb\n#endif\n", []),
        ("#ifdef __CUDACC__\na\n#elif defined(USE_HIP)\nb\n#endif\n", []),
    ],
)
def test_the_sides_for_cuda(source: str, expected: list[str]) -> None:
    unit = Unit(source.encode())
    found = switched_sides(unit, Project(switches={one.name: one.value for one in told(unit)}))
    assert [text.decode().strip() for text in texts(unit.source, found.spans if found else ())] == expected


def test_other_files_tell_of_the_macro() -> None:
    assert [(one.name, one.value) for one in told(Unit(HEAD.encode()))] == [(b"USE_CUBLAS", b"=USE_HIPBLAS")]
    unit = Unit(USE.encode())
    assert switched_sides(unit, Project()) is None
    others = {b"USE_CUBLAS": b"=USE_HIPBLAS", b"USE_CUFFT": b"=USE_HIPFFT"}
    found = switched_sides(unit, Project(switches=others))
    assert found is not None
    assert (found.cuda, found.hip) == (b"USE_CUBLAS", b"USE_HIPBLAS")


def rules_of(source: str, path: str = "a.cpp", *, in_cuda: bool = False) -> set[str]:
    """Give the rules that speak of a source, and "edited" where it is, where nothing makes the macro."""
    switches = {one.name: one.value for one in told(Unit(source.encode()))}
    project = Project(in_cuda=in_cuda, switches=switches)
    result = convert(source.encode(), load(), Options(path=path, project=project))
    return {one.rule for one in result.findings} | ({"edited"} if result.output != result.source else set())


def test_a_file_with_no_more_of_cuda_than_that_is_left() -> None:
    assert rules_of(HEAD + USE) == {"M153"}
    assert rules_of(HEAD + "int x;\n", "a.h") == {"M153"}
    assert rules_of("#ifdef USE_CUBLAS\nint a;\n#elif defined(USE_HIPBLAS)\nint b;\n#endif\n") == set()


@pytest.mark.parametrize(
    "made",
    [
        (HEAD + "cublasHandle_t handle;\n", "a.cpp", False),
        (HEAD + USE, "a.cu", False),
        (HEAD + USE, "a.h", True),
        (HEAD.replace("elif defined(USE_CUBLAS)", "else"), "a.cpp", False),
    ],
)
def test_any_other_is_converted(made: tuple[str, str, bool]) -> None:
    source, path, in_cuda = made
    assert rules_of(source, path, in_cuda=in_cuda) == {"edited"}


def concerns(top: Path) -> list[list[str]]:
    """Give the rules that speak of each source of a tree."""
    report = convert_tree([str(top)], Settings())
    return [[each.rule for each in one.concerns] for one in report.files if one.path.endswith((".h", ".cpp"))]


def test_a_header_tells_its_sources(tmp_path: Path) -> None:
    put(tmp_path / "Makefile", "all:\n\t$(CXX) a.cpp\n")
    put(tmp_path / "blas.h", "#pragma once\n" + HEAD)
    put(tmp_path / "a.cpp", '#include "blas.h"\n' + USE)
    assert concerns(tmp_path) == [["M153"], ["M153"]]
    put(tmp_path / "b.cu", '#include "blas.h"\ncublasHandle_t handle;\n')
    report = convert_tree([str(tmp_path)], Settings())
    assert all(one.changes for one in report.files if not one.path.endswith("Makefile"))


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("CMakeLists.txt", "add_executable(p a.cpp)\ntarget_compile_definitions(p PRIVATE USE_CUBLAS)\n"),
        ("CMakeLists.txt", "add_executable(p a.cpp)\nadd_definitions(-DUSE_${BLAS})\n"),
        ("sub/Makefile", "CXXFLAGS += -DUSE_CUBLAS\n"),
        ("config.h.in", "#cmakedefine USE_CUBLAS\n"),
        ("build.sh", "g++ -DUSE_CUBLAS a.cpp\n"),
        ("config.h", "#ifdef USE_HIPBLAS\n#define USE_CUBLAS 1\n#endif\n"),
        ("a.h", '#include "made_by_configure.h"\n'),
    ],
)
def test_what_any_build_may_choose_is_converted(path: str, text: str, tmp_path: Path) -> None:
    """The build that is converted goes on to choose it, and other files of it call HIP."""
    put(tmp_path / "Makefile", "all:\n\t$(CXX) a.cpp\n")
    put(tmp_path / "a.cpp", ('#include "a.h"\n' if path == "a.h" else "") + HEAD + USE)
    put(tmp_path / path, text)
    report = convert_tree([str(tmp_path)], Settings())
    one = next(one for one in report.files if one.path.endswith("a.cpp"))
    assert one.changes
    assert not one.concerns


def test_without_a_build_it_is_converted(tmp_path: Path) -> None:
    """Nobody says then which side is read."""
    put(tmp_path / "a.cpp", HEAD + USE)
    assert concerns(tmp_path) == [[]]
    assert convert((HEAD + USE).encode(), load(), Options(path="a.cpp")).edits
