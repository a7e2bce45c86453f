"""GPUs that CMake files name, and who may name others."""

from __future__ import annotations

import pytest
from helpers.build_files import cmake_file

from hipify_py.settings import Options
from hipify_py.surroundings import Project

SET = "set(CMAKE_CUDA_ARCHITECTURES ${SMS})\n"
BARE = "set(CMAKE_HIP_ARCHITECTURES gfx90a gfx1100)\n"
ASK = "if(NOT DEFINED CMAKE_HIP_ARCHITECTURES)\n"
OPEN = f"{ASK}  {BARE}endif()\n"
LANGUAGE, HIP = "enable_language(CUDA)\n", "enable_language(HIP)\n"
FIXED = "-DCMAKE_HIP_ARCHITECTURES changes nothing here"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (SET + LANGUAGE, OPEN + HIP),
        (SET + "project(a LANGUAGES CXX CUDA)\n", OPEN + "project(a LANGUAGES CXX HIP)\n"),
        (
            'set(CMAKE_CUDA_ARCHITECTURES "${SMS}" CACHE STRING "GPUs" FORCE)\n' + LANGUAGE,
            'set(CMAKE_HIP_ARCHITECTURES "gfx90a;gfx1100" CACHE STRING "GPUs")\n' + HIP,
        ),
        (
            f"if(A)\n  {SET}else()\n  set(X 1)\nendif()\n{LANGUAGE}",
            f"if(A)\n  {ASK}    {BARE}  endif()\nelse()\n  set(X 1)\nendif()\n{HIP}",
        ),
    ],
)
def test_who_builds_names_others_where_a_variable_of_the_project_named_them(before: str, after: str) -> None:
    result = cmake_file(before)
    assert result.text == after
    assert [(one.rule, FIXED in one.message) for one in result.findings] == [("B008", False)]


@pytest.mark.parametrize("first", [LANGUAGE, "project(a CXX CUDA)\n", ""])
def test_nobody_does_where_the_language_may_be_there_already(first: str) -> None:
    result = cmake_file(first + SET)
    assert result.text.endswith(BARE)
    assert "DEFINED" not in result.text
    assert [(one.rule, FIXED in one.message) for one in result.findings] == [("B008", True)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"set(CMAKE_CUDA_ARCHITECTURES 70 80)\n{LANGUAGE}", BARE + HIP),
        (
            f"if(NOT CMAKE_CUDA_ARCHITECTURES)\n{SET}endif()\n{LANGUAGE}",
            f"if(NOT CMAKE_HIP_ARCHITECTURES)\n{BARE}endif()\n{HIP}",
        ),
        (
            f"if(DEFINED CMAKE_CUDA_ARCHITECTURES)\nelse()\n{SET}endif()\n{LANGUAGE}",
            f"if(DEFINED CMAKE_HIP_ARCHITECTURES)\nelse()\n{BARE}endif()\n{HIP}",
        ),
        (
            f"set(CMAKE_CUDA_ARCHITECTURES ${{SMS}} PARENT_SCOPE)\n{LANGUAGE}",
            f"set(CMAKE_HIP_ARCHITECTURES gfx90a gfx1100 PARENT_SCOPE)\n{HIP}",
        ),
    ],
)
def test_what_was_so_or_asks_itself_stays_so(before: str, after: str) -> None:
    result = cmake_file(before)
    assert result.text == after
    assert not any(FIXED in one.message for one in result.findings)


def test_what_each_language_has_is_hips() -> None:
    text = 'set(CMAKE_{0}_STANDARD_LIBRARIES "${{CMAKE_{0}_STANDARD_LIBRARIES}} -lm")\n'
    assert cmake_file(text.format("CUDA")).text == text.format("HIP")
    assert not cmake_file(text.format("CUDA")).findings


