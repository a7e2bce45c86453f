"""With which code a run ends."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from helpers.command import run

from hipify_py.cli import exit_codes
from hipify_py.model import Place
from hipify_py.report.model import Concern, FileReport, Report

if TYPE_CHECKING:
    from hipify_py.model import Severity


def failed(*, internal: bool) -> FileReport:
    return FileReport("b.cu", "failed", reason="it broke", internal=internal)


def found(severity: Severity) -> FileReport:
    place = Place(1, 1, 0)
    return FileReport(
        "a.cu", "converted", concerns=(Concern("X001", severity, "compile", "m", place, place, ""),)
    )


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ((), 0),
        ((found("note"),), 0),
        ((found("warning"),), exit_codes.EXIT_FINDINGS),
        ((found("error"), failed(internal=False)), exit_codes.EXIT_FILES),
        ((failed(internal=False), failed(internal=True), found("error")), exit_codes.EXIT_BUG),
    ],
)
def test_the_worst_decides_the_exit_code(files: tuple[FileReport, ...], code: int) -> None:
    assert exit_codes.exit_code(Report(files), "warning") == code


def test_help_tells_the_exit_codes() -> None:
    for command in ((), ("convert",), ("check",)):
        done = run(*command, "--help")
        assert done.code == 0
        for code in (
            0,
            exit_codes.EXIT_FINDINGS,
            exit_codes.EXIT_USAGE,
            exit_codes.EXIT_FILES,
            exit_codes.EXIT_BUG,
            exit_codes.EXIT_INTERRUPTED,
        ):
            assert re.search(rf"(?m)^ +{code}  +\w", done.out)


@pytest.mark.parametrize(
    ("fail_on", "severities"),
    [
        ("note", {"note", "warning", "error"}),
        ("warning", {"warning", "error"}),
        ("error", {"error"}),
        ("never", set()),
    ],
)
def test_a_threshold_is_reached_by_what_is_as_bad_or_worse(fail_on: str, severities: set[str]) -> None:
    every = ("note", "warning", "error")
    assert {each for each in every if exit_codes.reaches([each], fail_on)} == severities
    assert exit_codes.reaches(every, fail_on) is bool(severities)
    assert not exit_codes.reaches([], fail_on)


def test_what_is_skipped_or_suppressed_gives_no_code() -> None:
    files = (FileReport("a.cu", "skipped", reason="vendored"), FileReport("b.cu", "unchanged", suppressed=3))
    assert exit_codes.exit_code(Report(files), "note") == 0


def test_the_threshold_decides_on_findings_alone() -> None:
    assert exit_codes.exit_code(Report((found("error"),)), "never") == 0
    assert exit_codes.exit_code(Report((failed(internal=False),)), "never") == exit_codes.EXIT_FILES
