"""Variables of CUDA that messages show."""

from __future__ import annotations

import pytest
from helpers.build_files import cmake_file


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("message(${CUDA_FOUND})\n", "message(${hip_FOUND})\n"),
        ("MESSAGE( ${CUDA_VERSION} )\n", "MESSAGE( ${hip_VERSION} )\n"),
        ("message(STATUS ${CUDA_VERSION} ${X})\n", "message(STATUS ${hip_VERSION} ${X})\n"),
        ("set(CUDA_FOUND 1)\nmessage(${CUDA_FOUND})\n", "set(hip_FOUND 1)\nmessage(${hip_FOUND})\n"),
        ("message(${CUDA_curand_LIBRARY})\n", "message(hip::hiprand)\n"),
        ("message(STATUS ${CUDA_CUBLAS_LIBRARIES})\n", "message(STATUS roc::hipblas)\n"),
        ("message(${CMAKE_CUDA_FLAGS})\n", "message(${CMAKE_HIP_FLAGS})\n"),
        ('message("${CUDA_VERSION}")\n', 'message("${hip_VERSION}")\n'),
        (
            'message(FATAL_ERROR "by ${CMAKE_CUDA_COMPILER_ID} ${CMAKE_CUDA_COMPILER_VERSION}, ${X}")\n',
            'message(FATAL_ERROR "by ${CMAKE_HIP_COMPILER_ID} ${CMAKE_HIP_COMPILER_VERSION}, ${X}")\n',
        ),
        (
            'set(CUDA_FOUND 1)\nmessage(STATUS "CUDA is ${CUDA_FOUND}")\n',
            'set(hip_FOUND 1)\nmessage(STATUS "CUDA is ${hip_FOUND}")\n',
        ),
    ],
)
def test_a_variable_that_is_an_argument_by_itself_is_hips(before: str, after: str) -> None:
    result = cmake_file(before)
    assert (result.text, result.findings) == (after, ())


@pytest.mark.parametrize(
    "text",
    [
        'message("\\${CUDA_VERSION}, ${CUDA_TOOLKIT_ROOT_DIR}, ${CUDA_cublas_LIBRARY}, ${CUDA_OF_MINE}")\n',
        "message([[${CUDA_FOUND}]])\n",
        "message(STATUS ${CUDA_ROOT_OF_MINE} ${X_FOUND})\n",
        "message(STATUS ${CUDA_TOOLKIT_ROOT_DIR})\n",
        "message(${hip_FOUND})\n",
        "set(CUDA_foo_LIBRARY x)\nmessage(${CUDA_foo_LIBRARY})\n",
        "message(${CUDA_OF_MINE})\n",
    ],
)
def test_other_messages_keep_still(text: str) -> None:
    result = cmake_file(text)
    assert result.text == text
    assert not [one for one in result.findings if one.severity != "note"]


def test_a_message_that_would_be_empty_is_said() -> None:
    result = cmake_file("message(${CUDA_TOOLKIT_ROOT_DIR})\n")
    assert [one.rule for one in result.findings] == ["B003"]
    assert result.text == "message(${CUDA_TOOLKIT_ROOT_DIR})\n"


def test_so_is_one_of_a_library_that_is_not_known() -> None:
    result = cmake_file("message(${CUDA_foo_LIBRARY})\n")
    assert [(one.rule, one.severity) for one in result.findings] == [("B004", "warning")]
    assert result.text == "message(${CUDA_foo_LIBRARY})\n"


@pytest.mark.parametrize("name", ["CUDA_npps_LIBRARY", "CUDA_foo_LIBRARY", "CUDA_TOOLKIT_ROOT_DIR"])
@pytest.mark.parametrize("mode", ["STATUS", "FATAL_ERROR"])
def test_behind_a_mode_it_is_a_note(name: str, mode: str) -> None:
    (said,) = cmake_file(f"message({mode} ${{{name}}})\n").findings
    assert said.severity == "note"
    assert cmake_file(f'message({mode} "x" ${{{name}}})\n').findings == ()