@pytest.mark.parametrize("value", ["${MINE}", '"${MINE}"'])
def test_what_who_builds_names_in_a_variable_stays_his(value: str) -> None:
    option = 'set(MINE "" CACHE STRING "GPUs")\n'
    result = cmake_file(f"{LANGUAGE}{option}if(MINE)\n  set(CMAKE_CUDA_ARCHITECTURES {value})\nendif()\n")
    assert f"  set(CMAKE_HIP_ARCHITECTURES {value})\n" in result.text
    assert [one.message for one in result.findings] == [
        "${MINE} has to name AMD's GPUs, not NVIDIA's: who builds gives them, as by -DMINE=gfx90a"
    ]


@pytest.mark.parametrize("made", ['set(MINE "70;80")\n', 'set(MINE "")\n', ""])
def test_a_variable_that_may_have_numbers_of_nvidias_is_not_taken_over(made: str) -> None:
    result = cmake_file(f"{LANGUAGE}{made}set(CMAKE_CUDA_ARCHITECTURES ${{MINE}})\n")
    assert BARE in result.text


TAKEN = (
    "get_property(G GLOBAL PROPERTY CUDA_ARCHITECTURES)\n",
    "get_property(G TARGET a PROPERTY CUDA_ARCHITECTURES)\n",
    "get_target_property(G a CUDA_ARCHITECTURES)\n",
    "set(G ${CMAKE_CUDA_ARCHITECTURES})\n",
    "set(G ${CMAKE_CUDA_ARCHITECTURES})\nif(NOT G)\nendif()\n",
)
READER = 'set_target_properties(t PROPERTIES CUDA_ARCHITECTURES "${G}")\n'


@pytest.mark.parametrize("taken", TAKEN)
def test_who_reads_what_becomes_hips_goes_on_reading_it(taken: str) -> None:
    result = cmake_file(taken + READER)
    assert result.text == (taken + READER).replace("CUDA", "HIP")
    assert [one.rule for one in result.findings] == []


@pytest.mark.parametrize(
    "taken",
    [
        f"{TAKEN[0]}list(APPEND G 80)\n",
        f"{TAKEN[0]}set(G 70 80)\n",
        f'{TAKEN[3]}string(APPEND G ";70")\n',
        f"{TAKEN[3]}foreach(G IN ITEMS 70 80)\nendforeach()\n",
        f"{TAKEN[3]}list(GET NUMBERS 0 G)\n",
        f"{TAKEN[3]}choose_gpus(G)\n",
        "get_property(G GLOBAL PROPERTY X)\n",
    ],
)
def test_what_the_project_gives_beside_it_is_none_of_amds(taken: str) -> None:
    assert 'HIP_ARCHITECTURES "gfx90a;gfx1100"' in cmake_file(taken + READER).text


LOOP = """project(a LANGUAGES CXX CUDA)
foreach(arch {0})
  list(APPEND F "-gencode=arch=compute_${{arch}},code=sm_${{{1}}}")
endforeach()
add_custom_command(OUTPUT k COMMAND ${{CMAKE_CUDA_COMPILER}} ${{F}} -o k k.cu)
"""


@pytest.mark.parametrize("listed", ["${CMAKE_CUDA_ARCHITECTURES}", "IN LISTS CMAKE_CUDA_ARCHITECTURES"])
def test_a_loop_over_gpus_gives_each_its_flag(listed: str) -> None:
    result = cmake_file(LOOP.format(listed, "arch"))
    assert 'list(APPEND F "--offload-arch=${arch}")' in result.text
    assert not result.findings


def test_a_loop_over_other_numbers_names_amds() -> None:
    result = cmake_file(LOOP.format("70 80", "arch"))
    assert 'list(APPEND F "--offload-arch=gfx90a,gfx1100")' in result.text
    assert [one.rule for one in result.findings] == ["B008"]


@pytest.mark.parametrize(
    ("above", "own", "severity"),
    [
        (b"75 80 90", "87 110", "note"),
        (b"75;80", "75 80", "note"),
        (b"native", "87", "warning"),
        (b"all", "87", "note"),
        (b"", "87 110", "warning"),
        (b"${SMS}", "87 110", "warning"),
        (b"75 80", "OFF", "warning"),
    ],
)
def test_what_gives_the_list_of_a_folder_above_is_noted(above: bytes, own: str, severity: str) -> None:
    project = Project(gpus_above=frozenset([above]))
    result = cmake_file(f"set(CMAKE_CUDA_ARCHITECTURES {own})\n", Options(project=project))
    assert [(one.rule, one.severity) for one in result.findings] == [("B008", severity)]


