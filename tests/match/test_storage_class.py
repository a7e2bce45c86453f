"""`register`, which C++17 has not."""

from __future__ import annotations

import pytest
from helpers.matches import matched

from hipify_py.settings import Options
from hipify_py.surroundings import Project


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("register int i = 0;", "int i = 0;"),
        ("void f(register float *p, const register int n);", "void f(float *p, const int n);"),
        ("register\n  std::size_t n;", "std::size_t n;"),
        ("#define LOOP for (register int i = 0; i < 4; ++i)\n", "#define LOOP for (int i = 0; i < 4; ++i)\n"),
        ("register /* loop */ int i;", "/* loop */ int i;"),
    ],
)
def test_the_word_goes(before: str, after: str) -> None:
    assert matched("M063", before).text == after


@pytest.mark.parametrize(
    "source",
    [
        'register unsigned long sp asm("rsp");',
        "#pragma omp register int\n",
        "int register_count; unregister (x); a.register (y);",
        'const char *s = "register int"; // register int\n',
    ],
)
def test_what_is_no_storage_class_stays(source: str) -> None:
    assert matched("M063", source) == (source, [])


@pytest.mark.parametrize(("path", "goes"), [("a.cu", True), ("a.c", False), ("a.cpp", False), ("a.h", False)])
def test_code_for_the_host_alone_keeps_it(path: str, goes: bool) -> None:
    source = "register int i;"
    assert matched("M063", source, Options(path=path)).text == ("int i;" if goes else source)
    device = f"__device__ int x;\n{source}"
    assert matched("M063", device, Options(path=path)).text.endswith("\nint i;")


@pytest.mark.parametrize(("in_cuda", "after"), [(True, "int i = 0;"), (False, "register int i = 0;")])
def test_the_word_goes_from_what_cuda_sources_include(in_cuda: bool, after: str) -> None:
    options = Options(path="lex.yy.c", project=Project(in_cuda=in_cuda, in_c=True))
    assert matched("M063", "register int i = 0;", options).text == after
