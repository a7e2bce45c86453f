"""Where headers of ours are put, by which path files include them, and what stands at their place already."""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from helpers.command import put, run, snapshot

from hipify_py import Settings, convert_tree
from hipify_py.choices import (
    COMPAT_HEADER,
    HALF_HEADER,
    NVTX_HEADER,
    OWN_HEADERS,
    SAMPLES_HEADER,
    WARP_HEADER,
)
from hipify_py.cli import main
from hipify_py.cli.exit_codes import EXIT_FILES
from hipify_py.model import HipifyError
from hipify_py.project.entries import Entry
from hipify_py.project.own_headers import FOLDER, _summed, folder_of, place, shipped, text
from hipify_py.report.model import FileReport, Report

AGAIN = "convert the whole tree again, which writes it, with the --warp-header-dir of before, if any"
PLAIN = "__device__ int a(int v) { return __shfl_sync(~0u, v, 0); }\n"
VOTE = "__global__ void k(unsigned *p) { *p = __ballot_sync(~0u, 1); }\n"
STORE = "__global__ void k(unsigned *p) { __stcs(p, 1u); }\n"
TANH = "__global__ void k(__half *p) { *p = htanh(*p); }\n"
RANGE = "void f(const nvtxEventAttributes_t *e) { nvtxRangePushEx(e); }\n__global__ void k() {}\n"
HELPED = "#include <helper_cuda.h>\nvoid f(void *p) { checkCudaErrors(cudaFree(p)); }\n"
CALLS = {
    WARP_HEADER: VOTE,
    COMPAT_HEADER: STORE,
    HALF_HEADER: TANH,
    NVTX_HEADER: RANGE,
    SAMPLES_HEADER: HELPED,
}  # what calls for each
each_header = pytest.mark.parametrize("header", OWN_HEADERS)


def tree(folder: Path, header: str = WARP_HEADER) -> Path:
    (folder / "src" / "deep").mkdir(parents=True)
    for name in ("a.cu", "src/b.cu", "src/deep/c.cuh"):
        (folder / name).write_text(CALLS[header])
    (folder / "plain.cu").write_text("#include <cuda_runtime.h>\n__global__ void k() {}\n")
    return folder


def includes(folder: Path, header: str = WARP_HEADER) -> dict[str, str]:
    found = {}
    for path in folder.rglob("*.cu*"):
        lines = [line for line in path.read_text().splitlines() if header in line]
        found[path.relative_to(folder).as_posix()] = lines[0].split('"')[1] if lines else ""
    return found


FOLDERS = {"a.cu": "", "src/b.cu": "../", "src/deep/c.cuh": "../../"}


def paths(header: str) -> dict[str, str]:
    return {**{name: folder + header for name, folder in FOLDERS.items()}, "plain.cu": ""}


@each_header
def test_the_header_stands_once_in_an_output(tmp_path: Path, header: str) -> None:
    source = tree(tmp_path / "in", header)
    report = convert_tree([str(source)], Settings(mode="output", output=str(tmp_path / "out"), warp="32"))
    assert includes(tmp_path / "out", header) == paths(header)
    assert [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob(header)] == [f"out/{header}"]
    assert (tmp_path / "out" / header).read_bytes() == text(header)
    assert [file.path for file in report.files if file.path.endswith(header)] == [
        str(tmp_path / "out" / header)
    ]
    again = convert_tree([str(tmp_path / "out")], Settings(warp="32"))
    assert {file.status for file in again.files} == {"unchanged"}


@each_header
def test_the_header_stands_atop_a_tree_converted_in_place(tmp_path: Path, header: str) -> None:
    source = tree(tmp_path / "in", header)
    convert_tree([str(source)], Settings(mode="in-place", warp="32"))
    assert includes(source, header) == paths(header)
    assert [*tmp_path.rglob(header)] == [source / header]
    before = (source / header).stat().st_mtime_ns
    convert_tree([str(source)], Settings(mode="in-place", warp="32"))
    assert (source / header).stat().st_mtime_ns == before


