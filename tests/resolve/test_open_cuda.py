"""What a file asks of CUDA outside of all conditions, whatever its compiler is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.conversion import convert
from hipify_py.project.run import convert_tree
from hipify_py.rules.load import load
from hipify_py.settings import Options, Settings
from hipify_py.surroundings import Project

if TYPE_CHECKING:
    from pathlib import Path

ASKS = "#ifdef __CUDACC__\nint wide(int);\n#endif\n"
CUDA = "void free_it(void *p) { cudaFree(p); }\n"


def said(source: str, options: Options | None = None) -> tuple[list[str], bool]:
    """Give the findings, and whether the condition for CUDA asks for HIP as well."""
    result = convert(source.encode(), load(), options or Options())
    again = convert(result.output, load(), options or Options())
    assert again.output == result.output
    rules = sorted({one.rule for one in result.findings} - {"N004"})
    return rules, b"__CUDACC__) || defined(__HIPCC__)\nint w" in result.output


SIDES = [
    "#ifdef __HIPCC__\nint unrelated();\n#endif\n",
    "#ifdef __HIPCC__\n#include <hip/hip_runtime.h>\n#endif\n",
    "#if defined(__CUDACC__) || defined(__HIPCC__)\ninline int f() { return 1; }\n#endif\n",
    "#ifdef __HIP_DEVICE_COMPILE__\nint q;\n#endif\n",
    "#ifdef __HIPCC__\nusing T = int;\n#elif defined(__CUDACC__)\nusing T = long;\n#endif\n",
    "#ifdef __CUDACC__\n#define A 1\n#endif\nint x;\n#ifdef __HIPCC__\n#define B 1\n#endif\n",
]


@pytest.mark.parametrize("side", SIDES)
def test_a_side_for_hip_elsewhere_takes_no_condition_from_a_file_in_cuda(side: str) -> None:
    assert said(f"{side}{CUDA}{ASKS}") == (["M159"], True)
    assert said(f"#include <cuda_runtime.h>\n{side}int y;\n{ASKS}") == (["M159"], True)


@pytest.mark.parametrize("side", SIDES[:5])
@pytest.mark.parametrize(
    "code",
    [
        "int y;\n",
        f"#ifdef USE_CUDA\n{CUDA}#endif\n",
        f"#define cudaFree hipFree\n{CUDA}",
        "#define FREE(p) cudaFree(p)\n",
        "__host__ __device__ int f(dim3);\n",
    ],
)
def test_one_without_cuda_in_the_open_was_built_as_it_stands(side: str, code: str) -> None:
    assert said(f"#pragma once\n{side}{code}{ASKS}") == (["N035"], False)


def test_names_and_headers_of_the_project_are_its_own() -> None:
    made = Options(project=Project(names=frozenset({b"cudaFree"})))
    assert said(f"{SIDES[0]}{CUDA}{ASKS}", made)[1] is False
    beside = Options(path="a.cu", project=Project(files={"a.cu": "a.cu", "cuda_runtime.h": "cuda_runtime.h"}))
    assert said(f'#include "cuda_runtime.h"\n{SIDES[0]}int y;\n{ASKS}', beside)[1] is False


def test_a_header_that_tells_the_compilers_apart_may_give_cudas_names_to_hips(tmp_path: Path) -> None:
    put(
        tmp_path / "gpu.h",
        "#ifdef __HIPCC__\n#include <hip/hip_runtime.h>\n#define cudaFree hipFree\n"
        "#else\n#include <cuda_runtime.h>\n#endif\n",
    )
    put(tmp_path / "a.cu", f'#include "gpu.h"\n{SIDES[0]}{CUDA}{ASKS}')
    put(tmp_path / "b.cu", f"{SIDES[0]}{CUDA}{ASKS}")
    report = convert_tree([str(tmp_path)], Settings())
    said = {one.path.rpartition("/")[2]: {each.rule for each in one.concerns} for one in report.files}
    assert said["a.cu"] == {"N035"}
    assert said["b.cu"] == {"M159"}
