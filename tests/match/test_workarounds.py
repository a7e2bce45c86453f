"""Conditions by which code without CUDA works around nvcc stay as they are."""

from __future__ import annotations

import pytest
from helpers.matches import matched

from hipify_py.conversion import convert
from hipify_py.rules.load import load

REST = "#define WIDE 1\n#endif\n"
ASKED = "#if defined(__SIZEOF_INT128__) && !defined(__NVCC__)"


@pytest.mark.parametrize(
    "asked",
    [
        ASKED,
        ASKED.replace("(__NVCC__)", " __CUDACC__"),
        "#if X\n#elif Y && !__NVCC__",
        "#if !defined(__clang__) && !defined(__NVCC__)",
        "#if __clang_major__ > 9 && !defined(__NVCC__)",
    ],
)
def test_a_file_without_cuda_leaves_out_nvcc_alone(asked: str) -> None:
    source = f"{asked}\n{REST}"
    text, said = matched("M002", source)
    assert text == source
    assert [rule for rule, _ in said] == ["N041"]


@pytest.mark.parametrize(
    "source",
    [
        f"{ASKED}\n{REST}__global__ void k();\n",
        f"{ASKED}\n#define __device__\n#endif\n",
        f"{ASKED}\n{REST}cudaStream_t s;\n",
        f"#include <cuda_runtime.h>\n{ASKED}\n{REST}",
        f"{ASKED}\n#error no\n#endif\n",
        f"#if !defined(__NVCC__)\n{REST}",
        f"{ASKED}\n{REST}#ifdef __CUDACC__\n#endif\n",
        f"#if X && defined(__NVCC__)\n{REST}",
        f"#if X || !defined(__NVCC__)\n{REST}",
        f"#if defined(__clang__) && !defined(__CUDACC__)\n{REST}",
        f"#if !defined __CUDACC__ && __clang__\n{REST}",
    ],
)
def test_elsewhere_hip_is_left_out_as_well(source: str) -> None:
    result = convert(source.encode(), load())
    assert b"__HIPCC__" in result.output
    assert "N041" not in [one.rule for one in result.findings]


CHOICE = """#include <cuda_runtime.h>
{}
#define TAKE(F) using ::F;
#else
#define TAKE(F) using std::F;
#endif
template <class T> __host__ __device__ T of(T x) {{ TAKE(sin) return sin(x); }}
"""
FOR_NVCC = "#if defined(__CUDA_ARCH__) && defined(__NVCC__)"


@pytest.mark.parametrize("asked", [FOR_NVCC, "#ifdef __CUDA_ARCH__", "#if defined(__CUDACC__)"])
def test_a_macro_that_takes_functions_of_std_but_for_nvcc_stays(asked: str) -> None:
    assert matched("M002", CHOICE.format(asked)) == (CHOICE.format(asked), [])


@pytest.mark.parametrize(
    ("part", "other"),
    [
        ("using std::F;", "using mine::F;"),
        ("using ::F;", "using mine::F;"),
        ("using ::F;", "using ::sin;"),
        ("#else", "#define MORE 1\n#else"),
        ("#else", "#elif X"),
        ("using std::F;\n#endif", "using std::F;\n#define MORE 1\n#endif"),
        ("using std::F;\n#endif", "using std::F;\nstruct half { int x; };\n#endif"),
    ],
)
def test_other_choices_are_for_hip_too(part: str, other: str) -> None:
    source = CHOICE.format(FOR_NVCC).replace(part, other)
    assert "__HIP_DEVICE_COMPILE__" in matched("M002", source).text
