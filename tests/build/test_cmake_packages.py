"""The packages whose targets commands will name."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.settings import Options


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("target_link_libraries(a CUDA::cublas CUDA::cufft)\n", ["hipblas", "hipfft"]),
        ("target_link_libraries(a CUDA::cusparse)\n", ["hipsparse"]),
        ("target_link_libraries(a mine)\n", []),
        ('message("CUDA::cublas")\n', []),
    ],
)
def test_what_is_found_before_it_is_linked(text: str, found: list[str]) -> None:
    project = "project(a)\nfind_package(CUDAToolkit REQUIRED)\nadd_library(a a.cpp)\n"
    made = build_file((project + text).encode(), RULES, Options(path="CMakeLists.txt")).output.decode()
    assert [name for name in ("hipblas", "hipfft", "hipsparse") if f"find_package({name}" in made] == found
