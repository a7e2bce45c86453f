"""Operators on vectors that macros make."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.matches import matched
from helpers.toolchain import see_it_mended

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

RUNTIME = "#include <hip/hip_runtime.h>\n"
OP = (
    "#define OP(T, o) \\\n  __host__ __device__ inline T operator o(const T &a, const T &b) \\\n"
    "  { T r; r.x = a.x o b.x; r.y = a.y o b.y; return r; }\n"
)
OPENS, CLOSES = "#ifndef __HIP_PLATFORM_AMD__\n", "#endif\n"
USE = "__global__ void k(float2 *p, int2 *q) { p[0] = p[1] * p[2]; q[0] = q[1] * q[2] + q[3]; }\n"


@pytest.mark.parametrize(
    ("uses", "after", "said"),
    [
        ("OP(int2, *)\n", f"{OPENS}OP(int2, *)\n{CLOSES}", []),
        ("OP(int2, *) OP(float2, *)\n", "OP(int2, *) OP(float2, *)\n", ["OP(int2, *)", "OP(float2, *)"]),
        ("OP(int2, +)\nOP(int2, -)\nOP(mine, *)\n", "OP(int2, +)\nOP(int2, -)\nOP(mine, *)\n", []),
        ("#ifdef __PTX__\nOP(int2, *)\n#endif\n", "#ifdef __PTX__\nOP(int2, *)\n#endif\n", []),
        ("#undef OP\n#define OP(T, o)\nOP(int2, *)\n", "#undef OP\n#define OP(T, o)\nOP(int2, *)\n", []),
        (f"{OPENS}OP(int2, *)\n{CLOSES}", f"{OPENS}OP(int2, *)\n{CLOSES}", []),
    ],
)
def test_uses_of_a_macro(uses: str, after: str, said: list[str]) -> None:
    made = matched("M061", RUNTIME + OP + uses)
    assert made.text == RUNTIME + OP + after
    assert made.said == [("M061", one) for one in said]


def test_one_that_does_something_else_is_reported() -> None:
    text = OP.replace("b.y;", "b.x;") + "OP(int2, *)\nOP(int2, +)\n"
    made = matched("M061", RUNTIME + text)
    assert (made.text, made.said) == (RUNTIME + text, [("M061", "OP(int2, *)")])


@pytest.mark.parametrize("body", ["T r; r.x = a.x o b.x; r.y = a.y o b.y; return r;", "a.x o b.x, a.y o b.y"])
def test_written_out_step_by_step(body: str) -> None:
    text = body.replace("T", "int2").replace(" o ", " * ")
    text = text if "return" in text else f"return make_int2({text});"
    head = "__host__ __device__ inline int2 operator*(const int2 &a, const int2 &b)"
    assert matched("M061", f"{head} {{ {text} }}\n").text == f"{OPENS}{head} {{ {text} }}\n{CLOSES}"


@pytest.mark.compiler
def test_what_is_written_compiles(hipcheck: Hipcheck, tmp_path: Path) -> None:
    text = RUNTIME + OP + "OP(float2, *)\nOP(int2, *)\nOP(int2, +)\n" + USE
    see_it_mended(text, lambda text: matched("M061", text).text, hipcheck, tmp_path)
