"""Vectors filled from lists of fewer values: what is written out, and that HIP then has CUDA's values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.matches import matched

from hipify_py.settings import Options

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

HEAD = "struct S { float4 p; int n; };\nstruct T { int n; float4 p; };\nconst int ONE = 1;\n"
FILLED = [  # what is declared, what comes out, and what ISO C++ says of its members, as of an aggregate
    ("float4 v = {1};", "float4 v = {1, 0, 0, 0};", "v.x == 1 && v.y == 0 && v.w == 0"),
    ("float4 v{2.5f};", "float4 v{2.5f, 0, 0, 0};", "v.x == 2.5f && v.y == 0 && v.w == 0"),
    ("float4 v = { 1, 2 /* b */ };", "float4 v = { 1, 2, 0, 0 /* b */ };", "v.y == 2 && v.z == 0"),
    ("uchar3 v = {1, ONE};", "uchar3 v = {1, ONE, 0};", "v.y == 1 && v.z == 0"),
    ("int2 v = {-7};", "int2 v = {-7, 0};", "v.x == -7 && v.y == 0"),
    ("ulonglong2 v = {1u,};", "ulonglong2 v = {1u, 0,};", "v.x == 1 && v.y == 0"),
    ("float4 v = float4{3};", "float4 v = float4{3, 0, 0, 0};", "v.x == 3 && v.y == 0"),
    ("short4 v = {.x = 1, .w = 2};", "short4 v = {1, 0, 0, 2};", "v.x == 1 && v.z == 0 && v.w == 2"),
    ("double3 v{.y=4};", "double3 v{0, 4, 0};", "v.x == 0 && v.y == 4 && v.z == 0"),
    ("float2 v[2] = {{1}, {3}};", "float2 v[2] = {{1, 0}, {3, 0}};", "v[0].y == 0 && v[1].x == 3"),
    ("float4 v[3] = {0};", "float4 v[3] = {};", "v[0].x == 0 && v[2].w == 0"),
    ("float2 v[2] = {{0}};", "float2 v[2] = {{0, 0}};", "v[0].y == 0 && v[1].x == 0"),
    (
        "float2 v[2][2] = {{{1}}, {0.0f}};",
        "float2 v[2][2] = {{{1, 0}}, {}};",
        "v[0][0].x == 1 && v[1][0].x == 0",
    ),
    ("int2 v[] = {1, 2, 3};", "int2 v[] = {{1, 2}, {3, 0}};", "sizeof v == 16 && v[1].x == 3 && v[1].y == 0"),
    ("uchar2 v[2] = {'a', 'b', 1};", "uchar2 v[2] = {{'a', 'b'}, {1, 0}};", "v[0].y == 'b' && v[1].y == 0"),
    (
        "uchar2 v[1][2] = {'\\'', ',', 1};",
        "uchar2 v[1][2] = {uchar2{'\\'', ','}, uchar2{1, 0}};",
        "v[0][0].y == ',' && v[0][1].y == 0",
    ),
    ("char1 v[2] = {'a', 'b'};", "char1 v[2] = {char1{'a'}, char1{'b'}};", "v[1].x == 'b'"),
    ("char2 v = {'a'};", "char2 v = {'a', 0};", "v.x == 'a' && v.y == 0"),
    ("int1 v = {3};", "int1 v = int1{3};", "v.x == 3"),
    ("double1 v[2][2] = {1, 2};", "double1 v[2][2] = {double1{1}, double1{2}};", "v[0][1].x == 2"),
    ("double1 v = { .x = 3 };", "double1 v = double1{ 3 };", "v.x == 3"),
    ("const float1 v = {ONE};", "const float1 v = float1{ONE};", "v.x == 1"),
    ("char1 v[2] = {{1}, {2}};", "char1 v[2] = {char1{1}, char1{2}};", "v[0].x == 1 && v[1].x == 2"),
    ("uint1 v[3] = {1, 2};", "uint1 v[3] = {uint1{1}, uint1{2}};", "v[1].x == 2 && v[2].x == 0"),
    ("long1 v[2] = {0};", "long1 v[2] = {};", "v[0].x == 0"),
    ("S v = {0};", "S v = {};", "v.p.w == 0 && v.n == 0"),
    ("struct S v = {0};", "struct S v = {};", "v.p.x == 0 && v.n == 0"),
]
KEPT = [
    "float4 v = {1, 2, 3, 4};",
    "float4 v = {};",
    "float4 w = {1, 2, 3, 4}, v = {w}, u{v};",
    "float2 w = {1, 2}, v[2] = {w, w}, u[1] = {w};",
    "T v = {0};",
    "S v = {{1, 2, 3, 4}, 5};",
    "int v[4] = {1};",
    "float1 v{3};",
    "float1 v = {}, w{v}, a[1] = {v};",
    "float4 v(1);",
]


@pytest.mark.parametrize(("given", "made", "_"), FILLED)
def test_what_a_list_leaves_out_is_written(given: str, made: str, _: str) -> None:
    assert matched("M089", f"{HEAD}void f() {{ {given} }}").text == f"{HEAD}void f() {{ {made} }}"
    assert matched("M089", f"{HEAD}{given}\n").text == f"{HEAD}{made}\n"


@pytest.mark.parametrize("made", [*KEPT, *(made for _, made, _ in FILLED)])
def test_what_is_whole_is_left(made: str) -> None:
    given = f"{HEAD}void f() {{ {made} }}"
    assert matched("M089", given).text == given


@pytest.mark.parametrize(
    "given", ["struct m(d(E={}", "m(c e={})", "={", "{", "T{", "return {", "dim3 g{", "float3{1,((8) }"]
)
def test_what_the_grammar_cannot_read_is_left(given: str) -> None:
    for rule in ("M088", "M089"):
        assert matched(rule, given).text == given


@pytest.mark.parametrize(
    "head",
    [
        "namespace n { typedef float4 vec; } template <class vec>",
        "struct Q { typedef float2 vec; }; struct R { using vec = S; };",
        "using vec = double2; struct vec;",
    ],
)
def test_a_name_of_several_types_is_none(head: str) -> None:
    source = f"{head} void f() {{ vec a[2][2] = {{1, 2}}; vec b = {{1}}; }}"
    assert matched("M089", source) == (source, [])


def test_what_may_be_a_vector_is_no_number() -> None:
    for kind, made in (("float4 x", "float4{x}"), ("T x", "float4{x}"), ("float x", "float4{x, 0, 0, 0}")):
        assert f"g({made});" in matched("M089", f"void f({kind}) {{ g(float4{{x}}); }}").text


def test_what_the_hosts_compiler_or_another_side_reads_is_left() -> None:
    given = "float4 v = {1};"
    assert matched("M089", given, Options(path="a.cpp")).text == given
    for side in ("#ifdef __PTX__\n%s\n#endif\n", "#ifdef __HIP__\n%s\n#endif\n"):
        assert matched("M089", side % given).text == side % given


@pytest.mark.compiler
def test_hip_has_the_values_of_an_aggregate(hipcheck: Hipcheck, hipcheck64: Hipcheck, tmp_path: Path) -> None:
    file, old = tmp_path / "a.hip", tmp_path / "old.hip"
    text = old_text = f"#include <hip/hip_runtime.h>\n{HEAD}"
    for at, (given, _, holds) in enumerate(FILLED):
        declared = matched("M089", f"{HEAD}{given}\n").text.removeprefix(HEAD)
        text += f'namespace n{at} {{ constexpr {declared} static_assert({holds}, ""); }}\n'
        old_text += f"namespace n{at} {{ static {declared} }}\n"
    file.write_text(text)
    old.write_text(old_text)
    assert hipcheck(file) == (True, "")
    assert hipcheck64(old, "-Wno-unused-variable") == (True, "")
