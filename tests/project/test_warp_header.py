"""Where `hipify_warp32.h` is put, by which path files include it, and what stands at its place already."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from helpers.command import put, run, snapshot

from hipify_py import Settings, convert_tree
from hipify_py.choices import WARP_HEADER
from hipify_py.cli import main
from hipify_py.cli.exit_codes import EXIT_FILES
from hipify_py.project.discover import Entry
from hipify_py.project.warp_header import FOLDER, _summed, include_path, place, shipped, text
from hipify_py.report.model import FileReport, Report

PLAIN = "__device__ int a(int v) { return __shfl_sync(~0u, v, 0); }\n"
VOTE = "__global__ void k(unsigned *p) { *p = __ballot_sync(~0u, 1); }\n"


def tree(folder: Path) -> Path:
    (folder / "src" / "deep").mkdir(parents=True)
    for name in ("a.cu", "src/b.cu", "src/deep/c.cuh"):
        (folder / name).write_text(VOTE)
    (folder / "plain.cu").write_text("#include <cuda_runtime.h>\n__global__ void k() {}\n")
    return folder


def includes(folder: Path) -> dict[str, str]:
    found = {}
    for path in folder.rglob("*.cu*"):
        lines = [line for line in path.read_text().splitlines() if WARP_HEADER in line]
        found[path.relative_to(folder).as_posix()] = lines[0].split('"')[1] if lines else ""
    return found


PATHS = {
    "a.cu": WARP_HEADER,
    "src/b.cu": "../" + WARP_HEADER,
    "src/deep/c.cuh": "../../" + WARP_HEADER,
    "plain.cu": "",
}


def test_the_header_stands_once_in_an_output(tmp_path: Path) -> None:
    source = tree(tmp_path / "in")
    report = convert_tree([str(source)], Settings(mode="output", output=str(tmp_path / "out"), warp="32"))
    assert includes(tmp_path / "out") == PATHS
    assert [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob(WARP_HEADER)] == [
        f"out/{WARP_HEADER}"
    ]
    assert (tmp_path / "out" / WARP_HEADER).read_bytes() == text()
    assert [file.path for file in report.files if file.path.endswith(WARP_HEADER)] == [
        str(tmp_path / "out" / WARP_HEADER)
    ]
    again = convert_tree([str(tmp_path / "out")], Settings(warp="32"))
    assert {file.status for file in again.files} == {"unchanged"}


def test_the_header_stands_atop_a_tree_converted_in_place(tmp_path: Path) -> None:
    source = tree(tmp_path / "in")
    convert_tree([str(source)], Settings(mode="in-place", warp="32"))
    assert includes(source) == PATHS
    assert [*tmp_path.rglob(WARP_HEADER)] == [source / WARP_HEADER]
    before = (source / WARP_HEADER).stat().st_mtime_ns
    convert_tree([str(source)], Settings(mode="in-place", warp="32"))
    assert (source / WARP_HEADER).stat().st_mtime_ns == before


def test_a_file_by_itself_has_the_header_beside_it(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text(VOTE)
    convert_tree([str(tmp_path / "a.cu")], Settings(mode="in-place", warp="32"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.cu", WARP_HEADER]


def test_a_dry_run_writes_no_header(tmp_path: Path) -> None:
    source = tree(tmp_path / "in")
    convert_tree([str(source)], Settings(warp="32"))
    convert_tree([str(source)], Settings(mode="diff", warp="32"))
    assert not [*tmp_path.rglob(WARP_HEADER)]


def test_code_that_does_without_the_header_gets_none(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text(PLAIN)
    convert_tree([str(tmp_path)], Settings(mode="in-place", warp="32"))
    assert [path.name for path in tmp_path.iterdir()] == ["a.cu"]


def test_another_file_of_the_header_name_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text(VOTE)
    (tmp_path / WARP_HEADER).write_text("/* mine */\n")
    report = convert_tree([str(tmp_path)], Settings(mode="in-place", warp="32"))
    assert (tmp_path / WARP_HEADER).read_text() == "/* mine */\n"
    assert [file.reason for file in report.files if file.status == "failed"] != []


ADDED = "added for the files that include it"
ANOTHER = "not written: another file has this name: move it away"
NO_FILE = "not written: a folder, a link or a device has this name: move it away"


def make_link(path: Path) -> None:
    put(path.parent.parent / "precious.h", "/* precious */\n")
    path.symlink_to("../precious.h")


STANDS: dict[str, Callable[[Path], object]] = {
    "an older one": lambda path: put(path, _summed(b"/* as it was */\n")),
    "the one that ships": lambda path: put(path, shipped()),
    "another file": lambda path: put(path, "/* mine */\n"),
    "one that mentions it": lambda path: put(path, f"/* {WARP_HEADER}, by us */\n"),
    "one that was changed": lambda path: put(path, text().replace(b"32", b"64", 1)),
    "one with an end": lambda path: put(path, text() + b"int mine;\n"),
    "a folder": lambda path: put(path / "inner.h", "/* mine */\n"),
    "a dangling link": lambda path: path.symlink_to("nowhere"),
    "a link to a file": make_link,
    "a pipe": os.mkfifo,
}


def what(path: Path) -> tuple[str, bytes]:
    """Say what stands at a path, and what it holds, without opening what would wait."""
    if path.is_symlink():
        return "link", os.fsencode(os.readlink(path))
    if not path.exists():
        return "nothing", b""
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        return "folder", b" ".join(os.fsencode(one.name) + one.read_bytes() for one in path.iterdir())
    return ("file", path.read_bytes()) if stat.S_ISREG(mode) else ("pipe", b"")


def converted(
    folder: Path, monkeypatch: pytest.MonkeyPatch, how: str, stands: str = ""
) -> tuple[int, dict[str, Any], Path]:
    """Convert a file that calls for the header; give the exit code, what is said of the header, its place."""
    put(folder / "src" / "a.cu", VOTE)
    target = folder / ("src" if how == "-i" else "out")
    target.mkdir(exist_ok=True)
    if stands:
        STANDS[stands](target / WARP_HEADER)
    monkeypatch.chdir(folder)
    given = ["convert", how, *(("out",) if how == "-o" else ()), "src", "--format", "json"]
    done = CliRunner().invoke(main.cli, given)
    value = json.loads(done.stdout)
    said = [file for file in value["files"] if file["path"] == f"{target.name}/{WARP_HEADER}"]
    assert value["exit_code"] == done.exit_code
    assert f'#include "{WARP_HEADER}"' in (target / "a.cu").read_text()
    return done.exit_code, said[-1] if said else {}, target / WARP_HEADER


@pytest.mark.parametrize("how", ["-i", "-o"])
@pytest.mark.parametrize("stands", ["", "an older one", "the one that ships"])
def test_the_header_is_written_where_none_or_an_older_one_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str, stands: str
) -> None:
    code, said, target = converted(tmp_path, monkeypatch, how, stands)
    assert (code, said["status"], said["reason"], said["failure"]) == (0, "converted", ADDED, None)
    assert what(target) == ("file", text())


@pytest.mark.parametrize("how", ["-i", "-o"])
def test_the_same_header_is_not_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    target = tmp_path / ("src" if how == "-i" else "out")
    target.mkdir()
    os.utime(put(target / WARP_HEADER, text()), ns=(1_000, 1_000))
    code, said, place = converted(tmp_path, monkeypatch, how)
    assert (code, said.get("reason", "")) == (0, "")
    assert place.stat().st_mtime_ns == 1_000
    assert what(place) == ("file", text())


@pytest.mark.parametrize("how", ["-i", "-o"])
@pytest.mark.parametrize(
    ("stands", "reason"),
    [
        ("another file", ANOTHER),
        ("one that mentions it", ANOTHER),
        ("one that was changed", ANOTHER),
        ("one with an end", ANOTHER),
        ("a folder", NO_FILE),
        ("a dangling link", NO_FILE),
        ("a link to a file", NO_FILE),
        ("a pipe", NO_FILE),
    ],
)
def test_what_is_not_ours_stays_and_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str, stands: str, reason: str
) -> None:
    """The file that includes the header is converted all the same: nothing of it is lost."""
    (tmp_path / "before").mkdir()
    STANDS[stands](tmp_path / "before" / WARP_HEADER)
    code, said, place = converted(tmp_path, monkeypatch, how, stands)
    assert (code, said["status"], said["failure"], said["reason"]) == (EXIT_FILES, "failed", "F001", reason)
    assert what(place) == what(tmp_path / "before" / WARP_HEADER)
    if stands == "a link to a file":
        assert (tmp_path / "precious.h").read_text() == "/* precious */\n"


def test_the_line_of_the_report(tmp_path: Path) -> None:
    put(tmp_path / "src" / "a.cu", VOTE)
    put(tmp_path / "src" / WARP_HEADER, "/* mine */\n")
    done = run("convert", "-i", "-q", "src", cwd=tmp_path)
    note, line = done.out.splitlines()
    assert (done.code, line) == (EXIT_FILES, f"src/{WARP_HEADER}: error F001 {ANOTHER}")
    assert note.startswith("src/a.cu:1:39: note W000 ")


def entry(shown: str, relative: str, target: str = "") -> Entry:
    return Entry(f"/tree/{relative}", "/tree", relative, target or relative, shown, "source")


@pytest.mark.parametrize(
    ("relative", "target", "in_place", "output"),
    [
        ("a.cu", "a.cu", WARP_HEADER, WARP_HEADER),
        ("src/a.cu", "src/a.cu", f"../{WARP_HEADER}", f"../{WARP_HEADER}"),
        ("a.cu", "src/deep/a.cu", WARP_HEADER, f"../../{WARP_HEADER}"),
    ],
)
def test_a_file_includes_the_header_by_the_way_to_the_top(
    relative: str, target: str, in_place: str, output: str
) -> None:
    one = entry(relative, relative, target)
    assert include_path(one, Settings(mode="in-place")) == in_place
    assert include_path(one, Settings(mode="output", output="out")) == output


def test_only_files_that_call_for_it_bring_the_header(tmp_path: Path) -> None:
    one = entry(str(tmp_path / "a.cu"), "a.cu")
    plain = FileReport(one.shown, "converted")
    for settings in (Settings(mode="in-place"), Settings(), Settings(mode="diff")):
        assert [*place([one], [plain], frozenset(), settings)] == []
    assert not (tmp_path / WARP_HEADER).exists()


def test_the_header_ships_with_the_package() -> None:
    assert (Path(FOLDER) / WARP_HEADER).read_bytes() == shipped()
    assert text().startswith(shipped())


# --- a header that is missing ---------------------------------------------------------------------------


def done_before(folder: Path) -> Path:
    """A tree that was converted, and lost the header, as if the run had been killed."""
    source = tree(folder)
    convert_tree([str(source)], Settings(mode="in-place"))
    (source / WARP_HEADER).unlink()
    return source


def said_of(report: Report, rule: str) -> list[tuple[str, str]]:
    return [(file.path, one.message) for file in report.files for one in file.concerns if one.rule == rule]


def test_a_rerun_mends_a_header_that_is_missing(tmp_path: Path) -> None:
    source = done_before(tmp_path / "in")
    before = snapshot(source)
    report = convert_tree([str(source)], Settings(mode="in-place"))
    assert [(file.path, file.reason) for file in report.files if file.status == "converted"] == [
        (str(source / WARP_HEADER), ADDED)
    ]
    assert (source / WARP_HEADER).read_bytes() == text()
    (source / WARP_HEADER).unlink()
    assert snapshot(source) == before
    convert_tree([str(source)], Settings(mode="output", output=str(tmp_path / "out")))
    assert (tmp_path / "out" / WARP_HEADER).read_bytes() == text()
    assert not (source / WARP_HEADER).exists()


@pytest.mark.parametrize("mode", ["dry-run", "diff"])
def test_a_run_that_writes_nothing_reports_a_header_that_is_missing(tmp_path: Path, mode: Any) -> None:
    source = done_before(tmp_path / "in")
    report = convert_tree([str(source)], Settings(mode=mode))
    remedy = "is missing: convert the whole tree again, which writes it"
    assert said_of(report, "F004") == [
        (str(source / name), f"{way} {remedy}") for name, way in sorted(PATHS.items()) if way
    ]
    done = run("check", "-q", "in", cwd=tmp_path)
    assert done.code == 1
    assert "in/a.cu:3:11: warning F004 " in done.out
    convert_tree([str(source)], Settings(mode="in-place"))
    assert said_of(convert_tree([str(source)], Settings(mode=mode)), "F004") == []


def test_a_part_of_a_tree_does_not_get_a_header_of_its_own(tmp_path: Path) -> None:
    """Its files lead to the top of the tree, where no run over the part writes."""
    source = done_before(tmp_path / "in")
    for settings in (Settings(mode="in-place"), Settings(mode="output", output=str(tmp_path / "out"))):
        report = convert_tree([str(source / "src")], settings)
        assert [path for path, _ in said_of(report, "F004")] == [
            str(source / "src" / name) for name in ("b.cu", "deep/c.cuh")
        ]
    assert not [*tmp_path.rglob(WARP_HEADER)]
    (source / WARP_HEADER).write_bytes(text())
    assert said_of(convert_tree([str(source / "src")], Settings()), "F004") == []
    out = Settings(mode="output", output=str(tmp_path / "out"))
    assert said_of(convert_tree([str(source / "src")], out), "F004") != []
    (tmp_path / WARP_HEADER).write_bytes(text())
    assert said_of(convert_tree([str(source / "src")], out), "F004") == []


@pytest.mark.parametrize("mode", ["in-place", "output"])
def test_the_header_stands_before_the_first_file_that_includes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: Any
) -> None:
    source = tree(tmp_path / "in")
    top = source if mode == "in-place" else tmp_path / "out"
    real, missing = os.rename, []

    def look(old: str, new: str, **named: Any) -> None:
        real(old, new, **named)
        found = [path.name for path in top.rglob("*.cu*") if WARP_HEADER in path.read_text()]
        if found and not (top / WARP_HEADER).exists():
            missing.append(new)

    monkeypatch.setattr(os, "rename", look)
    convert_tree([str(source)], Settings(mode=mode, output=str(top) if mode == "output" else None))
    assert (missing, (top / WARP_HEADER).read_bytes()) == ([], text())


def test_an_include_in_a_comment_or_of_another_name_is_none(tmp_path: Path) -> None:
    lines = ['// #include "hipify_warp32.h"', "#include <hipify_warp32.h>", '#include "my_hipify_warp32.h"']
    put(tmp_path / "a.cu", "\n".join(lines) + "\n")
    assert said_of(convert_tree([str(tmp_path)], Settings()), "F004") == []
