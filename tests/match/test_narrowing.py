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
    for given in ("int a[] = {1, 2};", "int n; dim3 g{n};", "auto f = [](int n) -> dim3 { return {n}; };"):
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
