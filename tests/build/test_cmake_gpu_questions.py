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
        ('A AND NOT CMAKE_CUDA_ARCHITECTURES STREQUAL "70"', NEVER),
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


def test_it_is_an_error_where_it_stops_the_build() -> None:
    result = cmake_file("if(CMAKE_CUDA_ARCHITECTURES VERSION_LESS 80)\nmessage(FATAL_ERROR a)\nendif()\n")
    assert [(one.severity, "stops the build" in one.message) for one in result.findings] == [("error", True)]


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
