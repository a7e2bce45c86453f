"""Functions of a header for the host that decide by a compute capability, and who calls them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

HEADER = """#pragma once
inline int best() {
  int major;
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
  return cores(major);
}
inline int find(int device) { return device < 0 ? best() : device; }
inline bool is_new(cudaDeviceProp p) { return p.major >= 7; }
"""
CALLS_NONE = '#include "helper_cuda.h"\n__global__ void k() {}\n'
NOTES, WARNING = [("M071", "note"), ("N002", "note")], "warning"


def said(folder: Path, files: dict[str, str]) -> list[tuple[str, str]]:
    """Convert some files, and give what is said of capabilities in the header, and how grave it is."""
    for name, text in {"helper_cuda.h": HEADER, "a.cu": CALLS_NONE, **files}.items():
        put(folder / name, text)
    report = convert_tree([str(folder)], Settings())
    (own,) = (one for one in report.files if one.path.endswith("helper_cuda.h"))
    return sorted((one.rule, one.severity) for one in own.concerns if one.rule in {"M071", "N002"})


def severities(folder: Path, name: str) -> set[str]:
    """Convert a program with such a header of some name, and give how grave what is said of it is."""
    put(folder / name, HEADER)
    put(folder / "a.cu", f'#include "{name}"\n__global__ void k() {{}}\n')
    (own,) = (one for one in convert_tree([str(folder)], Settings()).files if one.path.endswith(name))
    return {one.severity for one in own.concerns if one.rule in {"M071", "N002"}}


@pytest.mark.parametrize("files", [{}, {"b.cpp": "int other() { return best() + find(1); }\n"}])
def test_what_nothing_of_the_program_calls_is_a_note(tmp_path: Path, files: dict[str, str]) -> None:
    assert said(tmp_path, files) == NOTES


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("void f() { best(); }\n", [("M071", "note"), ("N002", WARNING)]),
        ("void f() { find(0); }\n", [("M071", "note"), ("N002", WARNING)]),
        (
            "#define USE(n) is_##n\nbool f(cudaDeviceProp p) { return USE(new)(p); }\n",
            [("M071", WARNING), ("N002", "note")],
        ),
        ("bool (*f)(cudaDeviceProp) = is_new;\n", [("M071", WARNING), ("N002", "note")]),
    ],
)
def test_what_is_called_by_whatever_way_is_a_warning(
    tmp_path: Path, more: str, expected: list[tuple[str, str]]
) -> None:
    assert said(tmp_path, {"a.cu": CALLS_NONE + more}) == expected


@pytest.mark.parametrize(
    "header",
    [
        HEADER + "static int first = best() + is_new(props());\n",
        HEADER + "#define FIRST best() + is_new(props())\n",
        HEADER.replace("inline ", ""),
    ],
)
def test_what_the_header_itself_uses_is_a_warning(tmp_path: Path, header: str) -> None:
    assert said(tmp_path, {"helper_cuda.h": header}) == [("M071", WARNING), ("N002", WARNING)]


def test_of_a_copy_of_a_sample_so_too_in_a_folder_of_headers(tmp_path: Path) -> None:
    assert severities(tmp_path, "include/helper_cuda.h") == {"note"}


def test_but_not_of_a_header_for_other_programs(tmp_path: Path) -> None:
    assert severities(tmp_path, "include/own.h") == {WARNING}
    assert severities(tmp_path, "src/own.h") == {"note"}
