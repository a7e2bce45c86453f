"""What is said of CMake's conditions on CUDA's version: which way HIP's decides."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.settings import Options

HEAD = "cmake_minimum_required(VERSION 3.21)\nproject(a CXX)\nfind_package(CUDA REQUIRED)\n"


def told(condition: str) -> list[str]:
    """Give the last part of each message about a version."""
    source = f"{HEAD}{condition}\n  set(x 1)\nendif()\n"
    made = build_file(source.encode(), RULES, Options(path="CMakeLists.txt"))
    return [one.message.rpartition(": ")[2] for one in made.findings if one.rule == "B002"]


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("if(CUDA_VERSION VERSION_LESS 11.0)", "VERSION_LESS 11.0 holds"),
        ('if(NOT CUDA_VERSION VERSION_LESS "11")', "VERSION_LESS 11 holds"),
        (
            "if(A AND CUDAToolkit_VERSION VERSION_GREATER_EQUAL 12.4)",
            "VERSION_GREATER_EQUAL 12.4 does not hold",
        ),
        ("if(${CUDA_VERSION} VERSION_GREATER 5.5)", "VERSION_GREATER 5.5 holds"),
        ("if(CUDA_VERSION_MAJOR GREATER 7)", "GREATER 7 does not hold"),
        ("if(CUDA_VERSION_MAJOR GREATER_EQUAL 7)", "GREATER_EQUAL 7 holds"),
        ("if(CUDA_VERSION_MINOR EQUAL 2)", "EQUAL 2 holds"),
        ("if(CUDA_VERSION_MAJOR VERSION_LESS 7.0)", "VERSION_LESS 7.0 does not hold"),
        ("if(CUDA_VERSION_MAJOR VERSION_EQUAL 7.0.0)", "VERSION_EQUAL 7.0.0 holds"),
    ],
)
def test_which_way_a_condition_goes(condition: str, expected: str) -> None:
    assert told(condition) == [f"with ROCm 7.2 {expected} here"]


@pytest.mark.parametrize(
    "condition",
    [
        "if(CUDA_VERSION VERSION_LESS ${LEAST})",
        "if(CUDA_VERSION VERSION_EQUAL 7.2)",
        "if(CUDA_VERSION VERSION_GREATER 7)",
        "if(CUDA_VERSION LESS 11.0)",
        "if(11.0 VERSION_GREATER CUDA_VERSION)",
        "if(CUDA_VERSION MATCHES 11)",
    ],
)
def test_what_cannot_be_told_is_left_to_the_reader(condition: str) -> None:
    assert told(condition) == ["look at what it is compared with"]
