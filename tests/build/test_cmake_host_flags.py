"""Flags for C++ that FindCUDA handed on to nvcc, and files of other systems."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.settings import Options
from hipify_py.surroundings import Project

FLAGS = 'set(CMAKE_CXX_FLAGS "${CMAKE_CXX_FLAGS} -isysroot ${SDKROOT}")\n'


def said(text: str) -> list[str]:
    options = Options(path="cmake/Toolchain.cmake", project=Project(findcuda=True))
    return [one.rule for one in build_file(text.encode(), RULES, options).findings]


@pytest.mark.parametrize("system", ["Darwin", "iOS", "Android", "QNX"])
def test_a_toolchain_for_a_system_without_rocm_hands_nothing_on(system: str) -> None:
    assert said(f"set(CMAKE_SYSTEM_NAME {system})\n{FLAGS}") == []
    assert said(f"set(CMAKE_SYSTEM_NAME {system} CACHE STRING x)\n{FLAGS}") == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "set(CMAKE_SYSTEM_NAME Linux)\n",
        "set(CMAKE_SYSTEM_NAME Windows)\n",
        "set(CMAKE_SYSTEM_NAME ${MY_SYSTEM})\n",
        "set(MY_SYSTEM_NAME Darwin)\n",
        "if(X)\n  set(CMAKE_SYSTEM_NAME Darwin)\nendif()\n",
        'if(CMAKE_SYSTEM_NAME STREQUAL "Darwin")\nendif()\n',
    ],
)
def test_of_others_it_is_said(text: str) -> None:
    assert said(text + FLAGS) == ["B028"]


@pytest.mark.parametrize(
    ("flags", "rules"),
    [("-funroll-loops", []), ("-O3 -fno-unroll-loops", []), ("-funroll-loops -ffast-math", ["B028"])],
)
def test_what_unrolls_loops_is_of_no_matter(flags: str, rules: list[str]) -> None:
    assert said(f'set(CMAKE_CXX_FLAGS "${{CMAKE_CXX_FLAGS}} {flags}")\n') == rules


@pytest.mark.parametrize(
    ("flags", "severity"),
    [
        ("-msse4.2 -mpopcnt -funroll-loops", "note"),
        ("-mtune=native", "note"),
        ("-fabi-version=11 -fabi-compat-version=11", "note"),
        ("-mavx2", "warning"),  # vectors of Eigen are laid out otherwise
        ("-march=native", "warning"),
        ("-msse4.2 -ffast-math", "warning"),
    ],
)
def test_instructions_of_the_host_are_a_note(flags: str, severity: str) -> None:
    text = f'set(CMAKE_CXX_FLAGS "${{CMAKE_CXX_FLAGS}} {flags}")\n'
    options = Options("CMakeLists.txt", project=Project(findcuda=True))
    found = build_file(text.encode(), RULES, options).findings
    assert [one.severity for one in found if one.rule == "B028"] == [severity]


@pytest.mark.parametrize(
    ("flags", "rules"),
    [
        ("-O3 -fno-builtin", []),
        ("-fomit-frame-pointer -fno-inline-functions -fstack-protector-strong", []),
        ("-fno-builtin-memcpy", []),
        ("-ffast-math", ["B028"]),
    ],
)
def test_flags_by_which_no_result_hangs_are_left_out(flags: str, rules: list[str]) -> None:
    assert said(f'set(CMAKE_CXX_FLAGS "{flags}")\n') == rules


BY_REPLACE = 'set(COMMON "-Wall" "-Wextra")\nstring(REPLACE ";" "," JOINED "${COMMON}")\n'
OF_COMMON, LISTED = "${COMMON}, of which it is made", "it as a list, with semicolons"
LANGUAGE = "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=${JOINED}>"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (f'{BY_REPLACE}add_compile_options("{LANGUAGE}")\n', OF_COMMON),
        (f"{BY_REPLACE}target_compile_options(t PRIVATE {LANGUAGE})\n", OF_COMMON),
        (f'{BY_REPLACE}set(CUDA_FLAGS_COMMON "-O2" "-Xcompiler=${{JOINED}}")\n', OF_COMMON),
        (f'set(COMMON -Wall)\nlist(JOIN COMMON "," JOINED)\nadd_compile_options("{LANGUAGE}")\n', OF_COMMON),
        (f'string(JOIN "," JOINED ${{COMMON}})\nadd_compile_options("{LANGUAGE}")\n', OF_COMMON),
        (f'string(JOIN "," JOINED -Wall -Wextra)\nadd_compile_options("{LANGUAGE}")\n', LISTED),
        (f'set(JOINED "-Wall,-Wextra")\nadd_compile_options("{LANGUAGE}")\n', LISTED),
        (
            f'{BY_REPLACE}set(CMAKE_CUDA_FLAGS "${{CMAKE_CUDA_FLAGS}} -Xcompiler=${{JOINED}}")\n',
            "it with blanks",
        ),
        (f'{BY_REPLACE}string(APPEND CMAKE_CUDA_FLAGS " -Xcompiler=${{JOINED}}")\n', "it with blanks"),
    ],
)
def test_what_has_commas_is_written_as_the_place_parts_words(text: str, written: str) -> None:
    options = Options(path="CMakeLists.txt")
    (why,) = [one.message for one in build_file(text.encode(), RULES, options).findings if one.rule == "B007"]
    assert f"which clang++ takes for one: write {written}, and without this" in why


@pytest.mark.parametrize(
    "flag", ["-fwrapv", "-fno-strict-aliasing", "-fvisibility=hidden", "-fvisibility-inlines-hidden"]
)
def test_what_promises_less_or_hides_symbols_is_written_for_hip(flag: str) -> None:
    text = f'set(CMAKE_CXX_FLAGS "${{CMAKE_CXX_FLAGS}} {flag}")\n'
    options = Options("CMakeLists.txt", project=Project(findcuda=True))
    made = build_file(text.encode(), RULES, options)
    assert made.output.decode() == f'{text}string(APPEND CMAKE_HIP_FLAGS " {flag}")\n'
    assert not made.findings