@each_header
def test_a_file_by_itself_has_the_header_beside_it(tmp_path: Path, header: str) -> None:
    (tmp_path / "a.cu").write_text(CALLS[header])
    convert_tree([str(tmp_path / "a.cu")], Settings(mode="in-place", warp="32"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.cu", header]


@each_header
def test_a_dry_run_writes_no_header(tmp_path: Path, header: str) -> None:
    source = tree(tmp_path / "in", header)
    convert_tree([str(source)], Settings(warp="32"))
    convert_tree([str(source)], Settings(mode="diff", warp="32"))
    assert not [*tmp_path.rglob(header)]


def test_code_that_does_without_the_header_gets_none(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text(PLAIN)
    convert_tree([str(tmp_path)], Settings(mode="in-place", warp="32"))
    assert [path.name for path in tmp_path.iterdir()] == ["a.cu"]


@each_header
def test_another_file_of_the_header_name_is_never_overwritten(tmp_path: Path, header: str) -> None:
    (tmp_path / "a.cu").write_text(CALLS[header])
    (tmp_path / header).write_text("/* mine */\n")
    report = convert_tree([str(tmp_path)], Settings(mode="in-place", warp="32"))
    assert (tmp_path / header).read_text() == "/* mine */\n"
    assert [file.reason for file in report.files if file.status == "failed"] != []


ADDED = "added for the files that include it"
ANOTHER = "not written: another file has this name: move it away"
NO_FILE = "not written: a folder, a link or a device has this name: move it away"


def make_link(path: Path) -> None:
    put(path.parent.parent / "precious.h", "/* precious */\n")
    path.symlink_to("../precious.h")


STANDS: dict[str, Callable[[Path], object]] = {
    "an older one": lambda path: put(path, _summed(b"/* as it was */\n")),
    "the one that ships": lambda path: put(path, shipped(WARP_HEADER)),
    "another file": lambda path: put(path, "/* mine */\n"),
    "one that mentions it": lambda path: put(path, f"/* {WARP_HEADER}, by us */\n"),
    "one that was changed": lambda path: put(path, text(WARP_HEADER).replace(b"32", b"64", 1)),
    "one with an end": lambda path: put(path, text(WARP_HEADER) + b"int mine;\n"),
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
    assert what(target) == ("file", text(WARP_HEADER))


@pytest.mark.parametrize("how", ["-i", "-o"])
def test_the_same_header_is_not_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    target = tmp_path / ("src" if how == "-i" else "out")
    target.mkdir()
    os.utime(put(target / WARP_HEADER, text(WARP_HEADER)), ns=(1_000, 1_000))
    code, said, place = converted(tmp_path, monkeypatch, how)
    assert (code, said.get("reason", "")) == (0, "")
    assert place.stat().st_mtime_ns == 1_000
    assert what(place) == ("file", text(WARP_HEADER))


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
    done = run("convert", "-i", "-q", "--notes", "src", cwd=tmp_path)
    note, line = done.out.splitlines()
    assert (done.code, line) == (EXIT_FILES, f"src/{WARP_HEADER}: error F001 {ANOTHER}")
    assert note.startswith("src/a.cu:1:39: note W000 ")


def entry(shown: str, relative: str, target: str = "") -> Entry:
    return Entry(f"/tree/{relative}", "/tree", relative, target or relative, shown, "source")


@pytest.mark.parametrize(
    ("relative", "target", "in_place", "output"),
    [
        ("a.cu", "a.cu", "", ""),
        ("src/a.cu", "src/a.cu", "../", "../"),
        ("a.cu", "src/deep/a.cu", "", "../../"),
    ],
)
def test_a_file_includes_the_header_by_the_way_to_the_top(
    relative: str, target: str, in_place: str, output: str
) -> None:
    one = entry(relative, relative, target)
    assert folder_of(one, Settings(mode="in-place")) == in_place
    assert folder_of(one, Settings(mode="output", output="out")) == output


def test_only_files_that_call_for_it_bring_the_header(tmp_path: Path) -> None:
    one = entry(str(tmp_path / "a.cu"), "a.cu")
    plain = FileReport(one.shown, "converted")
    for settings in (Settings(mode="in-place"), Settings(), Settings(mode="diff")):
        assert [*place([one], [plain], frozenset(), settings)] == []
    assert not (tmp_path / WARP_HEADER).exists()


@each_header
def test_the_header_ships_with_the_package(header: str) -> None:
    assert (Path(FOLDER) / header).read_bytes() == shipped(header)
    assert text(header).startswith(shipped(header))


def test_each_header_stands_once_where_several_are_called_for(tmp_path: Path) -> None:
    put(tmp_path / "in" / "src" / "a.cu", VOTE + STORE.replace("k(", "j("))
    put(tmp_path / "in" / "b.cu", STORE)
    report = convert_tree([str(tmp_path / "in")], Settings(mode="output", output=str(tmp_path / "out")))
    out = tmp_path / "out"
    assert sorted(path.name for path in out.rglob("*.h")) == [COMPAT_HEADER, WARP_HEADER]
    assert [file.path for file in report.files if file.reason == ADDED] == [
        str(out / header) for header in (COMPAT_HEADER, WARP_HEADER)
    ]
    assert [line for line in (out / "src" / "a.cu").read_text().splitlines() if line.startswith("#")] == [
        "#include <hip/hip_runtime.h>",
        f'#include "../{COMPAT_HEADER}"',
        f'#include "../{WARP_HEADER}"',
    ]
    assert includes(out, WARP_HEADER) == {"b.cu": "", "src/a.cu": f"../{WARP_HEADER}"}
    assert includes(out, COMPAT_HEADER) == {"b.cu": COMPAT_HEADER, "src/a.cu": f"../{COMPAT_HEADER}"}


def test_without_polyfills_no_header_is_called_for(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", STORE)
    report = convert_tree([str(tmp_path)], Settings(mode="in-place", polyfill=False))
    assert [path.name for path in tmp_path.iterdir()] == ["a.cu"]
    assert [message.partition(":")[0] for _, message in said_of(report, "N001")] == [
        "__stcs has no HIP counterpart"
    ]


@pytest.mark.parametrize("given", ["common/hip", "./common/hip/", "common//x/../hip"])
def test_a_folder_of_the_tree_for_the_headers(tmp_path: Path, given: str) -> None:
    source, settings = tree(tmp_path / "in"), Settings(mode="in-place", warp_header_dir=given)
    put(source / "common" / "hip" / "d.cu", VOTE)
    report = convert_tree([str(source)], settings)
    assert includes(source) == {
        "a.cu": "common/hip/hipify_warp32.h",
        "common/hip/d.cu": "hipify_warp32.h",
        "plain.cu": "",
        "src/b.cu": "../common/hip/hipify_warp32.h",
        "src/deep/c.cuh": "../../common/hip/hipify_warp32.h",
    }
    assert [*source.rglob("hipify_*")] == [source / "common" / "hip" / WARP_HEADER]
    assert [file.path for file in report.files if file.reason == ADDED] == [
        str(source / "common" / "hip" / WARP_HEADER)
    ]
    before = snapshot(source)
    assert {file.status for file in convert_tree([str(source)], settings).files} == {"unchanged"}
    (source / "common" / "hip" / WARP_HEADER).unlink()
    assert len(said_of(convert_tree([str(source)], Settings()), "F004")) == 4
    convert_tree([str(source)], settings)
    assert snapshot(source) == before


def test_a_folder_for_the_headers_is_made_in_place_and_in_a_copy(tmp_path: Path) -> None:
    source, out = tree(tmp_path / "in"), tmp_path / "out"
    convert_tree([str(source)], Settings(mode="output", output=str(out), warp_header_dir="own"))
    convert_tree([str(source)], Settings(mode="in-place", warp_header_dir="own"))
    assert (source / "own" / WARP_HEADER).read_bytes() == (out / "own" / WARP_HEADER).read_bytes()
    assert includes(source) == includes(out)


@pytest.mark.parametrize("given", ["..", "/own", "a/../../b", 'a"b', "a\\b", "a\nb"])
def test_no_folder_of_the_tree(given: str) -> None:
    with pytest.raises(HipifyError, match=r"is no folder of the tree: name it from the top of the tree on"):
        Settings(warp_header_dir=given)


def test_the_folder_stands_in_the_settings(tmp_path: Path) -> None:
    put(tmp_path / "hipify.toml", 'warp-header-dir = "own"\n')
    put(tmp_path / "a.cu", VOTE)
    done = run("convert", "-i", ".", cwd=tmp_path)
    assert (done.code, (tmp_path / "own" / WARP_HEADER).is_file()) == (0, True)
    assert "Added, as they include it: own/hipify_warp32.h.\n" in done.out
    assert run("check", ".", cwd=tmp_path).code == 0


# --- a header that is missing ---------------------------------------------------------------------------


def done_before(folder: Path, header: str) -> Path:
    """A tree that was converted, and lost the header, as if the run had been killed."""
    source = tree(folder, header)
    convert_tree([str(source)], Settings(mode="in-place"))
    (source / header).unlink()
    return source


def said_of(report: Report, rule: str) -> list[tuple[str, str]]:
    return [(file.path, one.message) for file in report.files for one in file.concerns if one.rule == rule]


@each_header
def test_a_rerun_mends_a_header_that_is_missing(tmp_path: Path, header: str) -> None:
    source = done_before(tmp_path / "in", header)
    before = snapshot(source)
    report = convert_tree([str(source)], Settings(mode="in-place"))
    assert [(file.path, file.reason) for file in report.files if file.status == "converted"] == [
        (str(source / header), ADDED)
    ]
    assert (source / header).read_bytes() == text(header)
    (source / header).unlink()
    assert snapshot(source) == before
    convert_tree([str(source)], Settings(mode="output", output=str(tmp_path / "out")))
    assert (tmp_path / "out" / header).read_bytes() == text(header)
    assert not (source / header).exists()


@pytest.mark.parametrize("mode", ["dry-run", "diff"])
@each_header
def test_a_run_that_writes_nothing_reports_a_header_that_is_missing(
    tmp_path: Path, header: str, mode: Any
) -> None:
    source = done_before(tmp_path / "in", header)
    report = convert_tree([str(source)], Settings(mode=mode))
    remedy = f"is missing: {AGAIN}"
    assert said_of(report, "F004") == [
        (str(source / name), f"{way} {remedy}") for name, way in sorted(paths(header).items()) if way
    ]
    done = run("check", "-q", "in", cwd=tmp_path)
    assert done.code == 1
    assert re.search(r"in/a\.cu:\d:11: warning F004 ", done.out)
    convert_tree([str(source)], Settings(mode="in-place"))
    assert said_of(convert_tree([str(source)], Settings(mode=mode)), "F004") == []


@each_header
def test_a_part_of_a_tree_does_not_get_a_header_of_its_own(tmp_path: Path, header: str) -> None:
    """Its files lead to the top of the tree, where no run over the part writes."""
    source = done_before(tmp_path / "in", header)
    for settings in (Settings(mode="in-place"), Settings(mode="output", output=str(tmp_path / "out"))):
        report = convert_tree([str(source / "src")], settings)
        assert [path for path, _ in said_of(report, "F004")] == [
            str(source / "src" / name) for name in ("b.cu", "deep/c.cuh")
        ]
    assert not [*tmp_path.rglob(header)]
    (source / header).write_bytes(text(header))
    assert said_of(convert_tree([str(source / "src")], Settings()), "F004") == []
    out = Settings(mode="output", output=str(tmp_path / "out"))
    assert said_of(convert_tree([str(source / "src")], out), "F004") != []
    (tmp_path / header).write_bytes(text(header))
    assert said_of(convert_tree([str(source / "src")], out), "F004") == []


@pytest.mark.parametrize("mode", ["in-place", "output"])
@each_header
def test_the_header_stands_before_the_first_file_that_includes_it(
    tmp_path: Path, header: str, monkeypatch: pytest.MonkeyPatch, mode: Any
) -> None:
    source = tree(tmp_path / "in", header)
    top = source if mode == "in-place" else tmp_path / "out"
    real, missing = os.rename, []

    def look(old: str, new: str, **named: Any) -> None:
        real(old, new, **named)
        found = [path.name for path in top.rglob("*.cu*") if header in path.read_text()]
        if found and not (top / header).exists():
            missing.append(new)

    monkeypatch.setattr(os, "rename", look)
    convert_tree([str(source)], Settings(mode=mode, output=str(top) if mode == "output" else None))
    assert (missing, (top / header).read_bytes()) == ([], text(header))


def test_an_include_in_a_comment_or_of_another_name_is_none(tmp_path: Path) -> None:
    lines = ['// #include "hipify_warp32.h"', "#include <hipify_warp32.h>", '#include "my_hipify_warp32.h"']
    put(tmp_path / "a.cu", "\n".join(lines) + "\n")
    assert said_of(convert_tree([str(tmp_path)], Settings()), "F004") == []


def lacking(source: Path) -> list[tuple[str, str]]:
    files = convert_tree([str(source)], Settings()).files
    return [(file.path, one.message) for file in files for one in file.concerns if one.rule == "F004"]


@pytest.mark.parametrize("left", [0, 1, 700, -1])
@each_header
def test_a_header_that_was_emptied_or_cut_is_noticed_and_written_again(
    tmp_path: Path, header: str, left: int
) -> None:
    source = tree(tmp_path / "in", header)
    convert_tree([str(source)], Settings(mode="in-place"))
    (source / header).write_bytes(text(header)[:left])
    said = f"is empty or cut short: {AGAIN}"
    assert lacking(source) == [
        (f"{source}/{name}", f"{way}{header} {said}") for name, way in sorted(FOLDERS.items())
    ]
    report = convert_tree([str(source)], Settings(mode="in-place"))
    assert (source / header).read_bytes() == text(header)
    assert [file.path for file in report.files if file.status == "converted"] == [str(source / header)]
    assert lacking(source) == []


@each_header
def test_another_file_in_the_place_of_a_header_is_noticed(tmp_path: Path, header: str) -> None:
    source = tree(tmp_path / "in", header)
    convert_tree([str(source)], Settings(mode="in-place"))
    (source / header).write_text("#define MINE\n")
    said = f"is another file of that name, to be moved away: {AGAIN}"
    assert lacking(source) == [
        (f"{source}/{name}", f"{way}{header} {said}") for name, way in sorted(FOLDERS.items())
    ]
    (source / header).write_bytes(text(header) + b"#define MINE\n")  # ours, which somebody changed
    assert lacking(source) == []


def test_a_header_as_it_ships_is_whole(tmp_path: Path) -> None:
    source = tree(tmp_path / "in")
    convert_tree([str(source)], Settings(mode="in-place"))
    (source / WARP_HEADER).write_bytes(shipped(WARP_HEADER))
    assert lacking(source) == []


def test_a_header_that_somebody_changed_stays_and_is_refused(tmp_path: Path) -> None:
    source = tree(tmp_path / "in")
    convert_tree([str(source)], Settings(mode="in-place"))
    changed = text(WARP_HEADER)[:3000] + b"int mine;\n"
    (source / WARP_HEADER).write_bytes(changed)
    report = convert_tree([str(source)], Settings(mode="in-place"))
    (failed,) = (file for file in report.files if file.status == "failed")
    assert failed.reason.endswith(": not written: another file has this name: move it away")
    assert (source / WARP_HEADER).read_bytes() == changed
