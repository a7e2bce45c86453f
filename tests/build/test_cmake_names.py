"""Names of CUDA in the arguments of CMake's commands: what is said of properties that are only named."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.settings import Options


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("set_property(TARGET t PROPERTY CUDA_SEPARABLE_COMPILATION)\n", "error"),
        ("set(CUDA_SEPARABLE_COMPILATION ${A})\n", "error"),
        ("if(CUDA_SEPARABLE_COMPILATION)\nendif()\n", "error"),
        ('my_target(t PROPERTIES CUDA_PTX_COMPILATION "TRUE")\n', "error"),
        ("my_target(t CUDA_SEPARABLE_COMPILATION $<BOOL:${A}>)\n", "error"),
        ("get_target_property(out t CUDA_SEPARABLE_COMPILATION)\n", "note"),
        ("copy_properties(a b CUDA_SEPARABLE_COMPILATION OTHER)\n", "note"),
        ("message(${CUDA_SEPARABLE_COMPILATION})\nf(${CUDA_SEPARABLE_COMPILATION})\n", "error"),
    ],
)
def test_a_property_that_gets_no_value_is_a_note(text: str, severity: str) -> None:
    found = build_file(text.encode(), RULES, Options(path="CMakeLists.txt")).findings
    assert {one.severity for one in found if one.rule == "B003"} == {severity}


def test_a_library_that_a_helper_of_findcuda_finds_is_told_of_there() -> None:
    text = (
        "find_cuda_helper_libs(cublas_static)\nset(a ${CUDA_cublas_static_LIBRARY} ${CUDA_culibos_LIBRARY})\n"
    )
    found = build_file(text.encode(), RULES, Options(path="CMakeLists.txt")).findings
    assert [text[slice(*one.span)] for one in found if one.rule == "B004"] == ["CUDA_culibos_LIBRARY"]
    assert [text[slice(*one.span)] for one in found if one.rule == "B003"] == ["find_cuda_helper_libs"]


def test_a_name_is_told_once_with_its_other_places() -> None:
    text = "f(${CUDA_TOOLKIT_ROOT_DIR})\ng(${CUDA_TOOLKIT_ROOT_DIR} ${CUDA_TOOLKIT_ROOT_DIR})\n"
    (said,) = build_file(text.encode(), RULES, Options(path="CMakeLists.txt")).findings
    assert said.rule == "B003"
    assert [one.message for one in said.related] == ["and here", "and here"]
