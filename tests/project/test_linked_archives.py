"""Archives with device code across sources: who links them, and who else may."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

TOP = "project(a LANGUAGES CXX CUDA)\nadd_subdirectory(lib)\nadd_subdirectory(app)\n"
LIB = "add_library(impl STATIC a.cu)\nset_target_properties(impl PROPERTIES CUDA_SEPARABLE_COMPILATION ON)\n"
APP = "add_executable(cli main.cpp)\ntarget_link_libraries(cli PRIVATE impl)\n"


def severities(folder: Path) -> list[str]:
    report = convert_tree([str(folder)], Settings(mode="dry-run"))
    return [one.severity for file in report.files for one in file.concerns if one.rule == "B012"]


@pytest.mark.parametrize(
    ("more", "text", "severity"),
    [
        ("", "", "note"),
        ("Makefile", "all:\n\tg++ main.o -lother\n", "note"),
        ("tests/CMakeLists.txt", "install(TARGETS cli)\n", "note"),
        ("Makefile", "all:\n\tg++ main.o lib/libimpl.a\n", "warning"),
        ("Cargo.toml", '[package]\nlinks = "impl"\n', "warning"),
        ("build.rs", 'println!("cargo:rustc-link-lib=static=impl");\n', "warning"),
        ("tests/CMakeLists.txt", "install(TARGETS cli impl DESTINATION lib)\n", "warning"),
        ("tests/CMakeLists.txt", "install(TARGETS ${LIBRARIES})\n", "warning"),
        ("tests/CMakeLists.txt", "export(TARGETS impl FILE x.cmake)\n", "warning"),
    ],
)
def test_an_archive_that_another_file_of_the_tree_links(
    tmp_path: Path, more: str, text: str, severity: str
) -> None:
    for path, content in {
        "CMakeLists.txt": TOP,
        "lib/CMakeLists.txt": LIB,
        "app/CMakeLists.txt": APP,
    }.items():
        put(tmp_path / path, content)
    if more:
        put(tmp_path / more, text)
    assert severities(tmp_path) == [severity]


@pytest.mark.parametrize(
    "app",
    [
        "add_executable(cli main.cpp)\n# target_link_libraries(cli PRIVATE impl)\n",
        "add_executable(cli main.cpp)\ntarget_link_libraries(cli PRIVATE impl2 ${IMPL})\n",
        "add_executable(impl2 main.cpp)\ntarget_link_libraries(impl PRIVATE other)\n",
    ],
)
def test_an_archive_that_nothing_is_seen_to_link(tmp_path: Path, app: str) -> None:
    for path, content in {
        "CMakeLists.txt": TOP,
        "lib/CMakeLists.txt": LIB,
        "app/CMakeLists.txt": app,
    }.items():
        put(tmp_path / path, content)
    assert severities(tmp_path) == ["warning"]


def test_a_user_in_another_project_is_not_cmakes_here(tmp_path: Path) -> None:
    put(tmp_path / "one" / "CMakeLists.txt", "project(a LANGUAGES CXX CUDA)\n" + LIB)
    put(tmp_path / "two" / "CMakeLists.txt", "project(b LANGUAGES CXX)\n" + APP)
    assert severities(tmp_path) == ["warning"]
