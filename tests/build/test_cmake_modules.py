"""Copies of CMake's own modules for CUDA."""

from __future__ import annotations

import pytest

from hipify_py.build.cmake_modules import is_copy

WRAPS = b"macro(CUDA_WRAP_SRCS cuda_target format generated_files)\n"


@pytest.mark.parametrize(
    ("path", "source", "expected"),
    [
        ("cmake/FindCUDA.cmake", WRAPS, True),
        ("FindCUDA.cmake", b"Macro( cuda_wrap_srcs a )\n", True),
        ("cmake/FindCUDA/select_compute_arch.cmake", b"function(CUDA_SELECT_NVCC_ARCH_FLAGS out)\n", True),
        ("FindCUDAToolkit.cmake", b"function(_CUDAToolkit_find_and_add_import_lib lib)\n", True),
        ("run_nvcc.cmake", b"#  James Bigler, NVIDIA Corp (nvidia.com - jbigler)\n", True),
        ("FindCUDA.cmake", b"find_package(CUDAToolkit)\n", False),
        ("MyFindCUDA.cmake", WRAPS, True),
        ("FindGPU.cmake", b"macro(cuda_add_library a)\n", False),
        ("CMakeLists.txt", WRAPS, False),
    ],
)
def test_they_are_known_by_their_name_and_by_what_they_make(
    path: str, source: bytes, *, expected: bool
) -> None:
    assert is_copy(path, source) is expected
