"""Vector types that a program declares ahead as structures."""

from __future__ import annotations

import pytest
from helpers.matches import matched

from hipify_py.settings import Options

KERNEL = "__global__ void k(float4 *p);\n"


@pytest.mark.parametrize(
    ("given", "left"),
    [
        ("struct float4;\n", ""),
        ("class uchar1;\n", ""),
        ("  struct\tulonglong2 ; \r\n", ""),
        ('extern "C" {\nstruct float4;\n}\n', 'extern "C" {\n}\n'),
        ("#if N\nstruct float4;\n#endif\n", "#if N\n#endif\n"),
        ("struct float4; // ahead\n", " // ahead\n"),
        ("struct float4; int n;\n", " int n;\n"),
    ],
)
def test_left_out_where_device_code_is(given: str, left: str) -> None:
    assert matched("M106", given + KERNEL) == (left + KERNEL, [])


@pytest.mark.parametrize(
    "given",
    [
        "struct dim3;",
        "struct float5;",
        "struct float4 v;",
        "struct float4 f();",
        "struct float4; struct float4 { float x; };",
        "struct float4; struct __align__(16) float4 { float x; };",
        "struct float4; using float4 = vec<4>;",
        "namespace n { struct float4; }",
        "class A { struct float4; };",
        "void f() { struct float4; }",
        "template <class T> struct B; struct my_float4;",
        "#define AHEAD struct float4;",
        "#ifdef __HIP__\nstruct float4;\n#endif",
    ],
)
def test_what_is_no_declaration_of_cudas_stays(given: str) -> None:
    assert matched("M106", f"{given}\n{KERNEL}") == (f"{given}\n{KERNEL}", [])


def test_a_header_with_the_runtime_needs_none() -> None:
    given = "#include <hip/hip_runtime.h>\nstruct float4;\nvoid f(float4 *p);\n"
    assert matched("M106", given, Options(path="a.h")) == (given.replace("struct float4;\n", ""), [])


def test_in_a_plain_header_it_is_reported() -> None:
    given = "struct float4;\nvoid f(float4 *p);\n"
    text, said = matched("M106", given, Options(path="a.h"))
    assert text == given
    assert said == [("M106", "struct float4;")]


def test_c_has_tags_of_its_own() -> None:
    assert matched("M106", "struct float4;\n", Options(path="a.c")) == ("struct float4;\n", [])
