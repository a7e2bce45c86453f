"""A comment without an end, which goes on to the end of the file, costs what others do."""

from __future__ import annotations

from time import process_time

import pytest

import hipify_py
from hipify_py.settings import Options


@pytest.mark.parametrize("inside", ["/*x", "/* ", "/**", "*/ /*", "//\n/*", "'\"/*"])
def test_an_unclosed_comment_with_many_openings_in_it(inside: str) -> None:
    source = "void f() { cudaFree(0); }\n/*" + inside * 30_000
    begun = process_time()
    result = hipify_py.convert(source, options=Options(path="a.cpp"))
    assert process_time() - begun < 5
    assert result.text == source.replace("cudaFree", "hipFree")