@pytest.mark.parametrize(
    ("source", "archs", "said"),
    [
        ("set(CMAKE_CUDA_ARCHITECTURES 70)\n", (), ("warning", True)),
        ("set(CMAKE_CUDA_ARCHITECTURES 70)\n", ("gfx942",), ("note", False)),
        ("set(CMAKE_CUDA_ARCHITECTURES native)\n", (), ("note", False)),
        ("set(CMAKE_CUDA_ARCHITECTURES all)\n", (), ("warning", True)),
        ("set(CMAKE_CUDA_ARCHITECTURES native)\n", ("gfx942",), ("note", False)),
        ('foreach(sm A B)\nset(CMAKE_CUDA_ARCHITECTURES "sm${sm}")\nendforeach()\n', ("gfx942",), None),
    ],
)
def test_gpus_that_are_named_to_a_run_are_noted(
    source: str, archs: tuple[str, ...], said: tuple[str, bool] | None
) -> None:
    found = [one for one in cmake_file(source, Options(archs=archs)).findings if one.rule == "B008"]
    told = [(one.severity, one.message.endswith("give --arch")) for one in found]
    assert told == ([said] if said else [("warning", False)])


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("set(CMAKE_CUDA_ARCHITECTURES native)\n", "set(CMAKE_HIP_ARCHITECTURES native)\n"),
        (
            'set_target_properties(a PROPERTIES CUDA_ARCHITECTURES "native" CUDA_STANDARD 17)\n',
            'set_target_properties(a PROPERTIES HIP_ARCHITECTURES "native" HIP_STANDARD 17)\n',
        ),
        ("set(CMAKE_CUDA_ARCHITECTURES native 80)\n", "set(CMAKE_HIP_ARCHITECTURES gfx90a gfx1100)\n"),
    ],
)
def test_the_gpus_of_the_machine_stay_these(source: str, expected: str) -> None:
    """CMake 3.25 hands `--offload-arch=native` to clang, which asks the machine."""
    result = cmake_file(source)
    assert result.text == expected
    assert {one.severity for one in result.findings} == {"warning" if "80" in source else "note"}


def test_a_default_of_the_machines_gpus_stays() -> None:
    option = 'if(NOT MINE)\n  set(MINE "native")\nendif()\n'
    use = 'set_property(TARGET t PROPERTY CUDA_ARCHITECTURES "${MINE}")\n'
    result = cmake_file(option + use)
    assert result.text == option + use.replace("CUDA", "HIP")
    assert [(one.rule, one.severity) for one in result.findings] == [("B008", "note")]


@pytest.mark.parametrize(
    ("asks", "found"),
    [
        ("try_run(A B ${DIR} x.cpp COMPILE_OUTPUT_VARIABLE OUT RUN_OUTPUT_VARIABLE SMS)\n", True),
        ("execute_process(COMMAND ./ask OUTPUT_VARIABLE SMS)\n", True),
        ("execute_process(COMMAND ./ask OUTPUT_VARIABLE OTHERS)\n", False),
        ("set(OUTPUT_VARIABLE SMS)\n", False),
    ],
)
def test_that_nothing_is_found_on_the_machine_any_more_is_said(asks: str, *, found: bool) -> None:
    (said,) = (one.message for one in cmake_file(asks + SET).findings if one.rule == "B008")
    assert ("what a program finds on the machine that builds is lost" in said) is found


def test_a_variable_by_the_name_of_the_property_stays_what_the_property_is_set_to() -> None:
    result = cmake_file(
        'set(CUDA_ARCHITECTURES 75 CACHE STRING "GPUs")\n'
        "set_property(TARGET a PROPERTY CUDA_ARCHITECTURES ${CUDA_ARCHITECTURES})\n"
    )
    assert result.text.endswith("PROPERTY HIP_ARCHITECTURES ${HIP_ARCHITECTURES})\n")
    assert [one.rule for one in result.findings] == ["B008"]
