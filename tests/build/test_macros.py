"""Macros that builds define for headers of CUDA."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.settings import Options

CUDAS = "CUDA_API_PER_THREAD_DEFAULT_STREAM"
HIPS = CUDAS.replace("CUDA", "HIP")


def convert(path: str, text: str) -> tuple[str, list[str]]:
    result = build_file(text.encode(), RULES, Options(path=path))
    assert build_file(result.output, RULES, Options(path=path)).output == result.output
    return result.output.decode(), [one.rule for one in result.findings]


@pytest.mark.parametrize(
    "text",
    [
        "target_compile_definitions(k PUBLIC {} X=1)\n",
        "add_definitions(-D{}=1)\n",
        "set_property(SOURCE k.cpp PROPERTY COMPILE_DEFINITIONS A {})\n",
        'set(CMAKE_CXX_FLAGS "-O2 -D{}")\n',
    ],
)
def test_cmake_defines_hips_macro_and_is_told_of_launches(text: str) -> None:
    made, said = convert("CMakeLists.txt", text.format(CUDAS))
    assert text.format(HIPS) in made
    assert said == ["B002"]


def test_calls_of_nvcc_get_the_flag() -> None:
    made, said = convert("Makefile", f"a.o: a.cu\n\tnvcc -arch=sm_80 -D{CUDAS} -D {CUDAS}X -c a.cu\n")
    assert f" -fgpu-default-stream=per-thread -D {CUDAS}X -c a.cu" in made
    assert said == ["B008"]
    made, said = convert("Makefile", f"CXXFLAGS = -O2 -D{CUDAS}\na.o: a.cpp\n\tg++ $(CXXFLAGS) -c a.cpp\n")
    assert f"CXXFLAGS = -O2 -D{HIPS}\n" in made
    assert said == ["B002"]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("CMakeLists.txt", f"option(MY_{CUDAS} OFF)\nadd_definitions(-D{CUDAS}_X -DMY_{CUDAS})\n"),
        ("CMakeLists.txt", f"add_definitions(-D{HIPS})\n"),
        ("Makefile", f"A = -DMY_{CUDAS} -D{CUDAS}_X # -D{CUDAS}\n"),
    ],
)
def test_other_names_stay(path: str, text: str) -> None:
    assert convert(path, text) == (text, [])
