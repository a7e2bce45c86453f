"""Reports that were kept: what is written as JSON comes back."""

from __future__ import annotations

import json
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from helpers.reports import EMPTY, FREE, MODES, REPORT, SHUFFLE, SYMBOL, as_json, change, hostile_report

from hipify_py.model import HipifyError
from hipify_py.report.from_json import read_report
from hipify_py.report.model import FileReport, Mode, Report

WHOLE = Report(
    (
        *REPORT.files,
        FileReport(
            "k.cu",
            "unchanged",
            concerns=(SHUFFLE._replace(origin="own/a.toml:3"),),
            known=(SYMBOL,),
            ignored=4,
        ),
        FileReport("Makefile", "converted", changes=(change()._replace(why="there is no ptxas"),)),
        FileReport(
            "long.cu", "unchanged", concerns=(SYMBOL._replace(excerpt="\tcudaMemcpyToSymbol" + "x" * 1000),)
        ),
    ),
    "7.2",
    ((FREE, 7),),
    3,
    "miopen",
    2,
)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "r.json"


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "report", [REPORT, EMPTY, WHOLE, hostile_report()], ids=["usual", "empty", "whole", "hostile"]
)
def test_what_is_read_writes_the_same(place: Path, report: Report, mode: Mode) -> None:
    text = as_json(report, mode, 3)
    place.write_text(text, encoding="utf-8")
    kept = read_report("r.json")
    assert (kept.mode, kept.code) == (mode, 3)
    again = as_json(kept.report, kept.mode, kept.code)
    assert again == text


def bare(file: FileReport) -> FileReport:
    """Give a file's report in the order of the source, without fingerprints."""
    some = ((one._replace(fingerprint="") for one in several) for several in (file.concerns, file.known))
    found, known = (tuple(sorted(several, key=lambda one: one.start)) for several in some)
    return file._replace(concerns=found, known=known, changes=tuple(sorted(file.changes)))


def test_nothing_is_lost(place: Path) -> None:
    place.write_text(as_json(WHOLE), encoding="utf-8")
    kept = read_report("r.json").report
    marks = [one.fingerprint for file in kept.files for one in (*file.concerns, *file.known)]
    assert all(len(mark) == 16 for mark in marks)
    assert [bare(file) for file in kept.files if file.path != "long.cu"] == [
        bare(file) for file in sorted(WHOLE.files) if file.path != "long.cu"
    ]
    assert kept[1:] == WHOLE[1:]


def test_an_older_report_has_no_reasons(place: Path) -> None:
    value = json.loads(as_json(WHOLE))
    for file in value["files"]:
        for edit in file["edits"]:
            del edit["reason"]
    place.write_text(json.dumps(value), encoding="utf-8")
    made = [one for file in read_report("r.json").report.files for one in file.changes]
    assert made
    assert {one.why for one in made} == {""}


def test_the_report_of_a_verified_conversion_is_read_too(place: Path) -> None:
    place.write_text(f'{{"conversion": {as_json(REPORT)}, "verify": {{}}}}', encoding="utf-8")
    assert len(read_report("r.json").report.files) == len(REPORT.files)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "r.json: no JSON: "),
        (as_json(REPORT)[:500], "r.json: no JSON: "),
        ("[" * 100_000, "r.json: no JSON: "),
        ("[]", "r.json: no report of hipify-py; name a file that --format json wrote"),
        ('{"baseline": 1, "files": {}}', "r.json: no report of hipify-py; "),
        (
            '{"schema_version": 2, "files": []}',
            "r.json: a report in version 2; this hipify-py reads version 1; ",
        ),
        ('{"schema_version": true, "files": []}', "r.json: no report of hipify-py; "),
        ('{"schema_version": 1, "files": []}', "r.json: a report that lacks something: KeyError 'rules'; "),
    ],
)
def test_what_is_no_report_is_refused(place: Path, text: str, said: str) -> None:
    place.write_text(text, encoding="utf-8")
    with pytest.raises(HipifyError) as caught:
        read_report("r.json")
    assert str(caught.value).startswith(said)


def test_what_is_not_there_is_refused(place: Path) -> None:
    with pytest.raises(HipifyError, match=r"none\.json: cannot read this report: No such file"):
        read_report("none.json")
    place.mkdir()
    with pytest.raises(HipifyError, match=r"r\.json: cannot read this report: "):
        read_report("r.json")


def paths(value: object, before: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Give the way to each value in a report."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [way for key, one in items for way in ((*before, key), *paths(one, (*before, key)))]


WRONG: tuple[object, ...] = (None, -1, "x", [1], {}, True)


def test_no_wrong_value_anywhere_breaks_the_reader(place: Path) -> None:
    good = json.loads(as_json(WHOLE._replace(files=WHOLE.files[-2:])))
    tried = read = 0
    for way in paths(good):
        for wrong in WRONG:
            value = deepcopy(good)
            at = value
            for key in way[:-1]:
                at = at[key]
            at[way[-1]] = wrong
            place.write_text(json.dumps(value), encoding="utf-8")
            with suppress(HipifyError):
                as_json(read_report("r.json").report)
                read += 1
            tried += 1
    assert tried - read > 300
