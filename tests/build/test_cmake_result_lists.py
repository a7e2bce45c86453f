"""Lists of FindCUDA's into which a project puts libraries of its own."""

from __future__ import annotations

import pytest
from helpers.build_files import cmake_file


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "set(CUDA_LIBRARIES ${CUDA_LIBRARIES} ${FOO})\ntarget_link_libraries(t ${CUDA_LIBRARIES})\n",
            "set(CUDA_LIBRARIES hip::host ${FOO})\ntarget_link_libraries(t ${CUDA_LIBRARIES})\n",
        ),
        (
            'set(CUDA_LIBRARIES "${CUDA_LIBRARIES};m")\ntarget_link_libraries(t ${CUDA_LIBRARIES})\n',
            'set(CUDA_LIBRARIES "hip::host;m")\ntarget_link_libraries(t ${CUDA_LIBRARIES})\n',
        ),
        (
            "list(APPEND CUDA_LIBRARIES foo)\ntarget_link_libraries(t ${CUDA_LIBRARIES})\n",
            "list(APPEND CUDA_LIBRARIES foo)\ntarget_link_libraries(t hip::host ${CUDA_LIBRARIES})\n",
        ),
        (
            'if(X)\nset(CUDA_LIBRARIES ${CUDA_LIBRARIES} m)\nendif()\nset(ALL "${CUDA_LIBRARIES};n")\n',
            'if(X)\nset(CUDA_LIBRARIES hip::host m)\nendif()\nset(ALL "hip::host;${CUDA_LIBRARIES};n")\n',
        ),
        (
            "set(CUDA_LIBRARIES ${CUDA_LIBRARIES} m)\nset(CUDA_LIBRARIES ${CUDA_LIBRARIES} n)\n",
            "set(CUDA_LIBRARIES hip::host m)\nset(CUDA_LIBRARIES ${CUDA_LIBRARIES} n)\n",
        ),
        (
            'list(APPEND CUDA_LIBRARIES a)\nset(CUDA_LIBRARIES "${CUDA_LIBRARIES};b")\n',
            'list(APPEND CUDA_LIBRARIES a)\nset(CUDA_LIBRARIES "hip::host;${CUDA_LIBRARIES};b")\n',
        ),
        (
            (
                "if(X)\nset(CUDA_LIBRARIES ${CUDA_LIBRARIES} a)\nendif()\n"
                "set(CUDA_LIBRARIES ${CUDA_LIBRARIES} b)\ntarget_link_libraries(t ${CUDA_LIBRARIES})\n"
            ),
            (
                "if(X)\nset(CUDA_LIBRARIES hip::host a)\nendif()\n"
                "set(CUDA_LIBRARIES hip::host ${CUDA_LIBRARIES} b)\n"
                "target_link_libraries(t ${CUDA_LIBRARIES})\n"
            ),
        ),
        (
            "set(CUDA_LIBRARIES)\ntarget_link_libraries(t ${CUDA_LIBRARIES})\n",
            "set(CUDA_LIBRARIES)\ntarget_link_libraries(t hip::host)\n",
        ),
    ],
)
def test_what_the_project_puts_in_stays_linked(before: str, after: str) -> None:
    assert cmake_file(before).output.decode() == after


def test_the_runtime_is_linked_once_to_a_target() -> None:
    links = "target_link_libraries(t ${CUDA_LIBRARIES})\n"
    once = cmake_file("cuda_add_executable(t a.cpp)\n" + links).output
    assert once.count(b"hip::host") == 1
    elsewhere = cmake_file(f"cuda_add_executable(t a.cpp)\nif(X)\n{links}endif()\n").output
    assert elsewhere.count(b"hip::host") == 2
    other = cmake_file("cuda_add_executable(t a.cpp)\ntarget_link_libraries(u ${CUDA_LIBRARIES})\n").output
    assert other.count(b"hip::host") == 2


def test_the_name_of_such_a_list_is_a_note_and_of_another_an_error() -> None:
    own = cmake_file("list(APPEND CUDA_LIBRARIES foo)\n").findings
    assert [(one.rule, one.severity) for one in own] == [("B003", "note")]
    other = cmake_file("unset(CUDA_LIBRARIES)\n").findings
    assert [(one.rule, one.severity) for one in other] == [("B003", "error")]
