"""What a page says of the project and the date."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hipify_py.cli.occasion import date_of, project_name, project_of
from hipify_py.report.model import FileReport, Report


def test_the_project_is_the_path_that_was_given_or_the_folder_around_several(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "solver" / "src").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "solver")
    assert project_name(["."]) == "solver"
    assert project_name(["src/"]) == "src"
    assert project_name([str(tmp_path / "solver")]) == "solver"
    assert project_name(["src", "a.cu"]) == "solver"
    assert project_name(["-"]) == "solver"


@pytest.mark.parametrize(
    ("paths", "name"),
    [
        (["solver/a.cu", "solver/b/c.cu"], "solver"),
        (["home/solver/a.cu"], "solver"),
        (["a.cu", "b.cu"], ""),
        (["../a.cu"], ""),
        ([], ""),
    ],
)
def test_the_project_of_a_report_that_was_kept(paths: list[str], name: str) -> None:
    report = Report(tuple(FileReport(path, "unchanged") for path in paths))
    assert project_of(report) == name


def test_the_date_is_in_utc_and_can_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert date_of(86400 * 365.0) == "1971-01-01 00:00 UTC"
    assert len(date_of()) == len("1971-01-01 00:00 UTC")
    for given, date in (("0", "1970-01-01 00:00 UTC"), ("soon", "1971-01-01 00:00 UTC")):
        monkeypatch.setitem(os.environ, "SOURCE_DATE_EPOCH", given)
        assert date_of(86400 * 365.0) == date
