"""What is said of CMake's conditions on CUDA's version: which way HIP's decides."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.build.cmake_versions import ALWAYS, ELSE, LIKE, MEANT, NEVER, OF_COMPILER, OFF, STOPS
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
        ("if(CUDA_VERSION VERSION_LESS 11.0)", "VERSION_LESS 11.0 holds here"),
        ('if(NOT CUDA_VERSION VERSION_LESS "11")', "VERSION_LESS 11 holds here"),
        (
            "if(A AND CUDAToolkit_VERSION VERSION_GREATER_EQUAL 12.4)",
            "VERSION_GREATER_EQUAL 12.4 does not hold here",
        ),
        ("if(${CUDA_VERSION} VERSION_GREATER 5.5)", f"VERSION_GREATER 5.5 holds here{LIKE}"),
        ("if(CUDA_VERSION_MAJOR GREATER 7)", "GREATER 7 does not hold here"),
        ("if(CUDA_VERSION_MAJOR GREATER_EQUAL 7)", f"GREATER_EQUAL 7 holds here{LIKE}"),
        ("if(CUDA_VERSION_MINOR EQUAL 2)", "EQUAL 2 holds here"),
        ("if(CUDA_VERSION_MAJOR VERSION_LESS 7.0)", f"VERSION_LESS 7.0 does not hold here{LIKE}"),
        ("if(CUDA_VERSION_MAJOR VERSION_EQUAL 7.0.0)", "VERSION_EQUAL 7.0.0 holds here"),
    ],
)
def test_which_way_a_condition_goes(condition: str, expected: str) -> None:
    assert told(condition) == [f"with ROCm 7.2 {expected}"]


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


def test_what_newer_releases_of_cuda_decide_alike_is_a_note() -> None:
    for condition, severity in {
        "VERSION_GREATER 6.5": "note",
        "VERSION_LESS 7.0": "note",
        "VERSION_EQUAL 10.0": "note",
        "VERSION_GREATER 11.4": "warning",  # CUDA's newer ones hold, HIP's does not
        "VERSION_GREATER 12.0": "warning",  # some of CUDA's hold
        "VERSION_EQUAL 12.0": "warning",
    }.items():
        source = f"{HEAD}if(CUDA_VERSION {condition})\n  set(x 1)\nendif()\n"
        made = build_file(source.encode(), RULES, Options(path="CMakeLists.txt"))
        assert [one.severity for one in made.findings if one.rule == "B002"] == [severity], condition


def test_versions_of_a_file_are_told_together_what_differs_first() -> None:
    condition = "if(CUDA_VERSION VERSION_LESS 6.5)\n  set(y 1)\nelseif(CUDA_VERSION VERSION_LESS 12.1)"
    source = f"{HEAD}{condition}\n  set(x ${{CUDA_VERSION_MAJOR}})\nendif()\n".encode()
    made = build_file(source, RULES, Options(path="CMakeLists.txt"))
    (said,) = [one for one in made.findings if one.rule == "B002"]
    assert source[: said.span.start].endswith(b"elseif(")
    assert said.severity == "warning"
    assert [one.message for one in said.related] == [
        "and here, look at what it is compared with",
        f"and here, with ROCm 7.2 VERSION_LESS 6.5 does not hold here{LIKE}",
    ]


FATAL = 'message(FATAL_ERROR "too old")\n'


def severities(text: str) -> list[tuple[str, bool]]:
    """Give of each finding about a version its severity, and whether it says that the build stops."""
    made = build_file(f"{HEAD}{text}".encode(), RULES, Options(path="CMakeLists.txt"))
    return [(one.severity, "stops the build" in one.message) for one in made.findings if one.rule == "B002"]


@pytest.mark.parametrize(
    "text",
    [
        f"if(CUDA_VERSION VERSION_LESS 10.2)\n  {FATAL}endif()\n",
        f"if(CUDA_VERSION VERSION_GREATER_EQUAL 11)\n  set(a 1)\nelse()\n  set(b 1)\n  {FATAL}endif()\n",
        f"if(A)\n  if(${{CUDA_VERSION}} VERSION_LESS 11)\n    {FATAL}  endif()\nendif()\n",
        f"set(CUDA_VERSION 12)\nif(CUDA_VERSION VERSION_LESS 10.2)\n  {FATAL}endif()\n",
    ],
)
def test_a_build_that_hips_version_stops_is_an_error(text: str) -> None:
    assert severities(text) == [("error", True)]


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        (f"if(CUDA_VERSION VERSION_LESS 6)\n  {FATAL}endif()\n", "note"),  # as with CUDA
        (f"if(CUDA_VERSION VERSION_GREATER 11)\n  {FATAL}endif()\n", "warning"),
        (f"if(A AND CUDA_VERSION VERSION_LESS 11)\n  {FATAL}endif()\n", "warning"),
        (f"if(CUDA_VERSION VERSION_LESS 11)\n  if(A)\n    {FATAL}  endif()\nendif()\n", "warning"),
        (f"if(CUDA_VERSION VERSION_GREATER 11)\nelseif(A)\n  {FATAL}endif()\n", "warning"),
        ("if(CUDA_VERSION VERSION_LESS 11)\n  message(WARNING old)\nendif()\n", "warning"),
    ],
)
def test_a_build_that_may_go_on_is_none(text: str, severity: str) -> None:
    assert severities(text) == [(severity, False)]


IS_NVCC = 'CMAKE_CUDA_COMPILER_ID STREQUAL "NVIDIA"'


@pytest.mark.parametrize(
    ("text", "severity", "expected"),
    [
        (f"if({IS_NVCC})\n  set(a 1)\nendif()\n", "warning", NEVER + MEANT),
        (f"if(A AND {IS_NVCC})\n  set(a 1)\nendif()\n", "warning", NEVER + MEANT),
        ("if(CMAKE_CUDA_COMPILER_ID MATCHES NVIDIA)\n  set(a 1)\nendif()\n", "warning", NEVER + MEANT),
        (f"if({IS_NVCC})\n  set(a 1)\nelse()\n  set(a 0)\nendif()\n", "note", ELSE + MEANT),
        (f"if(A)\n  set(a 1)\nelseif({IS_NVCC})\n  set(a 0)\nendif()\n", "warning", NEVER + MEANT),
        (f"if(NOT {IS_NVCC})\n  set(a 1)\nendif()\n", "warning", ALWAYS),
        (f"if(NOT {IS_NVCC})\n  {FATAL}endif()\n", "error", ALWAYS + STOPS),
        (f"if({IS_NVCC} OR A)\n  set(a 1)\nendif()\n", "warning", OF_COMPILER),
        (f"if(NOT {IS_NVCC} AND A)\n  set(a 1)\nendif()\n", "warning", OF_COMPILER),
        ("if(CMAKE_CUDA_COMPILER_ID MATCHES Clang)\n  set(a 1)\nendif()\n", "warning", OF_COMPILER),
        ("set(a ${CMAKE_CUDA_COMPILER_ID})\n", "warning", OF_COMPILER),
    ],
)
def test_which_way_a_condition_on_the_compiler_goes(text: str, severity: str, expected: str) -> None:
    made = build_file(f"{HEAD}{text}".encode(), RULES, Options(path="CMakeLists.txt"))
    (said,) = [one for one in made.findings if one.rule == "B002"]
    assert said.severity == severity
    assert said.message.endswith(expected)
    assert "it is Clang where CUDA's is NVIDIA" in said.message


@pytest.mark.parametrize(
    ("condition", "body", "name"),
    [
        ("if(CUDA_FOUND AND CUDA_VERSION VERSION_LESS 7.5)", "unset(CUDA_FOUND)", "CUDA_FOUND"),
        ("if(CUDA_VERSION VERSION_LESS 9.0)", 'message(STATUS "old")\n set(USE_CUDA OFF)', "USE_CUDA"),
        ("if(CUDA_VERSION VERSION_LESS 9.0)", "set(USE_CUDA ON)", ""),
        ("if(CUDA_VERSION VERSION_LESS 9.0)", "set(FAST OFF)", ""),
        ("if(CUDA_VERSION VERSION_LESS 9.0)", "if(A)\n unset(CUDA_FOUND)\n endif()", ""),
        ("if(CUDA_VERSION VERSION_LESS 9.0 OR A)", "unset(CUDA_FOUND)", ""),
        ("if(CUDA_VERSION VERSION_LESS 7.0)", "unset(CUDA_FOUND)", ""),
        ("if(CUDA_VERSION VERSION_LESS 9.0)\n set(x 1)\nelse()", "unset(CUDA_FOUND)", ""),
    ],
)
def test_a_version_by_which_the_gpu_is_left_out_is_an_error(condition: str, body: str, name: str) -> None:
    source = f"{HEAD}{condition}\n {body}\nendif()\n"
    made = build_file(source.encode(), RULES, Options(path="CMakeLists.txt"))
    (told,) = [one for one in made.findings if one.rule == "B002"]
    assert (told.severity == "error", told.message.endswith(OFF.format(name=name))) == (bool(name),) * 2
