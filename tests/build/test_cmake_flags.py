"""Flags in the calls of nvcc that commands of CMake make."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.settings import Options


@pytest.mark.parametrize(
    ("flag", "severities"),
    [
        ("--optix-ir", {"B002": "note", "B006": "note", "B007": "error", "B008": "note"}),
        ("-c", {"B002": "warning", "B006": "warning", "B008": "warning"}),
    ],
)
def test_beside_a_flag_for_nvcc_alone_the_others_of_a_call_are_notes(
    flag: str, severities: dict[str, str]
) -> None:
    call = f'COMMAND "${{CMAKE_CUDA_COMPILER}}" {flag} -arch=sm_86 --prec-div=false -o dev.o ${{SOURCE}}'
    source = f"add_custom_command(OUTPUT dev.o {call})\n".encode()
    made = build_file(source, RULES, Options("CMakeLists.txt"))
    assert {one.rule: one.severity for one in made.findings} == severities


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ('set(CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS} -dc")', '"${CMAKE_HIP_FLAGS} -fgpu-rdc"'),
        ("target_compile_options(a PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-dc>)", ":-fgpu-rdc>"),
        ("execute_process(COMMAND ${CMAKE_CUDA_COMPILER} -dc a.cu)", " -c -fgpu-rdc "),
    ],
)
def test_cmake_says_itself_what_is_compiled(text: str, made: str) -> None:
    assert made in build_file(f"{text}\n".encode(), RULES, Options("CMakeLists.txt")).output.decode()


def test_a_compiler_that_takes_sources_for_cudas_stops_the_build() -> None:
    source = b"execute_process(COMMAND ${CMAKE_CUDA_COMPILER} -c ${SRC})\n"
    (told,) = build_file(source, RULES, Options(path="CMakeLists.txt")).findings
    assert (told.rule, told.severity, told.fails) == ("B002", "warning", "compile")
