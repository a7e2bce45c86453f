"""The macro for a default stream of each thread."""

from __future__ import annotations

import pytest
from helpers.matches import matched

from hipify_py.settings import Options

SOURCE = "#define CUDA_API_PER_THREAD_DEFAULT_STREAM\n#include <hip/hip_runtime_api.h>\n"


@pytest.mark.parametrize("path", ["a.cpp", "a.h"])
@pytest.mark.parametrize("head", ["", "  ", "/* streams */ "])
def test_hips_macro_stands_beside_it_where_headers_are_read_behind(path: str, head: str) -> None:
    source = head + SOURCE + "#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM\nint each;\n#endif\n"
    made = matched("M137", source, Options(path=path))
    line = "#define HIP_API_PER_THREAD_DEFAULT_STREAM\n"
    assert made.said == []
    assert made.text == source.replace("#define", f"{line}#define", 1)
    assert matched("M137", made.text, Options(path=path)) == (made.text, [])


def test_where_nvcc_has_read_them_nothing_comes_of_it() -> None:
    said = [("M137", "CUDA_API_PER_THREAD_DEFAULT_STREAM")]
    for path in ("a.cu", "a.cuh"):
        assert matched("M137", SOURCE, Options(path=path)) == (SOURCE, said)
    asked = "#ifndef CUDA_API_PER_THREAD_DEFAULT_STREAM\n#error no\n#endif\n"
    assert matched("M137", asked, Options(path="a.cu")) == (asked, [])
