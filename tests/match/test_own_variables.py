"""A program's own declarations of the variables that are built into kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.matches import converted, matched

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

DECLARED = [
    "extern const uint3 threadIdx;",
    "extern uint3 const blockIdx;",
    "extern dim3 blockDim, gridDim;",
    "extern const __device__ dim3 gridDim;",
    "  extern\n    const uint3 threadIdx, blockIdx;",
]


@pytest.mark.parametrize("own", DECLARED)
def test_they_are_left_to_hip(own: str) -> None:
    source = f"int x;\n{own}\nint y;\n"
    assert matched("M095", source) == (f"int x;\n#ifndef __HIP_PLATFORM_AMD__\n{own}\n#endif\nint y;\n", [])


@pytest.mark.parametrize(
    "source",
    [
        "#ifndef __HIP_PLATFORM_AMD__\nextern const uint3 threadIdx;\n#endif\n",
        "#ifdef __HIP__\nextern const uint3 threadIdx;\n#endif\n",
        "// extern const uint3 threadIdx;\n",
        "extern const uint3 threadIdxs, *threadIdx_;\n",
        "uint3 f(uint3 threadIdx); dim3 blockDim(1);\n",
    ],
)
def test_others_stay(source: str) -> None:
    assert matched("M095", source) == (source, [])


@pytest.mark.compiler
def test_hip_takes_what_is_made(tmp_path: Path, hipcheck64: Hipcheck) -> None:
    kernel = "__global__ void k(int *p) { p[threadIdx.x + blockIdx.x * blockDim.x] = gridDim.x; }\n"
    for own in DECLARED:
        path = tmp_path / "a.hip"
        path.write_text(f"#include <hip/hip_runtime.h>\n{own}\n{kernel}")
        assert not hipcheck64(path)[0]
        made = converted(f"{own}\n{kernel}", "a.cu")
        assert made.said == []
        path.write_text(f"#include <hip/hip_runtime.h>\n{made.text}")
        assert hipcheck64(path) == (True, "")
