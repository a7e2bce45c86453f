"""Pointers to rows of a length that a variable says."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.matches import matched
from helpers.toolchain import Hipcheck

from hipify_py import convert

CHANGED = [
    ("double (*u)[n] = (double (*)[n])p;", "auto u = (double (*)[n])p;"),
    ("unsigned long (* u)[ n ][4]=( unsigned  long (*)[n][4] )p;", "auto u =( unsigned  long (*)[n][4] )p;"),
    ("float *(*u)[2 * n + 1] = (float*(*)[2 * n + 1])p;", "auto u = (float*(*)[2 * n + 1])p;"),
    ("double (*const u)[n] = (double (*)[n])p;", "auto *const u = (double (*)[n])p;"),
    ("double (*__restrict__ u)[n] = (double (*)[n])p;", "auto *__restrict__ u = (double (*)[n])p;"),
    ("unsigned int (*u)[n] = (unsigned (*)[n])p;", "auto u = (unsigned (*)[n])p;"),
    ("double (*u)[n] = reinterpret_cast<double (*)[n]>(p);", "auto u = reinterpret_cast<double (*)[n]>(p);"),
    ("double (*u)[n]; u = (double (*)[n])p;", "double (*u)[n]; u = (decltype(u))p;"),
    (
        "double (*u)[n]; if (n) u = reinterpret_cast<double (*)[n]>(p);",
        "double (*u)[n]; if (n) u = reinterpret_cast<decltype(u)>(p);",
    ),
    (
        "double (*u)[n] = (double (*)[n])p, (*v)[n] = (double (*)[n])p, (*w)[n] = v;",
        "double (*u)[n] = (decltype(u))p, (*v)[n] = (decltype(v))p, (*w)[n] = (decltype(w))v;",
    ),
    (
        "auto u = (double (*)[n])p; u = (double (*)[n])p;",
        "auto u = (double (*)[n])p; u = (decltype(u))p;",
    ),
    ("double (*u)[n] = (double (*)[n])p, x = 2;", "double (*u)[n] = (decltype(u))p, x = 2;"),
    (
        "double (*u)[n] = (double (*)[n])p, (*v)[n] = 0;",
        "double (*u)[n] = (decltype(u))p, (*v)[n] = 0;",
    ),
    ("if (n) { std::size_t (*u)[n] = (std::size_t (*)[n])p; }", "if (n) { auto u = (std::size_t (*)[n])p; }"),
]


@pytest.mark.parametrize(("before", "after"), CHANGED)
def test_the_cast_says_the_type(before: str, after: str) -> None:
    within = "void f(void *p, int n) {{ {} }}\n"
    assert matched("M143", within.format(before)) == (within.format(after), [])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("double (*u /* rows */)[n] = (double (*)[n])p;", "auto u /* rows */ = (double (*)[n])p;"),
        ("double (*u)[n // rows\n] = (double (*)[n])p;", "auto u // rows\n= (double (*)[n])p;"),
        (
            "double (*u)[n]; u = (double /* rows */ (*)[n])p;",
            "double (*u)[n]; u = (decltype(u)/* rows */)p;",
        ),
        (
            "cuFloatComplex (*u)[n]; u = (cuFloatComplex (*)[n])p;",
            "hipFloatComplex (*u)[n]; u = (decltype(u))p;",
        ),
        ("cuFloatComplex (*u)[n] = (cuFloatComplex (*)[n])p;", "auto u = (hipFloatComplex (*)[n])p;"),
    ],
)
def test_comments_stay_and_names_go_with_their_type(before: str, after: str) -> None:
    result = convert(f"void f(void *p, int n) {{ {before} }}\n", path="a.cu")
    assert f" {{ {after} }}" in result.text
    assert not result.findings


@pytest.mark.parametrize(
    "source",
    [
        "double (*u)[N] = (double (*)[N])p;",
        "double (*u)[4] = (double (*)[4])p;",
        "double (*u)[n] = (float (*)[n])p;",
        "double (*u)[n] = (double (*)[n + 1])p;",
        "const double (*u)[n] = (double (*)[n])p;",
        "double (*u)[n] = g(p);",
        "double (*u)[n], (*v)[4] = 0; v = (double (*)[4])p;",
        "double (*u)[n] = 0; double *v = u[0]; v = u[1];",
        "double *u[n]; u[0] = (double *)p;",
        "void (*u)(int) = (void (*)(int))p;",
        "auto u = (double (*)[n])p;",
    ],
)
def test_others_stay(source: str) -> None:
    text = f"constexpr int N = 4;\nvoid f(void *p, int n) {{ {source} }}\n"
    assert matched("M143", text) == (text, [])


def test_outside_of_functions_nothing_varies() -> None:
    source = "int n = 4;\ndouble (*u)[n] = (double (*)[n])p;\n"
    assert matched("M143", source) == (source, [])


def test_what_comes_out_compiles(hipcheck: Hipcheck, tmp_path: Path) -> None:
    for at in range(2):
        target = tmp_path / f"{at}.hip"
        bodies = "".join(f"void f{i}(void *p, int n) {{ {one[at]} }}\n" for i, one in enumerate(CHANGED))
        target.write_text("#include <hip/hip_runtime.h>\n" + bodies)
        ok, said = hipcheck(target, "--arch", "gfx90a", "-fsyntax-only", "-w")
        assert ok == bool(at), said
