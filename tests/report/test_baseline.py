"""Known findings: how they are written, read, compared and taken out."""

from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path
from typing import Any

import pytest
from helpers.reports import HOSTILE, NOTE, SHUFFLE, SYMBOL, concern

from hipify_py.model import HipifyError, Place
from hipify_py.report.baseline import FORM, Baseline, of_report, read, written
from hipify_py.report.model import Concern, FileReport, Report


def moved(one: Concern, lines: int) -> Concern:
    """Give a finding some lines further down."""

    def down(place: Place) -> Place:
        return Place(place.line + lines, place.column, place.offset + 100 * lines)

    return one._replace(start=down(one.start), end=down(one.end))


def report(**files: list[Concern]) -> Report:
    """Give a report of files, `a` for a.cu, with these findings."""
    return Report(
        tuple(FileReport(f"{name}.cu", "unchanged", concerns=tuple(found)) for name, found in files.items())
    )


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("a.cu", "b.cu"):
        (tmp_path / name).write_text("")
    return tmp_path


def kept(made: Report, folder: Path) -> Baseline:
    """Write a baseline and read it again."""
    (folder / "base.json").write_text(written(of_report(made, str(folder))), encoding="utf-8")
    return read("base.json")


def counts(compared: Report) -> list[tuple[int, int]]:
    return [(len(file.known), len(file.concerns)) for file in compared.files]


def test_what_was_found_is_known(here: Path) -> None:
    made = report(a=[SYMBOL, SHUFFLE, NOTE], b=[SYMBOL])
    compared = kept(made, here).compared(made)
    assert counts(compared) == [(3, 0), (1, 0)]
    assert compared.stale == 0
    assert {*compared.files[0].known} == {SYMBOL, SHUFFLE, NOTE}


def test_what_moves_in_its_file_is_known_and_in_another_is_new(here: Path) -> None:
    base = kept(report(a=[SYMBOL, SHUFFLE]), here)
    assert counts(base.compared(report(a=[moved(SHUFFLE, 3), moved(SYMBOL, 40)]))) == [(2, 0)]
    elsewhere = base.compared(report(a=[SHUFFLE], b=[SYMBOL]))
    assert (counts(elsewhere), elsewhere.stale) == ([(1, 0), (0, 1)], 1)


def test_findings_that_are_alike_are_counted(here: Path) -> None:
    base = kept(report(a=[SYMBOL, moved(SYMBOL, 1)]), here)
    three = [moved(SYMBOL, 9), moved(SYMBOL, 1), SYMBOL]
    compared = base.compared(report(a=three))
    assert counts(compared) == [(2, 1)]
    assert compared.files[0].concerns == (moved(SYMBOL, 9),)  # the last one
    one = base.compared(report(a=[SYMBOL]))
    assert (counts(one), one.stale) == ([(1, 0)], 1)


def test_another_rule_or_line_is_new(here: Path) -> None:
    base = kept(report(a=[SYMBOL]), here)
    for other in (
        SYMBOL._replace(rule="M013"),
        concern("cudaMemcpyToSymbol(c, h, m);", "cudaMemcpyToSymbol"),
    ):
        assert counts(base.compared(report(a=[other]))) == [(0, 1)]


def test_the_file_is_sorted_and_shows_a_finding_a_line(here: Path) -> None:
    base = of_report(report(b=[SYMBOL], a=[NOTE, SYMBOL, moved(SYMBOL, 1)]), str(here))
    value = json.loads(written(base))
    assert value["baseline"] == FORM
    assert list(value["files"]) == ["a.cu", "b.cu"]
    assert [(one["rule"], one["count"], one["line"]) for one in value["files"]["a.cu"]] == [
        ("M012", 2, "cudaMemcpyToSymbol(c, h, n);"),
        ("N001", 1, "void f() {"),
    ]
    assert sum("fingerprint" in line for line in written(base).splitlines()) == 3
    again = of_report(report(a=[moved(SYMBOL, 5), SYMBOL, NOTE], b=[moved(SYMBOL, 9)]), str(here))
    assert written(again) == written(base)
    assert written(read_back(here, base)) == written(base)


def read_back(folder: Path, base: Baseline) -> Baseline:
    (folder / "base.json").write_text(written(base), encoding="utf-8")
    return read("base.json")


def test_any_name_and_any_line_comes_back(here: Path) -> None:
    odd = "grün %\udcff\n.cu"
    Path(os.fsencode(odd).decode("utf-8", "surrogateescape")).write_text("")
    made = Report((FileReport(odd, "unchanged", concerns=(SYMBOL._replace(excerpt=HOSTILE),)),))
    base = kept(made, here)
    text = (here / "base.json").read_text(encoding="utf-8")
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text)
    assert counts(base.compared(made)) == [(1, 0)]
    (path,) = base.files
    assert os.path.lexists(base.real_path(path))


