"""What the text of a source says by itself."""

from __future__ import annotations

import re

import pytest

from hipify_py.model import Span
from hipify_py.source.source_text import SourceText


def test_a_directive_is_found_by_any_byte_of_it() -> None:
    text = "a\n#define X \\\n  b\nc\n"
    source = SourceText(text.encode())
    inside = range(text.index("#"), text.index("\nc"))
    assert all(source.directive_at(i) is not None for i in inside)
    assert source.directive_at(0) is None
    assert source.directive_at(text.index("\nc")) is None


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ('#define H <cuda.h>\n#define G "cuda_runtime.h"\n', ["cuda.h", "cuda_runtime.h"]),
        ("#define H \\\n  <cub/cub.cuh> // CUB\n", ["cub/cub.cuh"]),
        ("#define V std::vector<cudaStream_t>\n#define F f<cudaMalloc>\n#define L(a) a < b.c >\n", []),
        ("#define T <cudaStream_t>\n", []),
    ],
)
def test_the_paths_of_headers_in_macros(text: str, paths: list[str]) -> None:
    source = SourceText(text.encode())
    assert [text[slice(*path)] for path in source.macro_paths] == paths


def test_lines_end_as_compilers_have_it_and_the_file_s_own_ending_is_kept() -> None:
    source = SourceText(b"int a;\rint b;\r#define X 1\r")
    assert source.source == b"int a;\nint b;\n#define X 1\n"
    assert source.newline == b"\r"
    assert [directive.name for directive in source.directives] == [b"define"]


def test_strings_stay_in_the_uncommented_text_and_comments_and_splices_go() -> None:
    source = SourceText(b'f("/* no */"); // yes\nint \\\n a;')
    assert source.uncommented == b'f("/* no */");       \nint    a;'


def test_what_is_searched_for_is_code() -> None:
    source = SourceText(b'/* warp */ int warp = f("warp");')
    assert [span.start for span, _ in source.find(re.compile(rb"warp"))] == [15]


def test_the_launches_in_a_part_of_the_code() -> None:
    source = SourceText(
        b"void f() { a<<<1, 2>>>(); }\nvoid g() { b<<<3, 4>>>(); c<<<5, 6>>>(); }\nvoid h() { }\n"
    )
    first, second, third = source.launches
    start, end = (source.code.index(name) for name in (b"void g", b"void h"))
    assert source.launches_in(Span(start, end)) == (second, third)
    assert source.launches_in(Span(0, start)) == (first,)
    assert source.launches_in(Span(end, len(source.code))) == ()
