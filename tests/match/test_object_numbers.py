"""Texture and surface objects that are kept as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.matches import matched

from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

HEAD = """\
#include <cuda_runtime.h>
typedef unsigned long long handle;
struct Kept { unsigned long long tex; size_t all[4]; handle own; cudaTextureObject_t is; int small; };
void take(cudaTextureObject_t t, int n);
__global__ void kernel(cudaSurfaceObject_t s);
void f(Kept &k, Kept *p, cudaTextureObject_t t, cudaSurfaceObject_t s, long number, int i) {
"""
CAST = [
    ("k.tex = t;", "k.tex = (unsigned long long)t;"),
    ("p->all[i] = k.is;", "p->all[i] = (size_t)k.is;"),
    ("k.own = s;", "k.own = (handle)s;"),
    ("unsigned long long u = t, v{0};", "unsigned long long u = (unsigned long long)t, v{0};"),
    ("t = k.tex;", "t = (hipTextureObject_t)k.tex;"),
    ("s = p->own;", "s = (hipSurfaceObject_t)p->own;"),
    ("cudaTextureObject_t u = number;", "cudaTextureObject_t u = (hipTextureObject_t)number;"),
    ("take(k.all[1], 2);", "take((hipTextureObject_t)k.all[1], 2);"),
    ("take( /* it */ number, 2);", "take( /* it */ (hipTextureObject_t)number, 2);"),
    ("kernel<<<1, 1>>>(k.own);", "kernel<<<1, 1>>>((hipSurfaceObject_t)k.own);"),
    ("cudaDestroyTextureObject(k.tex);", "cudaDestroyTextureObject((hipTextureObject_t)k.tex);"),
]


@pytest.mark.parametrize(("before", "after"), CAST)
def test_what_has_as_many_bits_is_cast(before: str, after: str) -> None:
    assert matched("R532", HEAD + before + "}") == (HEAD + after + "}", [])
    assert matched("R532", HEAD + after + "}") == (HEAD + after + "}", [])


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("k.small = t;", "t"),
        ("t = i;", "i"),
        ("t = -1;", "-1"),
        ("t = 12ull;", "12ull"),
        ("cudaCreateTextureObject(&k.tex, 0, 0, 0);", "k.tex"),
        ("if (t > 0) i = 1;", "t"),
        ("bool b = k.is != 7;", "k.is"),
    ],
)
def test_what_no_cast_mends_is_reported(source: str, place: str) -> None:
    assert matched("R532", HEAD + source + "}") == (HEAD + source + "}", [("R532", place)])


@pytest.mark.parametrize(
    "source",
    [
        "t = k.is; t = 0; t = 0ull; cudaTextureObject_t u = t, v = 0, w{};",
        "k.tex = (unsigned long long)t; t = (cudaTextureObject_t)k.tex; k.tex = k.own; k.tex = 3;",
        "if (t == 0 || t != k.is || !t || k.is == 0) i = 1; bool b = t < k.is;",
        "take(t, 3); take(0, 3); kernel<<<1, 1>>>(s); cudaCreateTextureObject(&k.is, 0, 0, 0);",
        "auto u = t; unsigned long long *q = &k.tex; void *v = (void *)t;",
    ],
)
def test_what_is_right_stays(source: str) -> None:
    assert matched("R532", HEAD + source + "}") == (HEAD + source + "}", [])


POOL = "struct Pool { void push_back(cudaTextureObject_t t); void set(int k, cudaTextureObject_t t); }; "


@pytest.mark.parametrize(
    "source",
    [
        POOL + "void g(std::vector<size_t> &v, Pool &p, size_t n) { v.push_back(n); p.push_back(n); }",
        POOL + "struct Args { void set(int k, int *v); void h(int i) { set(0, &i); } };",
        "namespace x { void bind(cudaTextureObject_t t); } void bind(size_t); void g(size_t n) { bind(n); }",
        "namespace y { void bind(cudaTextureObject_t t); } void g(size_t n) { y::bind(n); }",
        "void out(cudaTextureObject_t &t); void g(size_t n) { out(n); }",
    ],
)
def test_what_may_be_a_call_of_another_function_stays(source: str) -> None:
    """An object's class and overloads are not told by a name."""
    assert matched("R532", source) == (source, [])


def test_so_says_the_compiler(hipcheck: Hipcheck, tmp_path: Path) -> None:
    lines = [before for before, _ in CAST]
    source = HEAD + "\n".join(f"{{ {line} }}" for line in lines) + "\n}\n"
    target = tmp_path / "a.hip"
    target.write_bytes(convert(source.encode(), load(), Options(path="a.cu")).output)
    ok, said = hipcheck(target, "-fsyntax-only")
    assert ok, said
