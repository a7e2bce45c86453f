"""Attributes of CUDA's own headers that programs copy: they go, and what is left compiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

GIVEN = """\
typedef __device_builtin__ struct wide wide;
struct __builtin_align__(32) wide { unsigned long long v[4]; };
static __inline__ __host__ __device__ __cudart_builtin__ int f() { return 1; }
extern __device__ __device_builtin__ void __threadfence(void);
__global__ void k(wide *w) { w[0].v[0] = f(); __threadfence(); }
"""
MADE = """\
typedef struct wide wide;
struct __align__(32) wide { unsigned long long v[4]; };
static __inline__ __host__ __device__ int f() { return 1; }
extern __device__ void __threadfence(void);
__global__ void k(wide *w) { w[0].v[0] = f(); __threadfence(); }
"""


def test_they_go() -> None:
    made = convert(GIVEN.encode(), load(), Options(path="a.cu", add_include=False))
    assert made.output.decode() == MADE
    assert {one.rule for one in made.findings} <= {"P001"}  # the grammar does not know them


@pytest.mark.compiler
def test_what_is_left_compiles(hipcheck: Hipcheck, tmp_path: Path) -> None:
    file = tmp_path / "a.hip"
    for text, compiles in ((GIVEN, False), (MADE, True)):
        file.write_text("#include <hip/hip_runtime.h>\n" + text)
        assert hipcheck(file, "--arch", "gfx90a")[0] is compiles
