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
SETS = "#pragma once\n#ifdef __HIPCC__\n#define USE_ROCM 1\n#endif\n"
KERNEL = "__global__ void k() {}\n"
BUILD = {"CMakeLists.txt": "project(a LANGUAGES CXX CUDA)\nadd_executable(a a.cu)\n", ".git/HEAD": ""}


@pytest.mark.parametrize(
    ("more", "severity"),
    [
        (BUILD, ["warning"]),
        ({}, ["note"]),
        (BUILD | {"CMakeLists.txt": BUILD["CMakeLists.txt"] + "add_definitions(-DUSE_ROCM)\n"}, []),
        (BUILD | {"all.h": SETS}, ["warning"]),
        (BUILD | {"all.h": SETS, "a.cu": '#include "all.h"\n' + SIDES + KERNEL}, []),
        (BUILD | {"all.h": SETS, "b.h": SIDES, "a.cu": '#include "all.h"\n#include "b.h"\n' + KERNEL}, []),
        (BUILD | {"setup.py": "from torch.utils.cpp_extension import CUDAExtension\n"}, []),
        (BUILD | {"build.sh": "#!/bin/sh\nhipcc -DUSE_ROCM=1 a.cu\n"}, []),
    ],
)
def test_it_is_told_where_nothing_sets_the_macro(
    more: dict[str, str], severity: list[str], tmp_path: Path
) -> None:
    for name, text in {"a.cu": SIDES + KERNEL, **more}.items():
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


PLATFORM = (
    "#ifdef __HIP_PLATFORM_AMD__\n#include <hip/hip_runtime.h>\n#define gpuFree hipFree\n#else\n"
    "#include <cuda_runtime.h>\n%s\n#define gpuFree cudaFree\n#endif\n"
)
LACKING = PLATFORM % "#include <cudnn.h>"
ASKED = "#ifdef __HIP_PLATFORM_AMD__"


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"a.cu": LACKING}, 1),
        (
            {
                "a.cu": LACKING.replace(
                    "#ifdef __HIP_PLATFORM_AMD__", "#if defined(__HIP_PLATFORM_AMD__) || X"
                )
            },
            1,
        ),
        ({"a.cu": PLATFORM % "void f() { cudnnCreate(0); }"}, 1),
        ({"a.cuh": LACKING, "b.cu": '#include "a.cuh"\n'}, 1),
        ({"a.cu": "#include <hip/hip_runtime.h>\n" + LACKING}, 0),
        ({"a.cu": LACKING, "Makefile": "a.o: a.cu\n\thipcc -D__HIP_PLATFORM_AMD__=1 -c a.cu\n"}, 0),
        ({"a.cu": LACKING, "CMakeLists.txt": "target_link_libraries(a PRIVATE hip::host)\n"}, 0),
        (
            {
                "a.cu": LACKING.replace("AMD__", "AMD__) || defined(__HIPCC__").replace(
                    "def __", " defined(__", 1
                )
            },
            0,
        ),
        ({"a.cu": PLATFORM % "void f() { cudaMalloc(0, 1); }"}, 0),
        ({"a.cpp": LACKING}, 0),
        ({"a.h": LACKING, "b.cpp": '#include "a.h"\n'}, 0),
        ({"a.cu": "#include <torch/extension.h>\n" + LACKING}, 0),
    ],
)
def test_what_no_compiler_sets_before_hips_headers(files: dict[str, str], said: int, tmp_path: Path) -> None:
    for name, text in files.items():
        put(tmp_path / name, text)
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    found = [one for file in report.files for one in file.concerns if one.rule == "M241"]
    assert [one.severity for one in found] == ["warning"] * said
    assert all("-D__HIP_PLATFORM_AMD__=1" in one.message for one in found)
