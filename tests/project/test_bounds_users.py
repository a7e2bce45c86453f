"""Macros of headers that those who read these give to the bounds of launches alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py import Settings, convert_tree

if TYPE_CHECKING:
    from pathlib import Path

CHOICE = "#pragma once\n#if __CUDA_ARCH__ >= 900\n#define BLOCKS 2\n#else\n#define BLOCKS 1\n#endif\n"
KERNEL = '#include "b.h"\n__global__ void __launch_bounds__(1024, BLOCKS) k(float *p) { *p *= 2; }\n'
BY_WAY = KERNEL.replace("b.h", "c.h")


@pytest.mark.parametrize(
    ("others", "severity"),
    [
        ({"a.cu": KERNEL}, "note"),
        ({"a.cu": KERNEL, "d.cu": KERNEL}, "note"),
        ({"a.cu": BY_WAY, "c.h": '#include "b.h"\n'}, "note"),
        ({"a.cu": KERNEL + "// and BLOCKS\n"}, "note"),
        ({"a.cu": '#include "b.h"\n'}, "warning"),
        ({"a.cu": KERNEL + "int n = BLOCKS;\n"}, "warning"),
        ({"a.cu": KERNEL, "d.cu": '#include "b.h"\nint n = BLOCKS;\n'}, "warning"),
        ({"a.cu": KERNEL, "d.cu": '#include "b.h"\n#if BLOCKS > 1\n#endif\n'}, "warning"),
        ({"a.cu": KERNEL.replace("1024, BLOCKS", "BLOCKS, 1")}, "warning"),
    ],
)
def test_what_no_result_hangs_on_is_noted(tmp_path: Path, others: dict[str, str], severity: str) -> None:
    for name, text in {"b.h": CHOICE, **others}.items():
        put(tmp_path / "t" / name, text)
    report = convert_tree([str(tmp_path / "t")], Settings())
    said = [one for file in report.files for one in file.concerns if one.rule == "M001"]
    assert [one.severity for one in said] == [severity]


@pytest.mark.parametrize(
    "header",
    [
        CHOICE + "int n = BLOCKS;\n",
        CHOICE.replace("2\n", "2\nint a;\n"),
        CHOICE.replace("S 1", "T 1"),
    ],
)
def test_what_a_header_makes_of_it_counts(tmp_path: Path, header: str) -> None:
    put(tmp_path / "t/b.h", header)
    put(tmp_path / "t/a.cu", KERNEL)
    report = convert_tree([str(tmp_path / "t")], Settings())
    said = [one for file in report.files for one in file.concerns if one.rule == "M001"]
    assert [one.severity for one in said] == ["warning"]
