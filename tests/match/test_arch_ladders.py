"""Conditions on the number of the architecture that lead HIP to an `#error`: which side it takes instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.matches import matched

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

A = "__CUDA_ARCH__"
HIP = "defined(__HIP_DEVICE_COMPILE__)"
LADDERS = [
    (f"#if {A} >= 700\nA\n#else\n#error\n#endif\n", f"#if {HIP} || {A} >= 700\nA\n#else\n#error\n#endif\n"),
    (
        f"#if {A} == 860\nA\n#elif ({A} > 600)\nB\n#elif {A} >= 300\nC\n#else\n\n# error\n#endif\n",
        f"#if {A} == 860\nA\n#elif {HIP} || ({A} > 600)\nB\n#elif {A} >= 300\nC\n#else\n\n# error\n#endif\n",
    ),
    (f"#  if  {A}<300\n#error\n#endif\n", f"#  if  !{HIP} && {A}<300\n#error\n#endif\n"),
    (
        f"#if {A} <= 200\n#error\n#elif {A} < 500\nA\n#else\nB\n#endif\n",
        f"#if !{HIP} && {A} <= 200\n#error\n#elif {A} < 500\nA\n#else\nB\n#endif\n",
    ),
    (f"#if {A} != 700\n#error\n#endif\n", f"#if !{HIP} && {A} != 700\n#error\n#endif\n"),
]
LEFT = [
    f"#if {A} >= 700\n#error\n#else\nA\n#endif\n",
    f"#if {A} >= 700\nA\n#elif {A} >= 600\nB\n#endif\n",
    f"#if {A} < 300\nA\n#error\n#endif\n",
    f"#if defined(X) && {A} < 300\n#error\n#endif\n",
    f"#if {A} >= 700\nA\n#elif X\nB\n#else\n#error\n#endif\n",
    f"#if {A} >= N\nA\n#else\n#error\n#endif\n",
    f"#ifdef X\nA\n#elif {A} >= 300\nB\n#else\n#error\n#endif\n",
    f"#define {A} 700\n#if {A} >= 700\nA\n#else\n#error\n#endif\n",
    f"#if {A} >= 700\nA\n#else\n#error",
    f"#if {HIP} || {A} >= 700\nA\n#elif {A} >= 600\nB\n#else\n#error\n#endif\n",
]


@pytest.mark.parametrize(("given", "made"), LADDERS)
def test_hip_does_not_come_to_the_error(given: str, made: str) -> None:
    found = matched("M090", given)
    assert found.text == made
    assert found.said == [("M090", A)]
    again = matched("M090", made)
    assert (again.text, again.said) == (made, [])


@pytest.mark.parametrize("given", LEFT)
def test_what_leads_elsewhere_is_left(given: str) -> None:
    found = matched("M090", given)
    assert (found.text, found.said) == (given, [])


@pytest.mark.parametrize(("given", "_"), LADDERS)
def test_what_is_decided_is_not_said_to_be_open(given: str, _: str) -> None:
    assert matched("M001", given).said == []
    assert matched("M001", given.replace("#error", "int a;").replace("# error", "int a; //")).said != []


@pytest.mark.compiler
def test_clang_takes_a_side(hipcheck: Hipcheck, tmp_path: Path) -> None:
    file = tmp_path / "a.hip"
    inside = "#include <hip/hip_runtime.h>\n#ifdef __HIP_DEVICE_COMPILE__\n%s#endif\n__global__ void k() {}\n"
    for given, made in LADDERS:
        for text, compiles in ((given, False), (made, True)):
            sides = text
            for name in "ABC":
                sides = sides.replace(f"\n{name}\n", f"\nint {name};\n")
            file.write_text(inside % sides)
            assert hipcheck(file, "--arch", "gfx90a", "-fsyntax-only")[0] is compiles, text
