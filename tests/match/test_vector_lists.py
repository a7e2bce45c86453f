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
HEAD += "struct U { S s; int2 q; int1 r; };\nstruct V { int n; int2 a[2]; };\n"
HEAD += "struct P { float2 *a[2]; float2 (*b)[3]; void (*f[2])(int); float2 *get(int) const; float2 c; };\n"
HEAD += "#define SIZES 1, 2\nstruct Q { int n[2]; float *m, *o; float2 v[010]; int k; };\n"
HEAD += "struct W { int2 a[2]; int b[2]; int2 c[2]; int n; };\nstruct X { S s[2]; int2 q; };\n"
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
    ("S v = {1, 2, 3, 4, 5};", "S v = {{1, 2, 3, 4}, 5};", "v.p.w == 4 && v.n == 5"),
    ("S v{-1, 2};", "S v{{-1, 2, 0, 0}};", "v.p.x == -1 && v.p.y == 2 && v.p.w == 0 && v.n == 0"),
    ("T v = {1, 2, 3};", "T v = {1, {2, 3, 0, 0}};", "v.n == 1 && v.p.y == 3 && v.p.w == 0"),
    (
        "T v[2] = {{1, 2, 3, 4, 5}, {6}};",
        "T v[2] = {{1, {2, 3, 4, 5}}, {6}};",
        "v[0].p.w == 5 && v[1].n == 6 && v[1].p.x == 0",
    ),
    (
        "U v = {1, 2, 3, 4, 5, 6, 7, 8};",
        "U v = {float4{1, 2, 3, 4}, 5, {6, 7}, int1{8}};",
        "v.s.p.w == 4 && v.s.n == 5 && v.q.y == 7 && v.r.x == 8",
    ),
    ("V v = {1, 2, 3, 4};", "V v = {1, int2{2, 3}, int2{4, 0}};", "v.a[0].y == 3 && v.a[1].x == 4"),
    ("struct S v = {0};", "struct S v = {};", "v.p.x == 0 && v.n == 0"),
    (
        "W v = {1, 2, 3, 4, 5, 6, 7};",
        "W v = {int2{1, 2}, int2{3, 4}, 5, 6, int2{7, 0}};",
        "v.a[1].y == 4 && v.b[1] == 6 && v.c[0].x == 7 && v.n == 0",
    ),
    (
        "S v[2] = {1, 2, 3, 4, 5, 6};",
        "S v[2] = {float4{1, 2, 3, 4}, 5, float4{6, 0, 0, 0}};",
        "v[0].p.w == 4 && v[0].n == 5 && v[1].p.x == 6 && v[1].n == 0",
    ),
    (
        "P v = {0, 0, 0, 0, 0, 1, 2};",
        "P v = {0, 0, 0, 0, 0, {1, 2}};",
        "v.c.x == 1 && v.c.y == 2 && v.f[1] == nullptr",
    ),
    (
        "P v[2] = {{0, 0, 0, 0, 0, 1}, {0, 0, nullptr}};",
        "P v[2] = {{0, 0, 0, 0, 0, {1, 0}}, {0, 0, nullptr}};",
        "v[0].c.x == 1 && v[1].c.y == 0",
    ),
    (
        "Q v = {SIZES, 0, nullptr, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17};",
        "Q v = {SIZES, 0, nullptr, "
        + "".join(f"float2{{{at}, {at + 1}}}, " for at in range(1, 16, 2))
        + "17};",
        "v.n[1] == 2 && v.v[7].y == 16 && v.k == 17",
    ),
    (
        "Q v[2] = {{SIZES, 0, 0, 1}, {SIZES}};",
        "Q v[2] = {{SIZES, 0, 0, float2{1, 0}}, {SIZES}};",
        "v[0].v[0].x == 1 && v[1].n[1] == 2 && v[1].v[7].y == 0",
    ),
    (
        "X v = {{1, 2, 3, 4, 5}, 6, 7};",
        "X v = {{float4{1, 2, 3, 4}, 5}, {6, 7}};",
        "v.s[0].p.w == 4 && v.s[0].n == 5 && v.s[1].p.x == 0 && v.q.y == 7",
    ),
]
OUTER = """
typedef int1 mine;
struct in { int1 a; float2 b; };
struct out { int n; in i[2]; in k; mine m; };
int1 outer, *pointer, table[4][4];
void take(int n, const int1 &v, float4 w);
void either(int1 v); void either(int v);
__global__ void launched(int1 v, int1 *p);
"""
STORED = [
    ("int1 a; a = {5};", "int1 a; a = int1{5};"),
    ("int1 a; a = { x.n };", "int1 a; a = int1{ x.n };"),
    ("float4 a; a = {1}; a = {0};", "float4 a; a = {1, 0, 0, 0}; a = {0, 0, 0, 0};"),
    ("float2 a[2], *b = a; a[0] = {1}; *b = {2}; *(b + 1) = {3};", None),
    ("mine a; a = {1};", "mine a; a = mine{1};"),
    ("outer = {1}; pointer[2] = {2}; (*pointer) = {3}; table[1][2] = {4};", None),
    ("x.k.a = {1}; q->i[1].b = {2}; x.m = {3};", "x.k.a = int1{1}; q->i[1].b = {2, 0}; x.m = mine{3};"),
    ("std::vector<int1> a; a.push_back({1}); a[0] = {2};", None),
    ("std::array<float2, 3> a; a[1] = {2};", "std::array<float2, 3> a; a[1] = {2, 0};"),
    ("take(1,\n {2}, {3});", "take(1,\n int1{2}, {3, 0, 0, 0});"),
    ("take((1), {outer}, {.y = 3});", "take((1), int1{outer}, {0, 3, 0, 0});"),
    ("launched<<<1, 1>>>( {4}, 0);", "launched<<<1, 1>>>( int1{4}, 0);"),
    ("auto a = [](int n) -> int1 { return {n}; };", "auto a = [](int n) -> int1 { return int1{n}; };"),
    ("auto *a = new float4{1};", "auto *a = new float4{1, 0, 0, 0};"),
    ("in a = {{1}, {2}}, b[2] = {{{1}}, {{2}, {3, 4}}};", None),
    ("out a = {1, {{{2}, {3}}}, {{4}}, {5}};", "out a = {1, {{int1{2}, {3, 0}}}, {int1{4}}, mine{5}};"),
    ("out a = {.n = 1, .m = {5}};", "out a = {.n = 1, .m = mine{5}};"),
]
WRITTEN = {
    3: "float2 a[2], *b = a; a[0] = {1, 0}; *b = {2, 0}; *(b + 1) = {3, 0};",
    5: "outer = int1{1}; pointer[2] = int1{2}; (*pointer) = int1{3}; table[1][2] = int1{4};",
    7: "std::vector<int1> a; a.push_back(int1{1}); a[0] = int1{2};",
    14: "in a = {int1{1}, {2, 0}}, b[2] = {{int1{1}}, {int1{2}, {3, 4}}};",
}
NOT_STORED = [
    "pointer = {0}; int1 *a; a = {0}; a = {nullptr};",
    "int2 a; a = {1, 2}; a = {}; outer = {};",
    "{ float outer; outer = {1}; }",
    "either({1}); unknown({1}); x.unknown({1}); x.k.unknown = {1};",
    "std::vector<int> a; a.push_back({1}); a[0] = {2};",
    "float2 a, b; a = {b}; a = {q->k.b};",
    "auto a = outer; a = {1};",
]
MEMBERS = [
    ("struct R { int1 n = {0}; float4 v{1}; };", "struct R { int1 n = int1{0}; float4 v{1, 0, 0, 0}; };"),
    ("struct R { int1 *n = {0}, m[2] = {0}; };", "struct R { int1 *n = {0}, m[2] = {}; };"),
    ("struct R { int1 n; R() { n = {0}; } };", "struct R { int1 n; R() { n = int1{0}; } };"),
    ("struct R { int1 n; R(); }; R::R() { n = {0}; this->n = {1}; (*this).n = {2}; }", None),
    ("struct R { int1 n; float4 v; R() : n({1}), v{2} {} };", None),
    ("template <class T> struct R { int1 n; R(); }; template <class T> R<T>::R() { n = {0}; }", None),
    ("struct Q { int2 n; Q() { n = {0}; } }; struct R { int1 n; R() { n = {0}; } };", None),
    ("void g(int1 a = {0}, float2 b = {1});", "void g(int1 a = int1{0}, float2 b = {1, 0});"),
]
MEMBERS_WRITTEN = {
    3: "struct R { int1 n; R(); }; R::R() { n = int1{0}; this->n = int1{1}; (*this).n = int1{2}; }",
    4: "struct R { int1 n; float4 v; R() : n(int1{1}), v{2, 0, 0, 0} {} };",
    5: "template <class T> struct R { int1 n; R(); }; template <class T> R<T>::R() { n = int1{0}; }",
    6: "struct Q { int2 n; Q() { n = {0, 0}; } }; struct R { int1 n; R() { n = int1{0}; } };",
}
MEMBERS_KEPT = [
    "template <class T> struct R { T n; R() { n = {0}; } };",
    "struct B { float2 n; }; int1 n; struct R : B { R() { n = {0}; } };",
    "struct R { int n; R() : n({1}) { n = {0}; } };",
    "struct R { float4 v; R() : v{1, 2, 3, 4} {} };",
    "#define SET(a) a = {1}; outer = {3}",
]
KEPT = [
    "float4 v = {1, 2, 3, 4};",
    "float4 v = {};",
    "float4 w = {1, 2, 3, 4}, v = {w}, u{v};",
    "float2 w = {1, 2}, v[2] = {w, w}, u[1] = {w};",
    "P v = {0, 0, 0, 0, 0};",
    "Q v = {SIZES, 0, 0};",
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


def _written(given: list[tuple[str, str | None]], long: dict[int, str]) -> list[tuple[str, str]]:
    return [(one, made or long[at]) for at, (one, made) in enumerate(given)]


ALL_STORED, ALL_MEMBERS = _written(STORED, WRITTEN), _written(MEMBERS, MEMBERS_WRITTEN)


@pytest.mark.parametrize(("given", "made"), ALL_STORED)
def test_what_is_assigned_passed_and_held_by_members_is_written(given: str, made: str) -> None:
    source = OUTER + "void f(out x, out *q) { %s }"
    for text in (given, made):
        assert matched("M089", source % text, Options(path="a.cu")) == (source % made, [])


@pytest.mark.parametrize("kept", NOT_STORED)
def test_pointers_whole_lists_and_what_is_not_known_are_left(kept: str) -> None:
    source = OUTER + f"void f(out x, out *q) {{ {kept} }}"
    assert matched("M089", source, Options(path="a.cu")) == (source, [])


@pytest.mark.parametrize(("given", "made"), ALL_MEMBERS)
def test_what_members_begin_with_and_are_given_is_written(given: str, made: str) -> None:
    for text in (given, made):
        assert matched("M089", OUTER + text) == (OUTER + made, [])


@pytest.mark.parametrize("kept", MEMBERS_KEPT)
def test_members_of_other_types_and_of_bases_are_left(kept: str) -> None:
    assert matched("M089", OUTER + kept) == (OUTER + kept, [])


@pytest.mark.compiler
def test_hip_refuses_what_is_assigned_and_takes_what_comes_out(hipcheck: Hipcheck, tmp_path: Path) -> None:
    file, runtime = tmp_path / "a.hip", "#include <hip/hip_runtime.h>\n#include <array>\n#include <vector>\n"
    stored = [
        (f"void f(out x, out *q) {{ {one} }}", f"void f(out x, out *q) {{ {made} }}")
        for one, made in ALL_STORED
    ]
    for given, _ in stored:
        if "new float4" not in given:  # sets all four
            file.write_text(runtime + OUTER + given.replace("x.n", "3"))
            assert not hipcheck(file, "--arch", "gfx90a", "-fsyntax-only")[0], given
    parts = [made for _, made in [*stored, *ALL_MEMBERS]]
    named = "".join(f"namespace n{at} {{ {OUTER}{made} }}\n" for at, made in enumerate(parts))
    file.write_text(runtime + named)
    assert hipcheck(file, "-Wno-everything", "-fno-gpu-rdc") == (True, "")


def test_the_next_member_that_is_named_ends_a_vector() -> None:
    given, made = "X v = {.s = 1, .q = 2};", "X v = {.s = float4{1, 0, 0, 0}, .q = {2, 0}};"
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
