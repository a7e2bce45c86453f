"""Arithmetic with pointers to void."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options
from hipify_py.surroundings import Project

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

HEAD = "#include <hip/hip_runtime.h>\nstruct B { void *p; const void *c; float *f; };\n"


def run(body: str, heads: str = "void *p, const void *c, void **pp, B *b, int n") -> tuple[str, list[str]]:
    """Give what becomes of the body of a function, and the rules of the findings."""
    before = f"{HEAD}__device__ void f({heads}) {{ "
    made = convert(f"{before}{body} }}\n".encode(), load(), Options(path="a.cu"))
    again = convert(made.output, load(), Options(path="a.cu"))
    assert again.output == made.output
    return made.text.removeprefix(before).removesuffix(" }\n"), [one.rule for one in made.findings]


PAIRS = [
    ("void *q = p + n;", "void *q = (void *)((char *)p + n);"),
    ("const void *q = c - n;", "const void *q = (const void *)((const char *)c - n);"),
    ("float *q = (float *)(p + n - 1);", "float *q = (float *)((char *)p + n - 1);"),
    ("float *q = (float *)((void *)b + n);", "float *q = (float *)((char *)(void *)b + n);"),
    ("float *q = static_cast<float *>(p + 1);", "float *q = static_cast<float *>((void *)((char *)p + 1));"),
    ("void *q = 4 + (p + n);", "void *q = (void *)(4 + ((char *)p + n));"),
    ("void *q = pp[n] + 1;", "void *q = (void *)((char *)pp[n] + 1);"),
    ("void *q = *pp + 1;", "void *q = (void *)((char *)*pp + 1);"),
    ("void *q = b->p + 1;", "void *q = (void *)((char *)b->p + 1);"),
    ("long d = p - c;", "long d = (char *)p - (const char *)c;"),
    ("long d = (p + 1) - (c + n);", "long d = ((char *)p + 1) - ((const char *)c + n);"),
    ("p += n;", "p = (char *)p + n;"),
    ("c -= n ? 1 : 2;", "c = (const char *)c - (n ? 1 : 2);"),
    ("++p; b->p--;", "p = (char *)p + 1; b->p = (char *)b->p - 1;"),
    ("for (void *q = p; q < c; q++) {}", "for (void *q = p; q < c; q = (char *)q + 1) {}"),
    ("n = sizeof(void);", "n = sizeof(char);"),
]


@pytest.mark.parametrize(("body", "made"), PAIRS)
def test_bytes_are_counted_by_char(body: str, made: str) -> None:
    assert run(body) == (made, [])


@pytest.mark.parametrize(
    "body",
    ["char a = *(char *)p++;", "g(p += 1);", "long d = other() - p;", "(*pp) += n;", "long d = n - p - c;"],
)
def test_what_cannot_be_written_so_is_told(body: str) -> None:
    assert run(body) == (body, ["M176"])


@pytest.mark.parametrize("source", [b"void *p;\nt(c *)p+n", b"void *p;\nvoid *(s)E->p+n"])
def test_what_the_grammar_loses_stays(source: bytes) -> None:
    made = convert(source, load(), Options(path="a.cu"))
    assert (made.output, [one.rule for one in made.findings]) == (source, ["M176"])


@pytest.mark.parametrize(
    "body",
    [
        "char *q = (char *)p + n;",
        "float *p2 = b->f + n; b->f += 1; pp += 1; void **q = pp + n;",
        "n = p == c; n = p && -n; p = c ? p : 0;",
        "{ float *p = 0; p += 1; }",
        "auto g = [](float *p) { return p + 1; };",
        "float (*q)(void *) = 0; n = n + 1; // p + 1",
    ],
)
def test_other_arithmetic_stays(body: str) -> None:
    assert run(body) == (body, [])


def test_a_macro_counts_by_what_it_casts() -> None:
    source = f"{HEAD}#define AT(p, n) ((void *)(p) + (n))\n#define ON(p) (p + 1)\nvoid *p;\n"
    made = convert(source.encode(), load(), Options(path="a.cu")).text
    assert made == source.replace("((void *)(p) + (n))", "((void *)((char *)(void *)(p) + (n)))")


@pytest.mark.parametrize(
    ("name", "project", "changed"),
    [
        ("a.cu", Project(), True),
        ("a.cpp", Project(), True),
        ("a.h", Project(in_cuda=True), True),
        ("a.c", Project(), False),
        ("a.h", Project(in_c=True), False),
    ],
)
def test_c_counts_so_itself(name: str, project: Project, *, changed: bool) -> None:
    source = "#include <cuda_runtime.h>\nvoid *f(void *p) { return p + 1; }\n"
    made = convert(source.encode(), load(), Options(path=name, project=project)).text
    assert ("(char *)p" in made) == changed


def test_code_without_cuda_stays() -> None:
    source = b"void *f(void *p) { return p + 1; }\n"
    assert convert(source, load(), Options(path="a.cpp")).output == source


@pytest.mark.compiler
def test_what_comes_out_compiles(hipcheck: Hipcheck, tmp_path: Path) -> None:
    bodies = " ".join(f"{{ {made} }}" for _, made in PAIRS)
    heads = "void *p, const void *c, void **pp, B *b, int n"
    source = f"{HEAD}__host__ __device__ void f({heads}) {{ {bodies} }}\n__global__ void k() {{}}\n"
    fine, said = hipcheck(put(tmp_path / "a.hip", source), "-w")
    assert fine, said
