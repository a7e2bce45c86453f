"""Variables of CMake's for CUDA in templates of sources and headers."""

from __future__ import annotations

import pytest
from helpers.matches import matched


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('#define A "@CMAKE_CUDA_ARCHITECTURES@"', ["CMAKE_CUDA_ARCHITECTURES"]),
        ('const char *a = "${CMAKE_CUDA_FLAGS} @CUDA_NVCC_FLAGS@";', ["CMAKE_CUDA_FLAGS", "CUDA_NVCC_FLAGS"]),
        ("int a = @CUDA_VERSION_MAJOR@;", ["CUDA_VERSION_MAJOR"]),
        ("#cmakedefine01 CUDAToolkit_FOUND", ["CUDAToolkit_FOUND"]),
        ("# cmakedefine CUDA_FOUND 1", ["CUDA_FOUND"]),
        ("/* @CUDA_FOUND@ */ // ${CUDA_FOUND}", []),
        ('const char *a = "@CUDA_MINE@ CUDA_FOUND@ @CUDA_FOUND ${CUDA_FOUND";', []),
        ("#cmakedefine CUDA_MINE", []),
        ("#if CUDA_VERSION > 9000\n#endif", []),
    ],
)
def test_what_cmake_fills_in(text: str, said: list[str]) -> None:
    assert [place for _, place in matched("M204", text + "\n").said] == said
