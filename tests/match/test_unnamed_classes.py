"""Classes that a `typedef` names, and that define functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.matches import matched

from hipify_py.settings import Options

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

BODY = "{ int x; __host__ __device__ int f() const { return x; } }"
REFUSED = [
    (f"typedef struct {BODY} A;", f"typedef struct A {BODY} A;"),
    (f"typedef class{BODY} A;", f"typedef class A{BODY} A;"),
    (f"typedef union {BODY} *P, A, B;", f"typedef union A {BODY} *P, A, B;"),
    (f"typedef struct alignas(16) {BODY} A;", f"typedef struct alignas(16) A {BODY} A;"),
    (
        f"typedef struct {BODY} __attribute__((aligned(16))) A;",
        f"typedef struct A {BODY} __attribute__((aligned(16))) A;",
    ),
    (f"using A = struct {BODY};", f"using A = struct A {BODY};"),
    (f"namespace {{ typedef struct {BODY} A; }}", f"namespace {{ typedef struct A {BODY} A; }}"),
    (
        f"void g() {{ typedef struct {BODY} A; A a{{1}}; a.f(); }}",
        f"void g() {{ typedef struct A {BODY} A; A a{{1}}; a.f(); }}",
    ),
    (
        f"struct O {{ int g() {{ typedef struct {BODY} A; A a{{1}}; return a.f(); }} }};",
        f"struct O {{ int g() {{ typedef struct A {BODY} A; A a{{1}}; return a.f(); }} }};",
    ),
    (
        "typedef struct { struct In { int i; In(int a) : i(a) {} }; int x; } A;",
        "typedef struct A { struct In { int i; In(int a) : i(a) {} }; int x; } A;",
    ),
    (
        "typedef struct { int x; bool operator<(int o) const { return x < o; } } A; // one",
        "typedef struct A { int x; bool operator<(int o) const { return x < o; } } A; // one",
    ),
]
TAKEN = [
    "typedef struct { int x = 1; int y{2}; struct In { int z; } in; enum { a, b } e; int f(); } A;",
    "struct O { typedef struct { int x; int f() { return x; } } A; };",
    "template <class T> struct O { typedef struct { T x; T f() { return x; } } A; };",
    "typedef struct { int x; int f() { return x; } } *P, R[3];",
    "typedef const struct { int x; int f() { return x; } } A;",
    "struct { int x; int f() { return x; } } a;",
    "typedef struct A { int x; int f() { return x; } } B;",
    "typedef struct { int x; int f() = delete; } A;",
    f"using P = struct {BODY} *; using C = struct {BODY} const;",
]


@pytest.mark.parametrize(("before", "after"), REFUSED)
def test_the_name_is_written_behind_the_word(before: str, after: str) -> None:
    assert matched("M391", before) == (after, [])
    assert matched("M391", after) == (after, [])


@pytest.mark.parametrize("source", TAKEN)
def test_what_clang_takes_stays(source: str) -> None:
    assert matched("M391", source) == (source, [])


def test_a_name_that_stands_for_something_in_it_is_reported() -> None:
    source = "typedef struct { struct A *next; bool last() { return !next; } } A;"
    assert matched("M391", source) == (source, [("M391", "struct")])


def test_the_host_compiler_takes_it() -> None:
    source = f"typedef struct {BODY} A;"
    assert matched("M391", source, Options(path="a.h")).text != source  # it has device code
    source = source.replace("__host__ __device__ ", "")
    assert matched("M391", source, Options(path="a.cpp")) == (source, [])


def test_so_says_the_compiler(hipcheck: Hipcheck, tmp_path: Path) -> None:
    spaced = [
        [f"namespace n{at} {{\n{text}\n}}" for at, text in enumerate(texts)]
        for texts in zip(*REFUSED, strict=True)
    ]
    spaced.append([f"namespace n{at} {{\n{text}\n}}" for at, text in enumerate(TAKEN)])
    for number, texts in enumerate(spaced):
        target = tmp_path / f"{number}.hip"
        target.write_text("#include <hip/hip_runtime.h>\n" + "\n".join(texts) + "\n")
        ok, said = hipcheck(target, "--arch", "gfx90a", "-fsyntax-only", "-ferror-limit=0", "-std=c++17")
        assert ok == (number > 0), said
        assert ok or said.count("for linkage purposes by") >= len(REFUSED)
