"""What CMakeLists.txt and makefiles say for a unit: folders of the tree, and macros that are sure."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.command import put

from hipify_py.verify.build_files import BuildFiles, Given
from hipify_py.verify.sources import on_disk


def given(root: Path, unit: str = "src/a.cu") -> Given:
    found = BuildFiles([str(root)], on_disk).given(f"{root}/{unit}")
    return found._replace(folders=tuple(one.removeprefix(f"{root}/") for one in found.folders))


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in ("src/a.cu", "src/b.cu", "inc/i.h", "src/gpu/g.h", "other/o.h"):
        put(tmp_path / name, "")
    return tmp_path


def test_folders_are_taken_on_conditions_too_and_macros_are_not(tree: Path) -> None:
    text = (
        "project(p)\ninclude_directories(${CMAKE_SOURCE_DIR}/inc /usr/include/x)\nadd_definitions(-DSURE=1)\n"
        "if(GPU)\n  include_directories(src/gpu)\n  add_definitions(-DGPU)\nendif()\n"
    )
    put(tree / "CMakeLists.txt", text)
    assert given(tree) == (("inc", "src/gpu"), ("-DSURE=1",), ("CMakeLists.txt",))


def test_folders_outside_of_the_tree_or_not_there_are_left(tree: Path) -> None:
    put(tree / "in/CMakeLists.txt", "include_directories(../inc gone)\n")
    put(tree / "in/a.cu", "")
    assert given(tree / "in", "a.cu") == Given()


def test_what_names_the_source_comes_first(tree: Path) -> None:
    text = (
        "add_executable(x src/b.cu)\nadd_executable(y src/a.cu)\n"
        "target_include_directories(x PRIVATE other)\ntarget_compile_definitions(x PRIVATE X)\n"
        "target_include_directories(y PRIVATE inc)\ntarget_compile_definitions(y PRIVATE Y=2)\n"
    )
    put(tree / "CMakeLists.txt", text)
    assert given(tree)[:2] == (("inc", "other"), ("-DY=2",))
    assert given(tree, "src/b.cu")[:2] == (("other", "inc"), ("-DX",))
    assert given(tree, "src/c.cu")[:2] == (("other", "inc"), ())  # of one of two, nobody knows which


def test_the_only_target_has_all_sources(tree: Path) -> None:
    text = "add_executable(${x} ${SOURCES})\ntarget_compile_definitions(${x} PRIVATE N=256)\n"
    put(tree / "CMakeLists.txt", text)
    assert given(tree).macros == ("-DN=256",)
    put(tree / "CMakeLists.txt", text + "add_library(y ${OTHERS})\n")
    assert given(tree).macros == ()


@pytest.mark.parametrize(("adds", "macros"), [("add_subdirectory(src)\n", ("-DTOP",)), ("", ())])
def test_macros_come_from_above_where_folders_are_added(
    tree: Path, adds: str, macros: tuple[str, ...]
) -> None:
    put(tree / "CMakeLists.txt", f"add_definitions(-DTOP)\n{adds}")
    put(tree / "src/CMakeLists.txt", "include_directories(gpu)\n")
    assert given(tree)[:2] == (("src/gpu",), macros)


def test_makefiles_tell_folders_too(tree: Path) -> None:
    put(tree / "src/Makefile", "INC = -I../inc -I/usr/local/cuda/include\n")
    assert given(tree) == (("inc",), (), ("makefiles",))


def test_a_tree_without_build_files_tells_nothing(tree: Path) -> None:
    assert given(tree) == Given()
