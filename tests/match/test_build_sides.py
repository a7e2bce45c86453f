"""Sides for CUDA that stay, as the macro of PyTorch's builds opens HIP's, set or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

SIDES = "#ifdef USE_ROCM\n#define gpuFree hipFree\n#else\n#define gpuFree cudaFree\n#endif\n"
BUILD = {"CMakeLists.txt": "project(a LANGUAGES CXX CUDA)\nadd_executable(a a.cu)\n", ".git/HEAD": ""}


@pytest.mark.parametrize(
    ("more", "severity"),
    [
        (BUILD, ["warning"]),
        ({}, ["note"]),
        (BUILD | {"CMakeLists.txt": BUILD["CMakeLists.txt"] + "add_definitions(-DUSE_ROCM)\n"}, []),
        (BUILD | {"all.h": "#pragma once\n#ifdef __HIPCC__\n#define USE_ROCM 1\n#endif\n"}, []),
        (BUILD | {"setup.py": "from torch.utils.cpp_extension import CUDAExtension\n"}, []),
        (BUILD | {"build.sh": "#!/bin/sh\nhipcc -DUSE_ROCM=1 a.cu\n"}, []),
    ],
)
def test_it_is_told_where_nothing_sets_the_macro(
    more: dict[str, str], severity: list[str], tmp_path: Path
) -> None:
    for name, text in {"a.cu": SIDES + "__global__ void k() {}\n", **more}.items():
        put(tmp_path / name, text)
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    found = [one.severity for file in report.files for one in file.concerns if one.rule == "M241"]
    assert found == severity


def test_intrinsics_count_where_nothing_sets_the_macro(tmp_path: Path) -> None:
    text = "#ifndef USE_ROCM\n__device__ int f(int v) { return __shfl_sync(~0u, v, 0); }\n#endif\n"
    for name, content in {"a.cu": text, **BUILD}.items():
        put(tmp_path / name, content)
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    found = {one.rule: one.severity for file in report.files for one in file.concerns}
    assert found["M241"] == "warning"
