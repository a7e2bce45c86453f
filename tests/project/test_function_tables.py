"""Tables of functions that a header declares, and the files that call through them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py import Settings, convert_tree

if TYPE_CHECKING:
    from pathlib import Path

HEADER = """#pragma once
typedef void (*Step)(int *);
__device__ inline void one(int *p) { __syncthreads(); p[0] = 1; }
__device__ Step steps[] = {one, one};
"""
SOURCE = """%s
__global__ void k(int *p) { steps[threadIdx.x / 32](p); }
"""


def _said(tmp_path: Path, include: str) -> set[str]:
    tree = tmp_path / "in"
    tree.mkdir()
    (tree / "steps.h").write_text(HEADER)
    (tree / "k.cu").write_text(SOURCE % include)
    report = convert_tree([str(tree)], Settings(mode="output", output=str(tmp_path / "out")))
    return {one.rule for file in report.files for one in file.concerns}


def test_the_header_tells_who_includes_it(tmp_path: Path) -> None:
    assert "G016" in _said(tmp_path, '#include "steps.h"')


def test_it_tells_no_one_else(tmp_path: Path) -> None:
    assert "G016" not in _said(tmp_path, "extern int x;")
