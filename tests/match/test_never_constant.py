"""Functions that are `constexpr` and never give a constant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.matches import matched
from helpers.toolchain import Hipcheck, compiled

if TYPE_CHECKING:
    from pathlib import Path

RUNTIME = "#include <hip/hip_runtime.h>\n#include <hip/hip_fp16.h>\n"
REFUSED = [
    "constexpr __device__ half f(int) { constexpr unsigned short b = 7; return *((half *)(&b)); }",
    "constexpr __device__ float f(unsigned b) { return *reinterpret_cast<float *>(&b); }",
    "constexpr __host__ __device__ float f(int i) { return reinterpret_cast<float &>(i); }",
    "constexpr __device__ float f(int i) { float r = *(const float *)(const void *)&i; return r; }",
    "constexpr __device__ float f(int i) { return ((float *)&i)[0]; }",
    "constexpr __device__ int f(float v) { int b = 0; b += *(int *)&v; return b; }",
    "struct S { constexpr __device__ float f(unsigned b) const { return *(float *)&b; } };",
]
TAKEN = [
    "template <class T> constexpr __device__ T f(unsigned b) { return *(T *)&b; }",
    "template <class T> struct U { constexpr __device__ float f(int b) const { return *(float *)&b; } };",
    "constexpr __device__ float f(int i) { if (i == 0) return 0; return *(float *)&i; }",
    "constexpr __device__ float f(bool q, int i) { return q ? *(float *)&i : 0; }",
    "constexpr __device__ float f(float v) { return *(float *)&v; }",
    "constexpr __device__ float f(unsigned *p) { return *(float *)p; }",
    "constexpr __device__ float f(float i) { return *static_cast<float *>(&i); }",
    "constexpr __device__ float f(int n) { float v = 0; while (n--) v = *(float *)&n; return v; }",
]  # fmt: skip


def made(text: str) -> str:
    return matched("M192", RUNTIME + text).text.removeprefix(RUNTIME)


@pytest.mark.parametrize("text", REFUSED)
def test_a_value_read_as_another_type(text: str) -> None:
    assert made(text) == text.replace("constexpr __", "inline __", 1)


@pytest.mark.parametrize("text", [*TAKEN, "__device__ float f(int i) { return *(float *)&i; }"])
def test_what_may_be_a_constant_or_says_nothing(text: str) -> None:
    assert made(text) == text
    assert matched("M192", RUNTIME + text).said == []


def test_what_is_inline_already_only_loses_the_word() -> None:
    text = "static inline constexpr __device__ float f(int i) { return *(float *)&i; }"
    assert made(text) == text.replace("constexpr ", "")


def test_one_for_both_sides_is_reported() -> None:
    text = "constexpr float f(int i) { return *(float *)&i; }\n__global__ void k() {}\n"
    assert made(text) == text
    assert matched("M192", RUNTIME + text).said == [("M192", "constexpr")]


@pytest.mark.compiler
def test_the_compiler_says_so(hipcheck: Hipcheck, tmp_path: Path) -> None:
    def works(texts: list[str]) -> bool:
        spaces = "\n".join(f"namespace n{number} {{ {text} }}" for number, text in enumerate(texts))
        return compiled("#include <hip/hip_fp16.h>\n" + spaces, hipcheck, tmp_path)[0]

    assert works(TAKEN)
    assert not any(works([text]) for text in REFUSED[:2])
    assert works([*map(made, REFUSED)])
