"""The order in which every format speaks of files, edits and findings, and what it calls them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hipify_py.lazy import re
from hipify_py.model import SEVERITIES
from hipify_py.report.terminal import harmless

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.model import Severity
    from hipify_py.report.model import Change, Concern, FileReport, Report

UNUSABLE = "F001"  # a file that could not be read, understood as text, or written
OUR_BUG = "F002"  # the converter itself broke
HUSHED = frozenset({"N004"})  # notes that ask nobody to do anything, and that only some want to read
WORDS: Final = re.compile(r"[a-z]+")
TRIES: Final = frozenset({"bench", "benchmark", "benchmarks", "test", "tests", "unittest", "unittests"})
ASIDE: Final = TRIES | {"demo", "demos", "doc", "docs", "example", "examples", "sample", "samples"}
"""Words in names of folders, and the first of them in names of files, for what is beside a program."""

CI: Final = frozenset(
    {
        ".github",
        ".circleci",
        ".buildkite",
        ".gitlab",
        ".azure-pipelines",
        ".gitlab-ci.yml",
        ".travis.yml",
        "appveyor.yml",
        ".appveyor.yml",
        ".cirrus.yml",
        "azure-pipelines.yml",
        "jenkinsfile",
    }
)
"""Folders and files, in small letters, that say what CI does."""


def failure_id(file: FileReport) -> str | None:
    """Give the id under which a failed file is reported, None for a file that did not fail."""
    if file.status != "failed":
        return None
    return OUR_BUG if file.internal else UNUSABLE


def reason_of(file: FileReport) -> str:
    """Give the reason without the path in front, which the text of a `HipifyError` begins with."""
    bare = file.reason.removeprefix(f"{file.path}: ")
    return bare.removeprefix(f"{harmless(file.path)}: ")


def is_folder(file: FileReport) -> bool:
    """Tell a skipped folder from a file: the path of a folder ends in a slash."""
    return file.path.endswith("/")


def badness(severity: Severity) -> int:
    """Order severities: 0 for an error, more for what matters less."""
    return len(SEVERITIES) - 1 - SEVERITIES.index(severity)


def files_of(report: Report) -> list[FileReport]:
    """Give the files in path order."""
    return sorted(report.files, key=lambda file: file.path)


def is_aside(path: str) -> bool:
    """Say whether a file, as its path is written, is beside a program: a test, an example, a page, CI's."""
    *folders, name = path.lower().split("/")
    if name in CI or not CI.isdisjoint(folders):
        return True
    return not (TRIES.isdisjoint(WORDS.findall(name)) and ASIDE.isdisjoint(WORDS.findall(" ".join(folders))))


def concerns_of(file: FileReport) -> list[Concern]:
    """Give the findings of a file in the order of the source, the worst first at one place."""
    return in_order(file.concerns)


def in_order(concerns: Iterable[Concern]) -> list[Concern]:
    """Give findings of one file in the order of the source, the worst first at one place."""
    return sorted(
        concerns,
        key=lambda one: (one.start.offset, badness(one.severity), one.rule, one.end.offset, one.message),
    )


def changes_of(file: FileReport) -> list[Change]:
    """Give the edits of a file in the order of the source, an outer one before what lies in it."""
    return sorted(file.changes, key=lambda one: (one.start.offset, -one.end.offset, one.rule, one.after))
