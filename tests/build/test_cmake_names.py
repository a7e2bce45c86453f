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
