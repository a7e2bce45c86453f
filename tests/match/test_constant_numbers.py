"""Fractions in constant expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.matches import matched

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

RUNTIME = "#include <hip/hip_runtime.h>\n"
USE = "__global__ void k(float *p) { constexpr float d = low; p[0] = d; }\n"


def made(text: str) -> str:
    return matched("M175", RUNTIME + text).text.removeprefix(RUNTIME)


@pytest.mark.parametrize(
    "declared",
    [
        "const float low = -1e8f;",
        "static const float low = -1e8f;",
        "float const low{3.f};",
        "inline const double low = 2.0 * (1 + .5) / 3;",
        "const float low = -FLT_MAX;",
        "const float low = std::numeric_limits<float>::lowest();",
        "const float low = 1.f, high = low * 2;",
        "const float low = (float)(M_PI / 2.0);",
        "namespace n { const float low = 3; }",
    ],
)
def test_what_a_constant_expression_reads_is_constexpr(declared: str) -> None:
    text = declared + "\n" + USE
    expected = declared.replace("const", "constexpr") + "\n" + USE
    assert made(text) == expected
    assert made(expected) == expected


@pytest.mark.parametrize(
    "use",
    [
        "__device__ constexpr float start() { return low; }",
        "template <class T> constexpr __device__ T start(bool b) { if (b) return T(low); return T(0); }",
        "__global__ void k(float *p) { static constexpr double s[2] = {low, 1}; p[0] = s[1]; }",
        "constexpr float high = low + 1;",
        "const float high = low + 1;\n__global__ void k(float *p) { constexpr float d = high; p[0] = d; }",
    ],
)
def test_by_whatever_it_is_read(use: str) -> None:
    text = "const float low = -1e8f;\n" + use + "\n"
    assert made(text) == text.replace("const float", "constexpr float").replace(
        "constexpr __", "constexpr __"
    )


def test_of_both_sides_of_a_condition() -> None:
    text = "#ifdef A\nconst float low = 1;\n#else\nconst float low = 2;\n#endif\n" + USE
    assert made(text) == text.replace("const float", "constexpr float")


@pytest.mark.parametrize(
    "text",
    [
        "const int low = 3;\n" + USE,
        "const float low = other(3);\n" + USE,
        "const float low = 1.f / 0.f;\n" + USE,
        "const float low = unknown * 2;\n" + USE,
        "extern const float low;\n" + USE,
        "const volatile float low = 3;\n" + USE,
        "const float low[2] = {1, 2};\n" + USE.replace("low;", "low[0];"),
        "const float *low = 0;\n" + USE.replace("low;", "*low;"),
        "struct S { static const float low = 3; };\n" + USE,
        "const float low = 3;\n" + USE.replace("constexpr", "constexpr int n = 3; const"),
        "#define LOW const float low = 3;\nLOW\n" + USE,
    ],
)
def test_what_stays(text: str) -> None:
    assert made(text) == text


def test_the_compiler_takes_what_comes_out(hipcheck: Hipcheck, tmp_path: Path) -> None:
    text = RUNTIME + "const float low = -1e8f, high = low / 2;\n" + USE.replace("= low", "= low + high")
    path = tmp_path / "fraction.hip"
    path.write_text(matched("M175", text).text)
    assert hipcheck(path, "-fsyntax-only") == (True, "")
    path.write_text(text)
    assert not hipcheck(path, "-fsyntax-only")[0]
