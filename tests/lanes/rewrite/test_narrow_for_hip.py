"""Masks of 32 bits in branches for HIP."""

from __future__ import annotations

import pytest
from helpers.warps import run

ARCH = "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800 && !defined(USE_ROCM)"
SHUFFLE = "k += __shfl_down_sync(0xffffffffu, k, 8);"
OWN = "__device__ float __shfl_down_sync(unsigned m, float k, int by) { return k + by; }\n"


def said(condition: str, there: str = "k = 1;", otherwise: str = SHUFFLE, head: str = "") -> list[str]:
    text = f"{head}__device__ void f(float &k) {{\n{condition}\n  {there}\n#else\n  {otherwise}\n#endif\n}}\n"
    result = run(text)
    assert result.output == text.encode()
    return [one.rule for one in result.findings if one.rule == "W063"]


@pytest.mark.parametrize(
    "condition", [ARCH, "#if !defined(USE_ROCM)", "#ifndef USE_ROCM", "#ifndef __HIPCC__"]
)
def test_what_is_left_to_hip_is_told(condition: str) -> None:
    assert said(condition) == ["W063"]
    assert said(condition, otherwise=SHUFFLE + " " + SHUFFLE) == ["W063"]


@pytest.mark.parametrize("mask", ["-1", "~0", "~0u", "(0xffffffff)", "-1ll", "~0ull"])
def test_signs_before_a_number_leave_its_width(mask: str) -> None:
    told = said(ARCH, otherwise=SHUFFLE.replace("0xffffffffu", mask))
    assert told == ([] if "ll" in mask else ["W063"])


@pytest.mark.parametrize(
    ("condition", "there", "otherwise"),
    [
        ("#ifdef USE_ROCM", "k = 1;", SHUFFLE),
        ("#ifdef __HIPCC__", "k = 1;", SHUFFLE),
        ("#ifdef __HIP_PLATFORM_AMD__", "k = 1;", SHUFFLE),
        ("#if defined(__HIP_PLATFORM_AMD__) || defined(__HIPCC__)", "k = 1;", SHUFFLE),
        ("#ifndef __HIP_PLATFORM_AMD__", SHUFFLE, "k = 1;"),
        (ARCH, SHUFFLE, "k = 1;"),
        (ARCH, "k = 1;", "k += __shfl_down(k, 8, 32);"),
        (ARCH, "k = 1;", "k += __shfl_down_sync(0xffffffffffffffffull, k, 8);"),
        (ARCH, "k = 1;", "k += __shfl_down_sync(mask, k, 8);"),
        (ARCH, "k = 1;", "k += my::__shfl_down_sync(0xffffffffu, k, 8);"),
    ],
)
def test_what_is_cudas_has_64_bits_or_is_not_told(condition: str, there: str, otherwise: str) -> None:
    assert said(condition, there, otherwise) == []


def test_the_programs_own_function_takes_what_it_takes() -> None:
    assert said(ARCH, head=OWN) == []
