"""Options of a CMake file by which who builds names GPUs."""

from __future__ import annotations

import pytest
from helpers.build_files import cmake_file

BARE = "set(CMAKE_HIP_ARCHITECTURES gfx90a gfx1100)\n"

DEFAULTS = (
    'set(MINE "native")\n',
    'if(NOT MINE)\n  set(MINE "70;80")\nendif()\n',
    "if(NOT DEFINED MINE)\n  set(MINE 70 80)\nelse()\n  message(${MINE})\nendif()\n",
    'if("${MINE}" STREQUAL "")\n  set(MINE all)\nendif()\n',
    'set(MINE "70;80" CACHE STRING "GPUs")\n',
    'set(MINE 70-real CACHE STRING "GPUs")\nmark_as_advanced(MINE)\n',
)
USES = (
    'set_property(TARGET t PROPERTY CUDA_ARCHITECTURES "${MINE}")\nunset(MINE CACHE)\n',
    "set_target_properties(t PROPERTIES CUDA_ARCHITECTURES ${MINE} CUDA_STANDARD 17)\n",
    "set(CMAKE_CUDA_ARCHITECTURES ${MINE})\n",
)


@pytest.mark.parametrize("default", DEFAULTS[1:])
@pytest.mark.parametrize("uses", USES)
def test_an_option_goes_on_to_name_gpus(default: str, uses: str) -> None:
    result = cmake_file(f"enable_language(CUDA)\n{default}{uses}")
    assert "${MINE}" in result.text.replace("message(${MINE})", "")
    assert "gfx1100" in result.text
    assert [one.span.start < result.source.rindex(b"${MINE}") for one in result.findings] == [True]
    again = cmake_file(result.text)
    assert (again.text, again.findings) == (result.text, ())


@pytest.mark.parametrize(
    "before",
    [
        DEFAULTS[0],
        "if(NOT OTHER)\n  set(MINE 70)\nendif()\n",
        "if(MINE)\nelse()\n  set(MINE 70)\nendif()\n",
        "if(NOT MINE)\n  message(a)\nelse()\n  set(MINE 70)\nendif()\n",
        "if(NOT MINE)\n  set(MINE ${OTHER})\nendif()\n",
        DEFAULTS[1] + "list(APPEND MINE 90)\n",
        DEFAULTS[1] + "set(MINE 90)\n",
        DEFAULTS[1] + "foreach(one ${MINE})\nendforeach()\n",
        DEFAULTS[1] + 'set(NAME "lib_${MINE}")\n',
        DEFAULTS[4].replace("GPUs", 'GPUs" FORCE').replace('FORCE")', "FORCE)"),
    ],
)
def test_what_names_gpus_in_another_way_is_no_option(before: str) -> None:
    result = cmake_file(f"enable_language(CUDA)\n{before}{USES[2]}")
    assert before in result.text
    assert BARE.strip() in result.text


@pytest.mark.parametrize(
    "condition",
    ["MINE VERSION_LESS 70", "MINE GREATER_EQUAL 80", '"${MINE}" STREQUAL "80"', 'MINE MATCHES "8."'],
)
def test_an_option_that_is_compared_keeps_its_default(condition: str) -> None:
    default = f'set(MINE 80 CACHE STRING "GPUs")\nif({condition})\n  message(FATAL_ERROR "no")\nendif()\n'
    assert default in cmake_file(f"enable_language(CUDA)\n{default}{USES[1]}").text
