"""Flags in arguments of CMake's commands that must stay one argument each."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
from helpers.build_files import cmake_file
from helpers.hip_cmake import needs_cmake

if TYPE_CHECKING:
    from pathlib import Path

FAST = (
    "-fgpu-approx-transcendentals -fgpu-flush-denormals-to-zero -fno-hip-fp32-correctly-rounded-divide-sqrt"
)
WARNED = "-Werror -Wno-error=unused-value"
SET = "set_target_properties(a PROPERTIES"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("check_compiler_flag(CUDA -Werror=all-warnings A)", f'check_compiler_flag(HIP "{WARNED}" A)'),
        ('check_compiler_flag(CUDA "-Werror=all-warnings" A)', f'check_compiler_flag(HIP "{WARNED}" A)'),
        ("check_compiler_flag(CUDA -Xptxas=-v A)", 'check_compiler_flag(HIP "" A)'),
        ("check_compiler_flag(CUDA -lineinfo A)", "check_compiler_flag(HIP -gline-tables-only A)"),
        ("check_compiler_flag(CXX -Wall A)", "check_compiler_flag(CXX -Wall A)"),
        ("check_linker_flag(CUDA -lcublas A)", "check_linker_flag(HIP -lhipblas A)"),
        ("check_source_compiles(CUDA [[int a;]] A)", "check_source_compiles(HIP [[int a;]] A)"),
        ("check_source_runs(CUDA [[int a;]] A)", "check_source_runs(HIP [[int a;]] A)"),
        (f"{SET} COMPILE_FLAGS -use_fast_math)", f'{SET} COMPILE_FLAGS "{FAST}")'),
        (f"{SET} COMPILE_OPTIONS -use_fast_math)", f'{SET} COMPILE_OPTIONS "{FAST.replace(" ", ";")}")'),
        (f"{SET} COMPILE_FLAGS -Xptxas=-v)", f'{SET} COMPILE_FLAGS "")'),
        ("string(APPEND CMAKE_CUDA_FLAGS -use_fast_math)", f'string(APPEND CMAKE_HIP_FLAGS "{FAST}")'),
        ('string(JOIN " " F -O3 -Xcompiler -Wall,-Wextra -G)', 'string(JOIN " " F -O3 "-Wall -Wextra" -G)'),
        ('string(JOIN " " F ${F} -Xptxas -v -lineinfo)', 'string(JOIN " " F ${F} "" -gline-tables-only)'),
        (
            'string(REGEX REPLACE "-O[0-9]" "-Xptxas=-v" F "${F}")',
            'string(REGEX REPLACE "-O[0-9]" "" F "${F}")',
        ),
        ("set(CMAKE_CUDA_FLAGS -use_fast_math)", f'set(CMAKE_HIP_FLAGS "{FAST}")'),
        (
            "set(CMAKE_CUDA_FLAGS -use_fast_math CACHE STRING x)",
            f'set(CMAKE_HIP_FLAGS "{FAST}" CACHE STRING x)',
        ),
        (
            "if(CMAKE_CUDA_FLAGS MATCHES -Werror=all-warnings)\nendif()",
            f'if(CMAKE_HIP_FLAGS MATCHES "{WARNED}")\nendif()',
        ),
        ("list(APPEND CUDA_FLAGS -use_fast_math)", f"list(APPEND CUDA_FLAGS {FAST})"),
        ("set(CUDA_FLAGS -use_fast_math)", f"set(CUDA_FLAGS {FAST})"),
        ("target_compile_options(a PUBLIC -use_fast_math)", f"target_compile_options(a PUBLIC {FAST})"),
    ],
)
def test_words_that_their_place_tells_stay_one(before: str, after: str) -> None:
    assert cmake_file(before + "\n").text == after + "\n"


@pytest.mark.parametrize(
    "text",
    [
        "if(X MATCHES -Xptxas=-v)\nendif()\n",
        'if(X MATCHES "-Xptxas=-v")\nendif()\n',
        'string(REPLACE "-Xptxas=-v" "" X "${X}")\n',
        'string(REGEX REPLACE "-Xptxas=-v" "" X "${X}")\n',
        'string(FIND "${X}" "-Xptxas=-v" AT)\n',
        'string(REPLACE "--maxrregcount=32" "" X "${X}")\n',
    ],
)
def test_what_is_looked_for_and_becomes_nothing_stays_and_is_noted(text: str) -> None:
    """An empty text is found in anything, or refused."""
    result = cmake_file(text)
    assert result.text == text
    assert [(one.rule, one.severity) for one in result.findings] == [("B004", "note")]


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ('"#include <cuda_runtime.h>\nint main() { cudaFree(0); }"', ["cuda_runtime.h"]),
        ("[[int main() { return cudaFree(0); }]]", ["cudaFree"]),
        ('"int main() { return a.cudaFree + threadIdx.x; }"', []),
    ],
)
def test_a_source_that_is_tried_keeps_its_names_which_is_told(source: str, names: list[str]) -> None:
    text = f"check_source_compiles(CUDA {source} A)\n"
    result = cmake_file(text)
    assert result.text == text.replace("(CUDA", "(HIP")
    assert [text[slice(*one.span)] for one in result.findings] == names


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"-Xcompiler" "-Wall"', '"-Wall"'),
        ('"-Xcompiler" "-Wall" "-Xcompiler" "-g"', '"-Wall" "-g"'),
        ('"-Xcompiler" "-Wall,-Wextra"', '"-Wall;-Wextra"'),
        ('"-Xcompiler"\n  "-Wall"', '"-Wall"'),
        ("-Xcompiler\n  -Wall", "-Wall"),
        ('"-Xcompiler" # for the host\n  "-Wall"', '"-Xcompiler" # for the host\n  "-Wall"'),
        ('"-Xcompiler" -Wall', "-Wall"),
        ('"-O2;-Xcompiler" "-Wall"', '"-O2;-Wall"'),
        ('-Xcompiler "-Wall"', "-Wall"),
        ('"-Xcompiler"', '"-Xcompiler"'),
        ('"-Xcompiler" ""', '""'),
    ],
)
def test_a_flag_in_quotes_of_its_own_takes_the_next_word(before: str, after: str) -> None:
    text = "target_compile_options(a PRIVATE %s)\n"
    assert cmake_file(text % before).text == text % after


@pytest.mark.parametrize(
    "text",
    [
        'string(FIND "${F}" "-Xcompiler" POS)',
        'list(FIND L "-Xcompiler" POS)',
        'list(JOIN L "-Xcompiler" NV)',
        'list(REMOVE_ITEM L "-Xcompiler" "-Wall")',
        'if("-Xcompiler" IN_LIST L)\nendif()',
        'set(NVCC_FLAGS "-Xcompiler" CACHE STRING "doc")',
        'option(X "-Xcompiler" "OFF")',
        'string(REPLACE ";" " -Xcompiler " F "${L}")',
        'string(REPLACE " " "-Xcompiler" F "${F}")',
    ],
)
def test_elsewhere_the_next_argument_is_no_value(text: str) -> None:
    result = cmake_file(text + "\n")
    assert result.text == text + "\n"
    assert not [one for one in result.findings if one.rule == "B008"]


@needs_cmake
def test_cmake_takes_what_comes_out(tmp_path: Path) -> None:
    text = (
        "cmake_minimum_required(VERSION 3.21)\nproject(x NONE)\nadd_custom_target(a)\n"
        'set(F "-Wall -Xptxas=-v")\nstring(REPLACE -Xptxas=-v "" F "${F}")\n'
        f"{SET} COMPILE_FLAGS -use_fast_math)\n{SET} COMPILE_FLAGS -Xptxas=-v)\n"
        'string(APPEND G -use_fast_math)\nif(NOT G MATCHES " ")\nmessage(FATAL_ERROR "one: ${G}")\nendif()\n'
    )
    (tmp_path / "CMakeLists.txt").write_bytes(cmake_file(text.replace("G", "CUDA_FLAGS")).output)
    done = subprocess.run(
        ["cmake", "-S", str(tmp_path), "-B", str(tmp_path / "b")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("text", "flag"),
    [
        ('CHECK_NVCC_FLAG("--expt-relaxed-constexpr" A)', "--expt-relaxed-constexpr"),
        ("check_nvcc_flag(-use_fast_math A)", "-use_fast_math"),
        ('check_nvcc_flag("-Xptxas -v" A)', "-Xptxas -v"),
        ('cuda_compiler_flag_is_supported("-Xptxas=-v" A)', "-Xptxas=-v"),
        ("my_compiler_has_flag(-Xptxas=-v A)", "-Xptxas=-v"),
        ("check_cxx_compiler_flag(-use_fast_math A)", "-use_fast_math"),
        ("list(FIND X -arch=sm_70 at)", "sm_70"),
        ("list(FIND X -use_fast_math at)", "-use_fast_math"),
        ('list(FIND X "--expt-extended-lambda" at)', "--expt-extended-lambda"),
    ],
)
def test_what_is_asked_for_as_one_word_stays(text: str, flag: str) -> None:
    result = cmake_file(f"{text}\n")
    assert result.text == f"{text}\n"
    assert [one.message.partition(" is for")[0] for one in result.findings if "stays" in one.message] == [
        flag
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("check_nvcc_flag(-lineinfo A)", "check_nvcc_flag(-gline-tables-only A)"),
        ("list(REMOVE_ITEM F -use_fast_math)", f"list(REMOVE_ITEM F {FAST})"),
        ("list(REMOVE_ITEM F -Xptxas=-v)", 'list(REMOVE_ITEM F "")'),
        (
            "set_property(TARGET a PROPERTY COMPILE_FLAGS -use_fast_math)",
            f'set_property(TARGET a PROPERTY COMPILE_FLAGS "{FAST}")',
        ),
        (
            "set_property(TARGET a PROPERTY COMPILE_OPTIONS -use_fast_math)",
            f"set_property(TARGET a PROPERTY COMPILE_OPTIONS {FAST})",
        ),
        ("f(-Xptxas=-v -O2)", "f(-O2)"),
        # no probe
        ("add_flag_to_tests(-Xptxas=-v -O2)", "add_flag_to_tests(-O2)"),
    ],
)
def test_what_takes_words_gets_them(before: str, after: str) -> None:
    assert cmake_file(f"{before}\n").text == f"{after}\n"


def test_a_long_name_is_soon_looked_at() -> None:
    assert cmake_file("check_" * 20_000 + "x(-Xptxas=-v)\n").text.endswith("x()\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('string(REPLACE "-gencode;" "--generate-code=" F "${F}")', ["-gencode", "--generate-code"]),
        ('string(REPLACE -Xptxas "" F "${F}")', ["-Xptxas"]),
        ('string(REGEX MATCHALL "-gencode;[^;]+" A "${F}")', ["-gencode"]),
        ('string(REGEX REPLACE "-gencode arch=.*" "" F "${F}")', ["-gencode"]),
        ("string(FIND F -gencode at)", ["-gencode"]),
        ('string(TOUPPER "-lineinfo" UP)', []),
        ('list(TRANSFORM F REPLACE "-Xcompiler" "-Xptxas")', ["-Xcompiler", "-Xptxas"]),
        ('list(FILTER F EXCLUDE REGEX "-gencode")', ["-gencode"]),
        ("if(F MATCHES -gencode OR F MATCHES arch)\nendif()", ["-gencode"]),
        ("check_cxx_compiler_flag(-Xcompiler HAS)", ["-Xcompiler"]),
    ],
)
def test_a_flag_has_no_other_argument_for_its_value(text: str, said: list[str]) -> None:
    result = cmake_file(text + "\n")
    words = [result.text[slice(*one.span)] for one in result.findings if one.rule == "B004"]
    assert words == said
    before, after = result.source.decode(), result.text
    assert before.count(" ") == after.count(" ")
    assert not [one for one in result.findings if one.severity != "note" and not text.startswith("check")]


def test_what_is_put_in_for_something_else_is_told() -> None:
    (said,) = cmake_file('string(REPLACE ";" " -gencode " F "${F}")\n').findings
    assert (said.rule, said.severity) == ("B004", "warning")


def test_flags_that_are_put_together_have_their_values() -> None:
    result = cmake_file(
        'string(JOIN F " " CUDA_F -Xcompiler -fPIC)\nstring(APPEND CUDA_F -Xcompiler -fPIC)\n'
    )
    assert "Xcompiler" not in result.text
