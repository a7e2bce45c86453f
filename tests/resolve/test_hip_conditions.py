"""Conditions that ask for CUDA's compiler and refuse HIP's: what is left of them is HIP's own."""

from __future__ import annotations

import pytest

from hipify_py.resolve.for_hip import sides
from hipify_py.resolve.hip_conditions import cuda_alone
from hipify_py.source.unit import Unit

MACRO = "#if defined(__CUDACC__) && !defined(__HIPCC__)\n#define ALONE 1\n#endif\n"


def own(source: str) -> str:
    """Name the branches, by the letters in them, that are HIP's own."""
    unit = Unit(source.encode())
    branches = b"".join(unit.source[slice(*span)] for span in sides(unit).own).split(b"\n")
    return b"".join(line for line in branches if len(line) == 1).decode()


@pytest.mark.parametrize(
    "asked",
    [
        "defined(__CUDACC__) && !defined(__HIPCC__)",
        "!defined(__HIPCC__) && defined(__CUDACC__)",
        "defined __CUDACC__ && ! defined __HIPCC__",
        "defined(__NVCC__) && !defined(__HIP__)",
        "defined(__CUDA_ARCH__) && !defined(__HIP_DEVICE_COMPILE__)",
        "defined(__CUDACC__) && !defined(__HIP_PLATFORM_AMD__) && X",
        "defined(__CUDACC__) && !USE_ROCM",
        "(defined(__CUDACC__) || defined(X)) && !defined(__HIPCC__)",
    ],
)
def test_what_is_left_is_hips_own(asked: str) -> None:
    assert own(f"#if {asked}\na\n#else\nb\n#endif\nc\n") == "ab"
    assert own(f"#if X\na\n#elif {asked}\nb\n#else\nc\n#endif\nd\n") == "bc"


@pytest.mark.parametrize(
    "asked",
    [
        "defined(__CUDACC__)",
        "defined(__CUDACC__) && defined(X)",
        "defined(__CUDACC__) || !defined(__HIPCC__)",
        "defined(__CUDACC__) || defined(__HIPCC__)",
        "defined(__CUDACC__) && defined(__HIPCC__)",
        "defined(__CUDACC__) && (X || !defined(__HIPCC__))",
        "defined(__CUDACC__) && !defined(MY_HIP)",
    ],
)
def test_what_is_left_may_be_for_either(asked: str) -> None:
    assert own(f"#if {asked}\na\n#else\nb\n#endif\n") == ""


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("#ifdef ALONE\na\n#else\nb\n#endif\n", "ab"),
        ("#ifndef ALONE\na\n#else\nb\n#endif\n", "ab"),
        ("#if defined(ALONE) && X\na\n#else\nb\n#endif\n", "ab"),
        ("#if ALONE\na\n#endif\nb\n", "a"),
        ("#if X || defined(ALONE)\na\n#else\nb\n#endif\n", ""),
        ("#ifdef OTHER\na\n#else\nb\n#endif\n", ""),
        ("#define ALONE\n#ifdef ALONE\na\n#else\nb\n#endif\n", ""),
    ],
)
def test_macros_made_for_cuda_alone(source: str, expected: str) -> None:
    assert own(MACRO + source) == expected


def test_where_such_macros_are_made() -> None:
    assert cuda_alone(Unit(MACRO.encode())) == {b"ALONE"}
    assert cuda_alone(Unit(b"#ifdef __CUDACC__\n#define ALONE\n#endif\n#ifdef __HIPCC__\n#endif\n")) == set()
    assert cuda_alone(Unit(b"#ifndef __HIP_DEVICE_COMPILE__\n#define ALONE\n#endif\n")) == set()
