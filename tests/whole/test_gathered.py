"""All cases of a test are one item, and none of them is lost by it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from helpers.command import ROOT

TESTS = """
import pytest

TRIED = []

@pytest.mark.parametrize("one", [1, 2, pytest.param(3, id="three"), 4])
@pytest.mark.parametrize(("left", "right"), [("a", "b"), ("a", "a")])
def test_some_fail(one, left, right):
    TRIED.append(one)
    if left == right and one == 2:
        pytest.fail("not two")
    assert left != right or one < 3

@pytest.mark.parametrize("one", [1, 2])
def test_each_was_tried(one):
    assert TRIED.count(one) == 2

@pytest.mark.parametrize("one", [pytest.param(1, marks=pytest.mark.xfail(strict=True)), 2])
def test_a_case_has_a_mark(one):
    assert one == 2

@pytest.mark.parametrize("one", [1, 2])
def test_a_folder_for_each(one, tmp_path):
    (tmp_path / "new").mkdir()

@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    return tmp_path_factory.mktemp("shared")

@pytest.mark.parametrize("one", [1, 2])
def test_a_folder_for_all(one, shared):
    (shared / str(one)).mkdir()

@pytest.mark.parametrize("one", [1, 2])
def test_some_are_skipped(one):
    if one == 1:
        pytest.skip("for a reason")

@pytest.mark.parametrize("one", [1, 2])
def test_one_fails(one):
    with pytest.raises(ZeroDivisionError):
        assert 1 // (one - 1)

@pytest.mark.parametrize("one", [1, 2], ids=["first", "second"])
def test_names_in_a_list(one):
    assert one == 1

@pytest.mark.parametrize(("one", "two"), [(1, 2), (3, 4)], ids=lambda one: f"name of {one}")
def test_names_by_a_function(one, two):
    assert one == 1

@pytest.mark.parametrize("one", [])
def test_nothing(one): ...

@pytest.mark.stress
@pytest.mark.parametrize("one", [1, 2])
def test_takes_long(one): ...
"""


@pytest.fixture
def tests(tmp_path: Path) -> Path:
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = stress\n")
    (tmp_path / "test_it.py").write_text(TESTS)
    return tmp_path


def outcome(tests: Path, *options: str) -> list[str]:
    command = [sys.executable, "-m", "pytest", "-p", "helpers.gathered", "-p", "no:cacheprovider", "-rA"]
    environment = {"PYTHONPATH": str(ROOT / "tests"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    run = subprocess.run(
        [*command, "--tb=short", *options],
        cwd=tests,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return run.stdout.splitlines()


def test_every_case_is_tried_and_each_that_fails_is_named(tests: Path) -> None:
    lines = outcome(tests)
    text = "\n".join(lines)
    assert "BaseExceptionGroup: 3 cases failed" in text
    assert [line.strip(" |") for line in lines if "case: left" in line] == [
        "case: left='a', right='a'; one=2",
        "case: left='a', right='a'; three",
        "case: left='a', right='a'; one=4",
    ]
    assert "Failed: not two" in text
    assert "AssertionError: assert ('a' != 'a' or 3 < 3)" in text
    assert [line for line in lines if line.startswith("E   case: ")] == [
        "E   case: one=2",
        "E   case: second",
        "E   case: name of 3-name of 4",
    ]
    assert any(line.startswith("SKIPPED [1]") and line.endswith(": one=1: for a reason") for line in lines)
    passed = [line for line in lines if line.startswith("PASSED")]
    assert passed == [
        "PASSED test_it.py::test_each_was_tried",
        "PASSED test_it.py::test_a_case_has_a_mark[2]",
        "PASSED test_it.py::test_a_folder_for_each[1]",
        "PASSED test_it.py::test_a_folder_for_each[2]",
        "PASSED test_it.py::test_a_folder_for_all",
        "PASSED test_it.py::test_takes_long[1]",
        "PASSED test_it.py::test_takes_long[2]",
    ]
    assert "4 failed, 7 passed, 2 skipped, 1 xfailed" in lines[-1]


@pytest.mark.parametrize("option", ["--apart", "-k=1 or three", "test_it.py::test_some_fail[a-a-three]"])
def test_cases_are_apart_where_that_is_asked_for(option: str, tests: Path) -> None:
    lines = outcome(tests, option)
    name = "test_it.py::test_some_fail[a-a-three]"
    assert [line for line in lines if line.startswith(f"FAILED {name} ")] != []
    assert ("PASSED test_it.py::test_each_was_tried[1]" in lines) is ("[" not in option)
