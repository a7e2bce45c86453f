"""Programs of the toolkit that CMake files have a build run."""

from __future__ import annotations

import pytest
from helpers.build_files import cmake_file


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("add_custom_command(OUTPUT a COMMAND cuobjdump -sass b > a)\n", [("B003", "error")]),
        ("add_custom_command(OUTPUT a COMMAND /usr/local/bin/nvprune -o a b)\n", [("B003", "error")]),
        ('add_custom_command(OUTPUT a COMMAND bash -c "nvdisasm b > a")\n', [("B003", "error")]),
        ("add_custom_target(a COMMAND ncu ./b)\n", [("B003", "warning")]),
        ("add_custom_target(a ALL COMMAND fatbinary b)\n", [("B003", "error")]),
        ("add_test(NAME a COMMAND compute-sanitizer b)\n", [("B003", "warning")]),
        ("add_test(a cuda-memcheck b)\n", [("B003", "warning")]),
        (
            "add_custom_command(OUTPUT a COMMAND ${CMAKE_COMMAND} -E env nvprune -o a b)\n",
            [("B003", "error")],
        ),
        ("add_custom_target(a COMMAND cmake -E env --unset=X Y=1 ncu ./b)\n", [("B003", "warning")]),
    ],
)
def test_a_program_that_is_run_is_told(text: str, expected: list[tuple[str, str]]) -> None:
    result = cmake_file(text)
    assert [(one.rule, one.severity) for one in result.findings] == expected
    assert result.text == text


@pytest.mark.parametrize(
    "text",
    [
        "add_custom_target(ncu COMMAND a ncu)\n",
        "set(COMMAND ncu)\n",
        "add_test(NAME ncu COMMAND a)\n",
        "add_test(ncu a ncu)\n",
        "add_test()\nadd_test(a)\nadd_test( # ncu\n)\n",
        "add_custom_target(a COMMAND cmake -E echo ncu)\n",
    ],
)
def test_a_word_that_is_no_program_is_none(text: str) -> None:
    assert cmake_file(text).findings == ()


@pytest.mark.parametrize(
    "text",
    [
        "add_executable(bin2c bin2c.c)\nadd_custom_command(OUTPUT a COMMAND bin2c b > a)\n",
        "add_custom_command(OUTPUT a COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/tools/bin2c b > a)\n",
        "add_custom_command(OUTPUT a COMMAND ${PROJECT_BINARY_DIR}/bin2c b > a)\n",
    ],
)
def test_a_program_of_the_project_s_own_is_none(text: str) -> None:
    assert cmake_file(text).findings == ()


def test_a_program_that_is_only_given_a_name_is_told() -> None:
    text = "add_executable(bin2c IMPORTED)\nadd_custom_command(OUTPUT a COMMAND bin2c b > a)\n"
    assert [one.rule for one in cmake_file(text).findings] == ["B003"]
