"""Programs in CUDA that stand as text in CMake files, and headers of CUDA's by their paths."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.settings import Options

INCLUDED = '"#include <cuda_runtime.h>\\n" "int main() {}"'
CALLS = '"#include <cstdio>\\n" "int main() {" " cudaFree(0); cudaDeviceReset(); }"'


def said(text: str) -> list[tuple[str, str]]:
    """Give the rules and the places of what is said of the two kinds."""
    result = build_file(text.encode(), RULES, Options(path="CMakeLists.txt"))
    return [
        (one.rule, text[slice(*one.span)]) for one in result.findings if one.rule in {"B010", "B043", "B044"}
    ]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (f"file(WRITE ${{f}} {INCLUDED})\n", "cuda_runtime.h"),
        (f"file(APPEND a.cpp {CALLS})\n", "cudaFree"),
        (f"set(PROGRAM {CALLS})\n", "cudaFree"),
        ("set(P [[\n#include <cublas_v2.h>\nint main() {}\n]])\n", "cublas_v2.h"),
        (f"check_cxx_source_compiles({CALLS} X)\n", "cudaFree"),
        (f"check_source_compiles(CXX {CALLS} X)\n", "cudaFree"),
        (f"try_run(r c SOURCE_FROM_CONTENT a.cpp {CALLS})\n", "cudaFree"),
    ],
)
def test_a_program_in_a_text_is_told_of_once(text: str, name: str) -> None:
    assert said(text) == [("B043", name)]


@pytest.mark.parametrize(
    "text",
    [
        'set(HELP "cudaFree gives memory back")\n',
        'file(WRITE f "#include <cstdio>\\nint main() { my_cudaFree(0); }")\n',
        'file(WRITE f "#include <hip/hip_runtime.h>\\nint main() { hipFree(0); }")\n',
        f"message(STATUS {CALLS})\n",
        f"file(READ f {CALLS})\n",
        f"# file(WRITE f {CALLS})\n",
        f"if(WIN32)\nfile(WRITE f {CALLS})\nendif()\n",
    ],
)
def test_other_texts_keep_still(text: str) -> None:
    assert said(text) == []


def test_a_source_of_cuda_by_its_name_is_told_of_as_ever() -> None:
    assert said(f"file(WRITE a.cu {CALLS})\n") == [("B010", "a.cu")]


@pytest.mark.parametrize(
    "header",
    [
        "${CUDA_INCLUDE_DIRS}/cuda_fp16.h",
        "${CUDAToolkit_INCLUDE_DIRS}/cuda_fp16.h",
        "${CUDA_TOOLKIT_ROOT_DIR}/include/cuComplex.h",
        "$ENV{CUDA_HOME}/include/cuda.h",
        "${CUDA_TOOLKIT_INCLUDE}/cub/cub.cuh",
    ],
)
def test_headers_in_the_folder_of_cudas(header: str) -> None:
    assert said(f"set(x a.h {header} b.h {header})\n") == [("B044", header)]


@pytest.mark.parametrize(
    "text",
    [
        "set(x ${CUDA_INCLUDE_DIRS})\n",
        "set(x ${CMAKE_SOURCE_DIR}/include/cuda_fp16.h)\n",
        "set(x ${CUDA_INCLUDE_DIRS}/cub)\n",
        "set(x ${MY_CUDA_INCLUDE_DIRS}/a.h)\n",
        "message(STATUS ${CUDA_INCLUDE_DIRS}/cuda.h)\n",
    ],
)
def test_folders_and_other_headers_keep_still(text: str) -> None:
    assert said(text) == []
