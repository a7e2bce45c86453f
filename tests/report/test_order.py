"""The order in which every format speaks of files, edits and findings, and what it calls them."""

from __future__ import annotations

import json
import re

import pytest
from helpers.reports import NOTE, REPORT, SHUFFLE, SYMBOL, as_json, change

from hipify_py.report.as_text import render_text
from hipify_py.report.model import FileReport, Report
from hipify_py.report.order import (
    badness,
    changes_of,
    concerns_of,
    failure_id,
    files_of,
    is_aside,
    is_folder,
    reason_of,
)
from hipify_py.report.summary import render_summary


def test_at_one_place_the_worst_comes_first() -> None:
    both = (SYMBOL._replace(severity="note"), SYMBOL._replace(severity="error"), SYMBOL)
    text = render_text(Report((FileReport("a.cu", "unchanged", concerns=both),)))
    assert re.findall(r"(?m)^a.cu\S* (\w+)", text) == ["error", "warning", "note"]


@pytest.mark.parametrize("path", ["src/a.cu", "src/\udcff.cu"])
@pytest.mark.parametrize("prefix", ["src/a.cu: ", r"src/\xff.cu: "])
def test_the_path_is_said_once(path: str, prefix: str) -> None:
    shown = prefix.removesuffix(": ")
    said_twice = (shown == "src/a.cu") == (path == "src/a.cu")
    expected = "cannot read: x" if said_twice else f"{prefix}cannot read: x"
    report = Report((FileReport(path, "failed", reason=f"{prefix}cannot read: x"),))
    assert render_text(report).endswith(f".cu: error F001 {expected}\n")
    assert json.loads(as_json(report))["files"][0]["reason"] == expected


def test_json_does_not_depend_on_the_order_of_the_report() -> None:
    first = REPORT.files[0]
    turned = first._replace(changes=first.changes[::-1], concerns=first.concerns[::-1])
    shuffled = Report((*REPORT.files[:0:-1], turned))
    assert as_json(shuffled) == as_json()
    assert render_text(shuffled) == render_text(REPORT)
    assert render_summary(shuffled, mode="check") == render_summary(REPORT, mode="check")


def test_an_outer_edit_comes_before_those_in_it() -> None:
    nested = (change(0, before="f"), change(0, before="f(x)"))
    read = json.loads(as_json(Report((FileReport("a.cu", "converted", changes=nested),))))
    assert [edit["before"] for edit in read["files"][0]["edits"]] == ["f(x)", "f"]


def test_files_come_in_the_order_of_their_paths() -> None:
    report = Report(tuple(FileReport(path, "unchanged") for path in ("b.cu", "a/z.cu", "a.cu", "B.cu")))
    assert [file.path for file in files_of(report)] == ["B.cu", "a.cu", "a/z.cu", "b.cu"]


def test_findings_come_in_the_order_of_the_source_and_the_worst_first_at_one_place() -> None:
    found = (SHUFFLE, NOTE._replace(rule="Z001"), NOTE, SYMBOL, NOTE._replace(severity="error"))
    said = [(one.rule, one.severity) for one in concerns_of(FileReport("a.cu", "unchanged", concerns=found))]
    assert said == [
        ("N001", "error"),
        ("N001", "note"),
        ("Z001", "note"),
        ("M012", "warning"),
        ("W010", "error"),
    ]


def test_an_edit_comes_before_those_in_it_and_behind_those_before_it() -> None:
    given = (change(4), change(0, before="f"), change(0, before="f(x)"), change(4, rule="A001"))
    made = [
        (one.start.offset, one.before, one.rule)
        for one in changes_of(FileReport("a", "converted", changes=given))
    ]
    assert made == [
        (0, "f(x)", "names"),
        (0, "f", "names"),
        (4, "cudaFree", "A001"),
        (4, "cudaFree", "names"),
    ]


@pytest.mark.parametrize(
    ("file", "failure"),
    [
        (FileReport("a.cu", "failed"), "F001"),
        (FileReport("a.cu", "failed", internal=True), "F002"),
        (FileReport("a.cu", "skipped", reason="binary"), None),
        (FileReport("a.cu", "converted"), None),
    ],
)
def test_a_file_that_failed_has_an_id(file: FileReport, failure: str | None) -> None:
    assert failure_id(file) == failure


def test_the_worst_severity_counts_least() -> None:
    assert [badness(severity) for severity in ("error", "warning", "note")] == [0, 1, 2]


@pytest.mark.parametrize(
    ("path", "folder"), [("third_party/", True), ("third_party", False), ("a/b.cu", False)]
)
def test_a_folder_is_told_by_its_slash(path: str, *, folder: bool) -> None:
    assert is_folder(FileReport(path, "skipped")) is folder


@pytest.mark.parametrize(
    ("path", "reason", "said"),
    [
        ("a.cu", "a.cu: cannot read", "cannot read"),
        ("a.cu", "cannot read a.cu: x", "cannot read a.cu: x"),
        ("a.cu", "b.cu: cannot read", "b.cu: cannot read"),
        ("a\x1b.cu", r"a\x1b.cu: cannot read", "cannot read"),
        ("a.cu", "", ""),
    ],
)
def test_a_reason_without_the_path_in_front(path: str, reason: str, said: str) -> None:
    assert reason_of(FileReport(path, "failed", reason=reason)) == said


@pytest.mark.parametrize(
    ("path", "aside"),
    [
        ("src/a.cu", False),
        ("tests/a.cu", True),
        ("lib/unit-tests/gpu/a.cu", True),
        ("Examples/a.cu", True),
        ("src/test_a.cu", True),
        ("src/a_benchmark.cu", True),
        ("src/sample.cu", False),  # what draws samples, as likely
        ("src/latest.cu", False),
        ("contest/a.cu", False),
        (".github/workflows/cuda/cu101-Linux.sh", True),
        ("a/.gitlab-ci.yml", True),
        ("Jenkinsfile", True),
        ("github/setup.py", False),
    ],
)
def test_what_is_beside_a_program(path: str, aside: bool) -> None:
    assert is_aside(path) is aside
