"""Choices by CUDA's version that a conversion leaves nothing of."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.settings import Options

OLD = "if(CUDA_VERSION_MAJOR LESS 8)\n  set(GPUS --gpu-architecture compute_11)\n"
NEWER = "elseif(CUDA_VERSION_MAJOR LESS 9)\n  set( GPUS -arch=sm_20 )\n"
USE = "endif()\nlist(APPEND CUDA_NVCC_FLAGS ${GPUS})\ncuda_add_library(k k.cu)\n"


def asked(text: str) -> list[str]:
    made = build_file(f"find_package(CUDA)\n{text}".encode(), RULES, Options(path="CMakeLists.txt"))
    return [one.severity for one in made.findings if one.rule == "B002"]


@pytest.mark.parametrize(
    "text", [OLD + USE, OLD + NEWER + USE, OLD.replace(")\n  set", ")\n  message(x)\n  set") + USE]
)
def test_a_version_that_decides_nothing_any_more_is_told_in_a_note(text: str) -> None:
    assert set(asked(text)) == {"note"}


@pytest.mark.parametrize(
    "text",
    [
        OLD.replace("compute_11", "compute_11 -O3") + USE,
        OLD + "  set(X 1)\n" + USE,
        OLD + "else()\n  set(GPUS -O2)\n" + USE,
        "set(GPUS -O2)\n" + OLD + USE,
        OLD + USE + "string(APPEND GPUS -O2)\n",
        OLD.replace("set(GPUS --gpu-architecture compute_11)", "set(GPUS)") + USE,
    ],
)
def test_one_that_decides_something_is_told(text: str) -> None:
    assert asked(text)[:1] == ["warning"]


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ('set(F "-Xcompiler=/Od" "-Xcompiler=/Zi" "-O2")\n', 'set(F "-O2")\n'),
        ('list(APPEND F "-O2" "--extended-lambda")\n', 'list(APPEND F "-O2")\n'),
        ('list(APPEND F "--extended-lambda" "-Xcompiler=/Zi")\n', ""),
        ('set(F -O2 # fast\n  "--extended-lambda"\n  -g)\n', "set(F -O2 # fast\n  -g)\n"),
        ('set(F -O2 # fast\n  "--extended-lambda")\n', 'set(F -O2 # fast\n  "")\n'),
        ('set(F "--extended-lambda" CACHE STRING "flags")\n', 'set(F "" CACHE STRING "flags")\n'),
        ('set(F "-O2" "")\n', 'set(F "-O2" "")\n'),
    ],
)
def test_no_empty_flag_stays_beside_others(text: str, after: str) -> None:
    source = f"project(p LANGUAGES CXX CUDA)\n{text}set(CMAKE_CUDA_FLAGS ${{F}})\n"
    once = build_file(source.encode(), RULES, Options(path="CMakeLists.txt")).output.decode()
    assert once == f"project(p LANGUAGES CXX HIP)\n{after}set(CMAKE_HIP_FLAGS ${{F}})\n"
    assert build_file(once.encode(), RULES, Options(path="CMakeLists.txt")).output.decode() == once
