"""Conditions of CMake files on the numbers of NVIDIA's GPUs."""

from __future__ import annotations

import pytest
from helpers.build_files import cmake_file

NEVER, ALWAYS = "here it never holds", "here it always holds"


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ('CMAKE_CUDA_ARCHITECTURES MATCHES "90a"', NEVER),
        ("CMAKE_CUDA_ARCHITECTURES VERSION_LESS 80", ALWAYS),
        ("${CMAKE_CUDA_ARCHITECTURES} GREATER_EQUAL 60", NEVER),
        ('"90" IN_LIST CMAKE_CUDA_ARCHITECTURES', NEVER),
        ('A AND NOT CMAKE_CUDA_ARCHITECTURES STREQUAL "70"', ALWAYS),
        ("NOT CMAKE_CUDA_ARCHITECTURES VERSION_LESS 70", NEVER),
        ("70 VERSION_GREATER CMAKE_CUDA_ARCHITECTURES", ALWAYS),
        ('"70" VERSION_LESS_EQUAL "${CMAKE_CUDA_ARCHITECTURES}"', NEVER),
        ("CMAKE_CUDA_ARCHITECTURES VERSION_GREATER_EQUAL 0", ALWAYS),
        ("70 GREATER CMAKE_CUDA_ARCHITECTURES", NEVER),
        ("CMAKE_CUDA_ARCHITECTURES STRGREATER 70", ALWAYS),
        ('"${CMAKE_CUDA_ARCHITECTURES}" STRLESS 70', ALWAYS),
        ('CUDA_ARCHITECTURES MATCHES "sm_90"', NEVER),
    ],
)
def test_a_condition_on_a_number_stays_and_is_told(condition: str, said: str) -> None:
    text = f"if({condition})\n  set(A 1)\nendif()\n"
    result = cmake_file(text)
    assert result.text == text
    assert [(one.rule, one.severity, said in one.message) for one in result.findings] == [
        ("B002", "warning", True)
    ]


@pytest.mark.parametrize(
    ("condition", "between", "expected"),
    [
        ("CMAKE_CUDA_ARCHITECTURES VERSION_LESS 80", "", "error"),
        ("80 VERSION_GREATER CMAKE_CUDA_ARCHITECTURES", "", "error"),
        ("NOT CMAKE_CUDA_ARCHITECTURES VERSION_GREATER_EQUAL 70", "", "error"),
        ("NOT CMAKE_CUDA_ARCHITECTURES VERSION_LESS 70", "else()\n", "error"),
        ("NOT CMAKE_CUDA_ARCHITECTURES VERSION_LESS 70", "", "warning"),
        ("CMAKE_CUDA_ARCHITECTURES VERSION_LESS 80", "else()\n", "warning"),
        ("80 VERSION_LESS CMAKE_CUDA_ARCHITECTURES", "", "warning"),
    ],
)
def test_it_is_an_error_where_it_stops_the_build(condition: str, between: str, expected: str) -> None:
    result = cmake_file(f"if({condition})\n{between}message(SEND_ERROR a)\nendif()\n")
    assert [(one.severity, "stops the build" in one.message) for one in result.findings] == [
        (expected, expected == "error")
    ]


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ('arch MATCHES "90a"', "here it holds for some of AMD's, such as gfx90a"),
        ('NOT arch MATCHES "90a"', "here it holds for some of AMD's, such as gfx1251"),
        ('arch MATCHES "[0-9]+"', ALWAYS),
        ('arch MATCHES "^90"', NEVER),
        ("arch VERSION_LESS 70", ALWAYS),
        ("arch GREATER 70", NEVER),
    ],
)
def test_in_a_loop_it_is_asked_of_amds_names(condition: str, said: str) -> None:
    text = f"foreach(arch ${{CMAKE_CUDA_ARCHITECTURES}})\n  if({condition})\n  endif()\nendforeach()\n"
    result = cmake_file(text)
    assert result.text == text.replace("CUDA", "HIP")
    assert [(one.rule, said in one.message) for one in result.findings] == [("B002", True)]


def test_another_loop_has_its_own_variable() -> None:
    own = 'foreach(arch x86 arm64)\n  if(arch MATCHES "64")\n  endif()\nendforeach()\n'
    result = cmake_file("foreach(arch ${CMAKE_CUDA_ARCHITECTURES})\nendforeach()\n" + own)
    assert not result.findings


def test_a_macro_may_be_called_in_a_loop() -> None:
    macro = "macro(look)\n  if(arch GREATER 70)\n  endif()\nendmacro()\n"
    loop = "foreach(arch ${CMAKE_CUDA_ARCHITECTURES})\n  look()\nendforeach()\n"
    assert [one.rule for one in cmake_file(macro + loop).findings] == ["B002"]


def test_a_number_that_a_loop_compares_or_a_list_looks_for() -> None:
    loop = "foreach(a IN LISTS CMAKE_CUDA_ARCHITECTURES)\n  if(a GREATER 70)\n  endif()\nendforeach()\n"
    find = 'list(FIND CMAKE_CUDA_ARCHITECTURES "90a" at)\n'
    result = cmake_file(loop + find)
    assert result.text == loop.replace("CUDA", "HIP") + find
    assert [one.rule for one in result.findings] == ["B002", "B002"]


@pytest.mark.parametrize(
    "condition",
    [
        "NOT CMAKE_CUDA_ARCHITECTURES",
        "NOT DEFINED CMAKE_CUDA_ARCHITECTURES",
        'CMAKE_CUDA_ARCHITECTURES STREQUAL ""',
        'CMAKE_CUDA_ARCHITECTURES STREQUAL "native"',
        'CMAKE_CUDA_ARCHITECTURES MATCHES "gfx90a"',
    ],
)
def test_other_questions_are_hips(condition: str) -> None:
    result = cmake_file(f"if({condition})\nendif()\n")
    assert "CMAKE_HIP_ARCHITECTURES" in result.text
    assert not result.findings


def test_what_is_no_list_of_gpus_is_no_matter() -> None:
    text = 'if(A MATCHES "90a" OR CMAKE_HIP_ARCHITECTURES MATCHES "9")\nendif()\nlist(FIND A "90a" at)\n'
    result = cmake_file(text)
    assert (result.text, result.findings) == (text, ())
