"""Shared memory declared `extern` with a size: nvcc's reading of it is written out."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.matches import matched
from helpers.toolchain import Hipcheck

from hipify_py.settings import Options
from hipify_py.surroundings import Project

HEAD = """#include <hip/hip_runtime.h>
#define ALIGN(n) __attribute__((aligned(n)))
template <class T, int N> struct Pair { using Type = T; };
"""
DECLARATIONS = [
    "extern __shared__ float t[4];",
    "__shared__ extern float t[2][3];",
    "extern __shared__ int t;",
    "extern volatile __shared__ long long t[N + 1];",
    "extern __shared__ __align__(8) char t[8], u[4];",
    "extern __shared__ __attribute__((aligned(8))) int *t;",
    "extern __shared__ ALIGN(16) float t[4];",
    "extern __shared__ Pair<float, 128>::Type t;",
    "extern __shared__ Pair<Pair<int, 4>::Type, (3 > 2)>::Type t[2];",
    "extern __shared__ int t[2], u, (*v)[4];",
    "extern __shared__ int t[4 < 3 ? 1 : 2], u;",
    "extern /* of the launch? */ __shared__ int t[ 4 ];",
]


@pytest.mark.parametrize("source", DECLARATIONS)
def test_it_is_the_unit_s_own(source: str) -> None:
    assert matched("M141", source) == (source.replace("extern", "static"), [("M141", "extern")])


@pytest.mark.parametrize(
    "source",
    [
        "extern __shared__ float t[];",
        "extern __shared__ float t[ /* of the launch */ ];",
        "extern __shared__ float t[], u[];",
        "extern __shared__ SHARED_TILE;",
        "extern __shared__ TILE(float, t);",
        'extern "C" __shared__ int t[4];',
        "extern float t[4]; __shared__ int u;",
        "extern __device__ int shared__[4];",
        "void extern_(__shared__ int t[4]);",
        "static __shared__ int t[4];",
        "#ifdef __HIPCC__\nextern __shared__ int t[4];\n#endif\n",
    ],
)
def test_what_a_launch_gives_and_what_is_not_shared_stays(source: str) -> None:
    assert matched("M141", source) == (source, [])


@pytest.mark.parametrize(
    "source",
    [
        "extern __shared__ int a[4], t[];",
        "extern __shared__ int t[], *p;",
        "typedef float Row[4], All[];\nextern __shared__ All t;",
        "using All = float[ ];\nextern __shared__ volatile All t, u;",
        "namespace n { using All = float[ ]; }\nextern __shared__ n::All t;",
    ],
)
def test_what_a_launch_gives_is_reported_where_clang_does_not_see_it(source: str) -> None:
    assert matched("M141", source) == (source, [])
    assert matched("M146", source) == (source, [("M146", "extern")])


def test_a_type_of_a_header() -> None:
    source = "extern __shared__ All t;"
    options = Options(project=Project(aliases={b"All": b"[]"}))
    assert matched("M141", source, options) == (source, [])
    assert matched("M146", source, options) == (source, [("M146", "extern")])


def test_what_comes_out_compiles(hipcheck: Hipcheck, tmp_path: Path) -> None:
    parts = [source.replace("N + 1", "3") for source in DECLARATIONS]
    spaces = [f"namespace n{at} {{ {source} }}\n" for at, source in enumerate(parts)]
    inner = "template <class T> __global__ void k(T *o) { extern __shared__ T t[4]; *o = t[threadIdx.x]; }\n"
    source = "".join([*spaces, inner, "template __global__ void k<int>(int *);\n"])
    target = tmp_path / "a.hip"
    target.write_text(HEAD + source)
    assert not hipcheck(target, "--arch", "gfx90a")[0]
    target.write_text(HEAD + matched("M141", source)[0])
    ok, said = hipcheck(target)
    assert ok, said
