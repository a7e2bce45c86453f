"""`__restrict__` where no pointer is restricted."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.matches import matched
from helpers.toolchain import Hipcheck

from hipify_py.settings import Options

NAMES = "typedef float *P;\ntypedef unsigned char byte;\nusing vec = float4;\n"
NAMES += "struct A { int a; };\ntypedef struct A A1;\ntypedef struct { int a; } B;\n"
NAMES += "typedef struct C { int a; } C, *CP;\nusing D = A;\ntypedef enum { x } E;\ntypedef struct A *AP;\n"
REFUSED = [
    ("void f(const __restrict__ uint32_t *p);", "void f(const uint32_t *p);"),
    ("void f(uint32_t __restrict__ *p);", "void f(uint32_t *p);"),
    ("void f(float4 const __restrict__ *p);", "void f(float4 const *p);"),
    ("void f(__restrict__ const half *p);", "void f(const half *p);"),
    ("void f(std::size_t __restrict__ const *p);", "void f(std::size_t const *p);"),
    ("void f(const __restrict byte &p, vec __restrict__ *);", "void f(const byte &p, vec *);"),
    ("uint2 __restrict__ **all;", "uint2 **all;"),
    ("void f(const A1 __restrict__ *p, B __restrict__ *q);", "void f(const A1 *p, B *q);"),
    (
        "void f(const __restrict__ C *p, D __restrict__ &q, E __restrict__ *);",
        "void f(const C *p, D &q, E *);",
    ),
    (
        "void f(const float2 __restrict__ p[], A1 const __restrict__ q[]);",
        "void f(const float2 p[], A1 const q[]);",
    ),
    ("void f(const vec __restrict__ v, B __restrict__ w = B());", "void f(const vec v, B w = B());"),
]


@pytest.mark.parametrize(("before", "after"), REFUSED)
def test_the_word_goes(before: str, after: str) -> None:
    assert matched("M142", NAMES + before) == (NAMES + after, [])


@pytest.mark.parametrize(
    "source",
    [
        "void f(const float *__restrict__ p);",
        "void f(float4 *__restrict__ *p);",
        "void f(P __restrict__ p);",
        "void f(P __restrict__ p[], CP __restrict__ q, AP __restrict__ r);",
        "void f(CP __restrict__ *q, AP __restrict__ *r);",
        "template <class T> void f(T __restrict__ p, T __restrict__ q[]);",
        "void f(float *const __restrict__ p, float4 *__restrict__ q);",
        "void f(elsewhere __restrict__ *p, elsewhere __restrict__ q);",
        "void f(P __restrict__ *p);",
        "void f(__restrict__ P *p);",
        "template <class T> void f(T __restrict__ *p);",
        "void f(uint32_t *const __restrict__ *p);",
        "void f(float (__restrict__ *p)[4]);",
        "#ifdef uint32_t __restrict__ *\n#endif\n",
        "#define RESTRICT __restrict__\nbyte *g;",
        "#define RESTRICT __restrict__\n\nfloat4 &g = h;",
        "#define SIZE uint32_t __restrict__\n*g = 1;",
        "template <class vec> void f(vec __restrict__ *p);",
        "struct Q { typedef float *byte; void f(byte __restrict__ *p); };",
        "struct Q { using vec = float *; void f(vec __restrict__ *p); };",
    ],
)
def test_where_it_means_something_or_may_it_stays(source: str) -> None:
    assert matched("M142", NAMES + source) == (NAMES + source, [])


def test_the_host_compiler_of_a_header_is_another() -> None:
    source = "void f(uint32_t __restrict__ *p);"
    assert matched("M142", source, Options(path="a.h")) == (source, [])


def test_what_comes_out_compiles(hipcheck: Hipcheck, tmp_path: Path) -> None:
    head = "#include <hip/hip_runtime.h>\n#include <hip/hip_fp16.h>\n#include <cstdint>\n" + NAMES
    for at, wrong in enumerate(("before", "after")):
        target = tmp_path / f"{wrong}.hip"
        target.write_text(head + "\n".join(pair[at] for pair in REFUSED))
        ok, said = hipcheck(target, "--arch", "gfx90a", "-fsyntax-only")
        assert ok == bool(at), said
        assert ok or said.count("restrict requires a pointer or reference") >= len(REFUSED)