def test_paths_go_from_the_folder_of_the_baseline(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base = kept(report(a=[SYMBOL]), here)
    (here / "sub").mkdir()
    monkeypatch.chdir(here / "sub")
    seen = Report((FileReport("../a.cu", "unchanged", concerns=(SYMBOL,)),))
    assert counts(read("../base.json").compared(seen)) == [(1, 0)] == counts(base.compared(seen))


def test_pruning_takes_out_what_is_gone(here: Path) -> None:
    (here / "c.cu").write_text("")
    base = kept(report(a=[SYMBOL, moved(SYMBOL, 1), SHUFFLE], b=[NOTE], c=[NOTE]), here)
    (here / "c.cu").unlink()
    now = report(a=[SYMBOL, NOTE])
    assert base.compared(now).stale == 3  # two in a.cu, one in c.cu; nobody looked at b.cu
    left = base.pruned(now)
    assert (left.total, set(left.files)) == (2, {"a.cu", "b.cu"})
    assert left.compared(now).stale == 0
    assert counts(left.compared(now)) == [(1, 1)]  # what is new stays new
    assert written(left) == written(left.pruned(now))


def test_a_file_that_failed_keeps_what_it_has(here: Path) -> None:
    base = kept(report(a=[SYMBOL]), here)
    failed = Report((FileReport("a.cu", "failed", reason="unreadable"),))
    assert base.compared(failed).stale == 0
    assert base.pruned(failed).total == 1


GOOD: dict[str, Any] = {"rule": "M012", "count": 1, "fingerprint": "0" * 16, "line": "x"}
WRONG = [
    ("", "no JSON: "),
    ('{"baseline": 1, "files": {"a.cu": [{"rule"', "no JSON: "),
    ("<<<<<<< HEAD\n", "no JSON: "),
    (b"\xff\xfe\x00", "no JSON: "),
    ("[" * 100_000, "no JSON: "),
    ("[]", "no baseline of hipify-py; write it anew with `hipify-py baseline write`"),
    ('{"schema_version": 1}', "no baseline of hipify-py; write it anew"),
    ('{"baseline": 2}', "a baseline in form 2; this hipify-py ("),
    ('{"baseline": "x"}', "a baseline in form another form; "),
    ('{"baseline": 1}', '"files" is no object; '),
    ('{"baseline": 1, "files": []}', '"files" is no object; '),
    ('{"baseline": 1, "files": {"a.cu": 1}}', "an entry of a.cu is no finding; "),
    *(
        (json.dumps({"baseline": 1, "files": {"a.cu": [GOOD | wrong]}}), "an entry of a.cu is no finding; ")
        for wrong in (
            {"count": 0},
            {"count": True},
            {"count": "1"},
            {"rule": 1},
            {"fingerprint": "xyz"},
            {"line": 1},
        )
    ),
    (json.dumps({"baseline": 1, "files": {"no/a.cu": [GOOD]}}), "about other files: none of its 1 is below "),
]


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_what_is_no_baseline_is_refused(here: Path, text: str | bytes, said: str) -> None:
    (here / "base.json").write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(HipifyError, match=f"^{re.escape(f'base.json: {said}')}"):
        read("base.json")


def test_what_is_not_there_or_no_file_is_refused(here: Path) -> None:
    with pytest.raises(
        HipifyError, match=r"^none\.json: there is no such baseline; write it with `hipify-py base"
    ):
        read("none.json")
    (here / "folder").mkdir()
    with pytest.raises(HipifyError, match=r"^folder: cannot read this baseline: "):
        read("folder")
    os.mkfifo(here / "pipe")
    with pytest.raises(HipifyError, match=r"^pipe: cannot read this baseline: "):
        read("pipe")


def test_an_empty_baseline_is_about_any_files(here: Path) -> None:
    assert kept(report(a=[]), here).files == {}


def test_a_hundred_thousand_findings_take_seconds(here: Path) -> None:
    sources = [f"cudaFoo{n}(stream, {n});" for n in range(100)]
    found = [concern(source, "cudaFoo") for source in sources] * 10
    made = Report(tuple(FileReport(f"{n}.cu", "unchanged", concerns=tuple(found)) for n in range(100)))
    (here / "1.cu").write_text("")
    started = time.process_time()
    compared = kept(made, here).compared(made)
    assert time.process_time() - started < 10
    assert counts(compared) == [(1000, 0)] * 100


def test_one_more_use_of_a_library_is_new_and_moved_or_edited_uses_are_not(here: Path) -> None:
    def uses(*lines: int) -> Concern:
        places = tuple((Place(line, 1, line), "and here, cuda::std") for line in lines[1:])
        start = Place(lines[0], 1, lines[0])
        return SYMBOL._replace(start=start, end=start, excerpt="?", related=places, fingerprint="ab12")

    known = of_report(report(a=[uses(1, 2, 3)]), str(here))
    assert known.total == 3

    def compared(*lines: int) -> tuple[int, int, int | None]:
        made = known.compared(report(a=[uses(*lines)]))
        return len(made.files[0].concerns), len(made.files[0].known), made.stale

    assert compared(4, 5, 6) == (0, 1, 0)
    assert compared(1, 2, 3, 9) == (1, 0, 0)
    assert compared(1, 2) == (0, 1, 1)
    assert known.pruned(report(a=[uses(1, 2)])).total == 2
