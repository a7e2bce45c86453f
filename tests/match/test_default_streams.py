"""The macro for a default stream of each thread."""

from __future__ import annotations

import pytest
from helpers.matches import matched

from hipify_py.settings import Options

SOURCE = "#define CUDA_API_PER_THREAD_DEFAULT_STREAM\n#include <hip/hip_runtime_api.h>\n"


@pytest.mark.parametrize("path", ["a.cpp", "a.h", "a.cuh"])
def test_the_macro_has_hips_name_where_headers_are_read_behind_it(path: str) -> None:
    made = SOURCE.replace("CUDA", "HIP")
    assert matched("M137", SOURCE, Options(path=path)) == (made, [])
    assert matched("M137", made, Options(path=path)) == (made, [])


def test_where_nvcc_has_read_them_nothing_comes_of_it() -> None:
    said = [("M137", "CUDA_API_PER_THREAD_DEFAULT_STREAM")]
    assert matched("M137", SOURCE, Options(path="a.cu")) == (SOURCE, said)
    asked = "#ifndef CUDA_API_PER_THREAD_DEFAULT_STREAM\n#error no\n#endif\n"
    assert matched("M137", asked, Options(path="a.cu")) == (asked, [])
