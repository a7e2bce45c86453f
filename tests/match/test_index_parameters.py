"""Indices that are handed to functions of other files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

MADE = "make_uint3(blockIdx.x, blockIdx.y, blockIdx.z)"


def handed(folder: Path, header: str, call: str = "at(blockIdx, 1)") -> tuple[bool, bool]:
    """Convert a kernel and a header: say whether an index becomes a `uint3`, and whether M028 speaks."""
    put(folder / "include/p/kernel.h", f"#pragma once\n{header}\n")
    code = f"__global__ void k() {{ auto i = {call}; }}\n"
    put(folder / "src/a.cu", f'#include "p/kernel.h"\n{code}')
    report = convert_tree([str(folder)], Settings(mode="memory"))
    (file,) = [one for one in report.files if one.path.endswith("a.cu")]
    said = any(one.rule == "M028" for one in file.concerns)
    return MADE.encode() in (file.output or b""), said


@pytest.mark.parametrize(
    ("header", "made", "said"),
    [
        ("inline __device__ dim3 at(const dim3 blockIdx, int n) { return blockIdx; }", False, False),
        ("__device__ int at(const dim3 &, int);", False, False),
        ("struct S { int n; };\n__device__ int at(uint3 i, int);", True, False),
        ("__device__ int at(uint3 i, int);\n__device__ int at(dim3 i, int);", False, True),
        ("__device__ int at(dim3 i, int);\n__device__ int at(S i, int);", False, True),
        ("template <class T> __device__ int at(T i, int);", False, True),
        ("__device__ int other(dim3 i, int);", False, True),
        ("__device__ int at(int, dim3);", False, True),
        ("", False, True),
    ],
)
def test_what_another_file_takes_decides(tmp_path: Path, header: str, *, made: bool, said: bool) -> None:
    assert handed(tmp_path, header) == (made, said)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("own::at(blockIdx, 1)", False),
        ("f(at, blockIdx)", True),
        ("at(&blockIdx, 1)", False),
        ("s.at(blockIdx, 1)", True),
        ("s->at<int>(blockIdx, 1)", True),
    ],
)
def test_it_does_for_a_call_of_that_function_alone(tmp_path: Path, call: str, *, said: bool) -> None:
    assert handed(tmp_path, "__device__ dim3 at(dim3 i, int);", call)[1] == said
