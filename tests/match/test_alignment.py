"""`__align__` in what plain C++ reads."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
from helpers.matches import matched
from helpers.toolchain import needs_gcc

from hipify_py.settings import Options
from hipify_py.surroundings import Project

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

GIVEN = "struct __align__(16) point { float x, y, z; };\n"
MADE = "struct __attribute__((aligned(16))) point { float x, y, z; };\n"
SIZE = 'static_assert(sizeof(point) == 16 && alignof(point) == 16, "");\n'


@pytest.mark.parametrize(
    ("options", "goes"),
    [
        (Options(path="a.cpp"), True),
        (Options(path="a.h", project=Project(cxx="a.cpp")), True),
        (Options(path="a.h"), False),
        (Options(path="a.cu"), False),
    ],
)
def test_it_goes_where_plain_cxx_reads_it(options: Options, *, goes: bool) -> None:
    assert matched("M092", GIVEN, options).text == (MADE if goes else GIVEN)
    assert matched("M092", MADE, options).text == MADE


def test_ones_own_stays() -> None:
    for head in ("#define __align__(n) alignas(n)\n", "#ifdef __HIP__\n"):
        given = head + GIVEN + ("#endif\n" if head.startswith("#if") else "")
        assert matched("M092", given, Options(path="a.cpp")).text == given


@needs_gcc
@pytest.mark.compiler
def test_both_compilers_take_it(hipcheck: Hipcheck, tmp_path: Path) -> None:
    file, device = tmp_path / "a.cpp", tmp_path / "a.hip"
    file.write_text(MADE + SIZE)
    subprocess.run(["g++", "-fsyntax-only", str(file)], check=True)
    device.write_text(
        f"#include <hip/hip_runtime.h>\n{MADE}{SIZE}__global__ void k(point *p) {{ p->x = 1; }}\n"
    )
    assert hipcheck(device) == (True, "")
