"""Values in braces that their type may not hold: which are cast, and that clang takes what comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.matches import matched

from hipify_py import convert
from hipify_py.match import narrowing
from hipify_py.settings import Options

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

RUNTIME = "#include <hip/hip_runtime.h>\n"
HEAD = "__global__ void f(int n, unsigned u, long l, double d, float x, bool b, short s, int *p)"
CAST = [
    ("dim3 g{%, 1, 1};", "unsigned", "n"),
    ("dim3 g = {1, %};", "unsigned", "n / 2 + 1"),
    ("dim3 g[2]; g[0] = dim3{%};", "unsigned", "p[n]"),
    ("dim3 g = dim3 { % , 1 };", "unsigned", "l"),
    ("float y{%};", "float", "d"),
    ("float y[2] = {1, % };", "float", "n"),
    ("const double y = {%};", "double", "l"),
    ("int y[2][2] = {{1, 2}, {%, 4}};", "int", "u"),
    ("unsigned char y[] = {%, 200};", "unsigned char", "n"),
    ("size_t y{%};", "size_t", "n"),
    ("short y{%};", "short", "u"),
    ("short y{%};", "short", "s * 2"),
    ("bool y{%};", "bool", "n"),
    ("int y{%};", "int", "0.5"),
    ("int y{%};", "int", "threadIdx.x"),
    ("const int t = threadIdx.x; float y{%};", "float", "t"),
    ("const int t = 2, v = n; float y{%};", "float", "v"),
    ("int y{ /* a */ % /* b */ };", "int", "sqrt(d)"),
]
KEPT = [
    "dim3 g{u, 1, 1};",
    "dim3 g{threadIdx.x, 2};",
    "dim3 g(n, 1, 1);",
    "dim3 g[2] = {{1}, {2}};",
    "const int c = 3; constexpr int k = c * 2; dim3 g{c, k}; unsigned y{c}; float z{k};",
    "float y{x}; double z{x}; double w{d}; float v{0.1};",
    "int y{n}; long z{n}; long long w{u}; int v{s}; int t{b}; short q{s}; char o{'a'};",
    "unsigned char y[2] = {1, 255};",
    "int y{unknown(n)}; int z{p->a}; T w{d}; auto v{d};",
    "int *y{p}; int *z[2] = {p, p}; int &w{n};",
    "float4 y{x, x, x, x}; struct { int a; } z{u};",
    "int y(d); int z = d; y = {0}; g({d});",
    "if (n) { int y = u; } else { int z = l; } for (;;) { break; }",
]

UNKNOWN = ("unknown", "T w", "g({d})", "struct")  # what the compiler does not, or refuses


@pytest.mark.parametrize(("declared", "kind", "value"), CAST)
def test_what_varies_and_may_not_fit_is_cast(declared: str, kind: str, value: str) -> None:
    given, made = (
        f"{HEAD} {{ {declared.replace('%', one)} }}" for one in (value, f"static_cast<{kind}>({value})")
    )
    assert matched("M088", given).text == made
    assert matched("M088", made).text == made


@pytest.mark.parametrize("kept", KEPT)
def test_what_fits_and_what_is_not_known_is_left(kept: str) -> None:
    given = f"{HEAD} {{ {kept} }}"
    assert matched("M088", given).text == given


def test_what_a_function_returns_and_what_stands_outside_of_one() -> None:
    assert "{static_cast<unsigned>(n), 1}" in matched("M088", "dim3 g(int n) { return {n, 1}; }").text
    made = matched("M088", "auto f = [](int n) -> dim3 { return {n}; };").text
    assert made == "auto f = [](int n) -> dim3 { return {static_cast<unsigned>(n)}; };"
    for given in ("int a[] = {1, 2};", "int n; dim3 g{n};", "auto f = [](int n) { return {n}; };"):
        assert matched("M088", given).text == given


def test_what_the_hosts_compiler_or_another_side_reads_is_left() -> None:
    given = "void f(int n) { dim3 g{n}; }"
    assert matched("M088", given, Options(path="a.cpp")).text == given
    for side in ("#ifdef __PTX__\n%s\n#endif\n", "#ifdef __HIP__\n%s\n#endif\n"):
        assert matched("M088", side % given).text == side % given


@pytest.mark.compiler
def test_clang_refuses_what_is_cast_and_nothing_else(hipcheck: Hipcheck, tmp_path: Path) -> None:
    file = tmp_path / "a.hip"
    functions = [
        f"{HEAD.replace(' f(', f' f{at}(')} {{ {declared.replace('%', value)} }}\n"
        for at, (declared, _, value) in enumerate(CAST)
    ]
    for one in functions:
        file.write_text(RUNTIME + one)
        compiles, messages = hipcheck(file, "--arch", "gfx90a", "-fsyntax-only")
        assert not compiles, one
        assert "narrowed" in messages
    held = [one for one in KEPT if not any(word in one for word in UNKNOWN)]
    functions += [f"{HEAD.replace(' f(', f' k{at}(')} {{ {one} }}\n" for at, one in enumerate(held)]
    file.write_text(RUNTIME + "".join(matched("M088", one).text for one in functions))
    assert hipcheck(file) == (True, "")


@pytest.mark.parametrize(
    ("launch", "made"),
    [
        ("k<<<{n, 1, 1}, {m}>>>();", "k<<<{static_cast<unsigned>(n), 1, 1}, {m}>>>();"),
        ("k<<<1, { (n + 1) / 2 }>>>(p);", "k<<<1, { static_cast<unsigned>((n + 1) / 2) }>>>(p);"),
        ("k<<<{m, 2}, {1, m}, 0, s>>>(n);", "k<<<{m, 2}, {1, m}, 0, s>>>(n);"),
        ("k<<<n, dim3(n)>>>();", "k<<<n, dim3(n)>>>();"),
    ],
)
def test_a_grid_in_braces_is_a_dim3(launch: str, made: str) -> None:
    source = "void f(int n, unsigned m) { %s }"
    assert matched("M088", source % launch, Options(path="a.cu")) == (source % made, [])


@pytest.mark.parametrize("text", ["struct n *p;", "struct n;", "use(sizeof n);", "h(sizeof n, m);"])
def test_a_type_of_the_same_name_is_no_second_variable(text: str) -> None:
    source = "void f(int n, unsigned m) { %s k<<<{%s}, m>>>(); }"
    made = matched("M088", source % (text, "n"), Options(path="a.cu")).text
    assert made == source % (text, "static_cast<unsigned>(n)")


TYPES_OF_ITS_OWN = """
struct row { size_t n; float f; unsigned char c; };
typedef struct { int w, *p; } sizes;
enum kind { A };
struct deep { int *p; row r; row s[2]; dim3 g; kind k; unsigned b : 3; float z; };
struct rows { float a[3]; int n; };
struct made { made(int); size_t n; };
class hidden { size_t n; };
struct of : row { size_t m; };
struct chosen {
#ifdef A
  float x;
#endif
  size_t n;
};
struct vectors { float4 v; float f; };
struct image { int w, h; const int k = 3; static const int S = 4; row r; %s };
"""
IN_STRUCTURES = [
    ("hipExtent e = {%, 1, %};", "size_t", "n"),
    ("hipExtent e; e = {%, q->w * sizeof(float), 1};", "size_t", "q->w"),
    ("hipPitchedPtr e = {q->p, %, 4, u};", "size_t", "n"),
    ("hipPos e{.x = 1, .z = %};", "size_t", "q->w * 2"),
    ("hipMemcpy3DParms e = {0, {%, 0, 0}, {q->p, u, u, %}};", "size_t", "n"),
    ("hipChannelFormatDesc e = {%, 0, 0, 0, hipChannelFormatKindFloat};", "int", "l"),
    ("row e = {1, %, 2};", "float", "d"),
    ("row e[] = {{u, 1, 2}, {3, 1, %}};", "unsigned char", "n"),
    ("row e; e = {%};", "size_t", "n"),
    ("row e; e = row{.c = %};", "unsigned char", "u"),
    ("deep e = {p, {1, %, 2}, {{1}, {2, %}}, {1}, A, 2, %};", "float", "d"),
    ("deep e = {p, {1}, {{1}}, {%, 1}};", "unsigned", "n"),
    ("deep e = {p, 1, %};", "float", "d"),
    ("deep e = {p, 1, 2, 3, %};", "size_t", "d"),
    ("rows e = {1, 2, 3, %};", "int", "d"),
    ("vectors e = {v, %};", "float", "d"),
    ("image e; e.r = {%};", "size_t", "n"),
    ("short y; y = {%};", "short", "n"),
    ("take({1}, {%});", "size_t", "n"),
]
NO_KNOWN_MEMBER = [
    "made e = {n};",
    "hidden e = {n};",
    "of e = {n};",
    "chosen e = {n};",
    "vectors e = {v.x, d};",
    "unknown e = {n};",
    "hipExtent e = {u, 1, sizeof(float)};",
    "const int c = 3; hipExtent e = {c, 1, 1};",
    "row *e = {0}; e = {0};",
    "row e = row(n, d, n);",
    "float2 e = {d, d}; e = {d, d};",
]
TAKES = "void take(float4 v, const row &r);\n"


@pytest.mark.parametrize(("declared", "kind", "value"), IN_STRUCTURES)
def test_what_a_member_may_not_hold_is_cast(declared: str, kind: str, value: str) -> None:
    head = TYPES_OF_ITS_OWN % "" + TAKES + HEAD.replace("int *p", "int *p, sizes *q, float4 v")
    given, made = (
        f"{head} {{ {declared.replace('%', one)} }}" for one in (value, f"static_cast<{kind}>({value})")
    )
    assert matched("M088", given).text == made
    assert matched("M088", made).text == made


@pytest.mark.parametrize("kept", NO_KNOWN_MEMBER)
def test_what_members_hold_and_those_that_are_not_known_are_left(kept: str) -> None:
    head = TYPES_OF_ITS_OWN % "" + TAKES + HEAD.replace("int *p", "int *p, sizes *q, float4 v")
    given = f"{head} {{ {kept} }}"
    assert matched("M088", given).text == given


@pytest.mark.parametrize(
    ("method", "made"),
    [
        ("{ return {w, h, k}; }", "{ return {%(w)s, %(h)s, %(k)s}; }"),
        ("{ return {this->w, S, 1}; }", "{ return {static_cast<size_t>(this->w), S, 1}; }"),
        ("{ size_t w = 1; return {w, w, 1}; }", "{ size_t w = 1; return {w, w, 1}; }"),
        ("{ return {w * h, h}; }", "{ return {static_cast<size_t>(w * h), %(h)s}; }"),
    ],
)
def test_a_member_varies_in_what_its_class_does(method: str, made: str) -> None:
    made %= {name: f"static_cast<size_t>({name})" for name in "whk"}
    for source in (
        TYPES_OF_ITS_OWN % "hipExtent of() %s",
        TYPES_OF_ITS_OWN % "hipExtent of();" + "hipExtent image::of() %s\n",
    ):
        assert matched("M088", source % method).text == source % made


@pytest.mark.compiler
def test_clang_refuses_what_members_do_not_hold(hipcheck: Hipcheck, tmp_path: Path) -> None:
    file, head = tmp_path / "a.hip", TYPES_OF_ITS_OWN % "" + TAKES
    takes = HEAD.replace("__global__ ", "").replace("int *p", "int *p, sizes *q, float4 v")
    functions = [
        f"{takes.replace(' f(', f' f{at}(')} {{ {declared.replace('%', value)} }}\n"
        for at, (declared, _, value) in enumerate(IN_STRUCTURES)
        if not declared.startswith("take")  # whose first argument M089 mends
    ]
    for one in functions:
        file.write_text(RUNTIME + head + one)
        compiles, messages = hipcheck(file, "--arch", "gfx90a", "-fsyntax-only")
        assert not compiles, one
        assert "narrowed" in messages
    text = head + "".join(functions)
    file.write_text(RUNTIME + matched("M088", text).text)
    assert hipcheck(file) == (True, "")


NUMBERS = (
    "0 1 -1 +3 300 0x7F 0XFFul 1u 1ULL 1.5 -1.5 1. .5f 1e3 1e-3f 2.5L 07 'a' 1+2 1.5+1 0b101 1'000 n d 1.0f*n"
)
TYPES = (
    "int",
    "unsigned",
    "unsigned char",
    "char",
    "short",
    "long",
    "bool",
    "float",
    "double",
    "size_t",
    "half",
    "T",
)


@pytest.mark.parametrize("type_", TYPES)
def test_numbers_of_tables_are_passed_over_without_a_difference(
    type_: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lists = "".join(f"{{ {type_} y[2] = {{1, {number}}}; }}\n" for number in NUMBERS.split())
    source = f"#include <cuda_runtime.h>\nvoid f(int n, double d) {{\n{lists}}}\n"
    quick = convert(source).output
    monkeypatch.setattr(narrowing, "_is_plain", lambda _text, _target: False)
    assert convert(source).output == quick
    assert (b"static_cast" in quick) == (type_ not in {"half", "T"})


def test_a_class_that_bears_a_types_name_has_no_members() -> None:
    given = "struct int { float m; };\n__device__ int e(int a, float b) { return {a}; }\n"
    assert matched("M088", given).text == given


@pytest.mark.parametrize(
    ("own", "cast"),
    [
        ("struct dim3 { float x, y; };", "dim3 g{static_cast<float>(n), 1};"),
        ("namespace own { struct dim3 { int a; }; }", "dim3 g{static_cast<unsigned>(n), 1};"),
        ("struct Own { struct dim3 { float a; }; };", "dim3 g{static_cast<unsigned>(n), 1};"),
    ],
)
def test_a_class_of_the_name_of_a_grid_is_one_where_it_is_seen(own: str, cast: str) -> None:
    source = f"{RUNTIME}{own}\nvoid f(int n) {{ dim3 g{{n, 1}}; }}\n"
    made = convert(source).output
    assert cast.encode() in made
    assert convert(made).output == made
