"""One file of a run: read, converted, written and reported, whatever may be wrong with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers.command import ERROR, KERNEL, KERNEL_HIP, put

from hipify_py import conversion
from hipify_py.conversion import convert
from hipify_py.model import HipifyError
from hipify_py.project import one_file
from hipify_py.project.discover import discover
from hipify_py.project.entries import Entry, Selection
from hipify_py.project.one_file import UNNAMED, convert_files
from hipify_py.project.workers import Job
from hipify_py.report.model import FileReport
from hipify_py.settings import Settings
from hipify_py.surroundings import Project


def converted(path: Path, project: Project = Project(), **settings: Any) -> FileReport:  # noqa: B008  frozen
    """Convert one file that is named, from the folder above it."""
    (entry,) = discover([str(path)], Selection())
    (report,) = convert_files([entry], Job(Settings(**settings), project))
    return report


def test_a_dry_run_says_what_would_become_of_a_file(tmp_path: Path) -> None:
    path = put(tmp_path / "a.cu", KERNEL + ERROR)
    report = converted(path)
    assert (report.path, report.status, report.target, report.diff) == (str(path), "converted", None, b"")
    assert [change.after for change in report.changes] == ["hip/hip_runtime.h", "hipFree"]
    assert [one.rule for one in report.concerns] == ["D001"]
    assert path.read_text() == KERNEL + ERROR


def test_a_file_without_anything_to_convert_is_unchanged(tmp_path: Path) -> None:
    report = converted(put(tmp_path / "a.cu", "int x;\n"))
    assert (report.status, report.changes, report.concerns) == ("unchanged", (), ())


def test_in_place_the_file_itself_is_written(tmp_path: Path) -> None:
    path = put(tmp_path / "a.cu", KERNEL)
    report = converted(path, mode="in-place")
    assert (report.status, report.target) == ("converted", str(path))
    assert path.read_text() == KERNEL_HIP


def test_an_output_gets_the_file_and_the_input_stays(tmp_path: Path) -> None:
    path = put(tmp_path / "a.cu", KERNEL)
    out = tmp_path / "out"
    report = converted(path, mode="output", output=str(out))
    assert (report.status, report.target) == ("converted", str(out / "a.cu"))
    assert ((out / "a.cu").read_text(), path.read_text()) == (KERNEL_HIP, KERNEL)


def test_a_diff_is_made_where_it_is_asked_for(tmp_path: Path) -> None:
    path = put(tmp_path / "a.cu", "void f() { cudaFree(p); }\n#include <cuda_runtime.h>\n")
    report = converted(path, mode="diff")
    assert report.diff.endswith(
        b"-void f() { cudaFree(p); }\n-#include <cuda_runtime.h>\n"
        b"+void f() { hipFree(p); }\n+#include <hip/hip_runtime.h>\n"
    )
    assert report.target is None


@pytest.mark.parametrize("mode", ["in-place", "output"])
def test_a_renamed_file_gets_its_new_ending_everywhere(tmp_path: Path, mode: str) -> None:
    path = put(tmp_path / "src" / "a.cu", KERNEL)
    out = tmp_path / "out" if mode == "output" else path.parent
    project = Project(renamed={str(path): str(path.with_suffix(".hip"))})
    settings = {"mode": mode, "rename": ".hip", **({"output": str(out)} if mode == "output" else {})}
    report = converted(path, project, **settings)
    assert (report.path, report.status, report.target) == (str(path), "converted", str(out / "a.hip"))
    assert (out / "a.hip").read_text() == KERNEL_HIP
    assert path.exists() is (mode == "output")


TOO_LARGE = "raise it with --max-size BYTES or leave the file out with --exclude"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (
            b"cudaFree(p);\0",
            "binary: a NUL byte on line 1 (byte offset 12): leave the file out with --exclude",
        ),
        (
            b"x" * 101,
            f"101 bytes are over the limit of 100: {TOO_LARGE}",
        ),
    ],
)
def test_a_source_that_cannot_be_converted_fails_and_is_copied(
    tmp_path: Path, data: bytes, reason: str
) -> None:
    path = put(tmp_path / "a.cu", data)
    out = tmp_path / "out"
    report = converted(path, mode="output", output=str(out), max_size=100)
    assert report == FileReport(str(path), "failed", reason=reason)
    assert (out / "a.cu").read_bytes() == path.read_bytes() == data


@pytest.mark.parametrize(
    ("data", "status", "reason"),
    [
        (b"\0cudaFree", "unchanged", ""),
        (b"cudaFree(p);\n", "unchanged", ""),
        (b"#include <cuda_runtime.h>\n", "skipped", UNNAMED),
        (b"x" * 101, "skipped", "over the limit of 100 bytes"),
    ],
)
def test_a_file_whose_name_tells_nothing_is_left_and_said_so_if_it_looks_like_cuda(
    tmp_path: Path, data: bytes, status: str, reason: str
) -> None:
    """One that is named by the user is converted in any case."""
    path = put(tmp_path / "src" / "a.list", data)
    entries = [entry for entry in discover([str(path.parent)], Selection()) if entry.kind == "maybe"]
    (report,) = convert_files(entries, Job(Settings(max_size=100), Project()))
    assert (report.path, report.status, report.reason) == (str(path), status, reason)
    assert converted(path, max_size=100).status == ("converted" if b"cuda" in data and data[0] else "failed")


def test_a_new_name_that_another_file_has_is_refused_but_not_where_a_run_has_just_renamed(
    tmp_path: Path,
) -> None:
    path = put(tmp_path / "a.cu", KERNEL)
    (entry,) = discover([str(path)], Selection())
    job = Job(
        Settings(mode="in-place", rename=".hip"),
        Project(renamed={str(path): str(path.with_suffix(".hip"))}),
    )
    new = put(tmp_path / "a.hip", "int x;\n")
    with pytest.raises(HipifyError, match=r"a.hip: not written: it exists"):
        one_file.check_renamed([entry], job)
    new.write_text(KERNEL_HIP)
    one_file.check_renamed([entry], job)
    path.unlink()
    one_file.check_renamed([entry], job)


def test_a_build_file_follows_what_is_renamed(tmp_path: Path) -> None:
    path = put(tmp_path / "Makefile", "a: k.cu\n")
    kernel = str(tmp_path / "k.cu")
    project = Project(files={kernel: kernel}, renamed={kernel: str(tmp_path / "k.hip")})
    entry = Entry(str(path), str(tmp_path), "Makefile", "Makefile", "Makefile", "other")
    (report,) = convert_files([entry], Job(Settings(mode="in-place", rename=".hip"), project))
    assert (report.path, report.status, path.read_text()) == ("Makefile", "converted", "a: k.hip\n")


def test_a_failure_names_the_file_as_the_user_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / "a.cu", KERNEL).chmod(0o444)
    monkeypatch.chdir(tmp_path)
    report = converted(Path("a.cu"), mode="in-place")
    remedy = "allow writing (chmod u+w) or write elsewhere with -o DIR"
    assert report == FileReport("a.cu", "failed", reason=f"not written: the file is read-only: {remedy}")


def test_a_bug_of_ours_costs_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(source: bytes, *_: object) -> None:
        if source == b"int bad;\n":
            raise KeyError(source)
        return real(source, *_)  # type: ignore[arg-type, return-value]

    real = convert
    monkeypatch.setattr(conversion, "convert", broken)
    paths = [put(tmp_path / "bad.cu", "int bad;\n"), put(tmp_path / "good.cu", KERNEL)]
    entries = discover([str(path) for path in paths], Selection())
    bad, good = convert_files(entries, Job(Settings(mode="in-place"), Project()))
    assert (bad.status, bad.internal, good.status) == ("failed", True, "converted")
    assert bad.reason.startswith("KeyError: b'int bad;\\n' (test_one_file.py:")
    assert bad.reason.endswith("): please report this file")
    assert paths[0].read_text() == "int bad;\n"


def left(entry: Entry, **settings: Any) -> list[tuple[str, str, str]]:
    """Give what is reported of an entry that takes no part in a conversion."""
    return [
        (each.path, each.status, each.reason)
        for each in one_file.leave(entry, Settings(**settings), Project())
    ]


def test_what_takes_no_part_is_reported_only_with_a_reason(tmp_path: Path) -> None:
    root = tmp_path / "src"
    put(root / "notes.txt", "text")
    put(root / "third_party" / "a.cu", KERNEL)
    (root / "gone.cu").symlink_to("nowhere")
    found = {entry.relative: entry for entry in discover([str(root), str(root / "no.cu")], Selection())}
    gone = [entry for entry in found.values() if entry.kind == "failed"]
    assert left(found["notes.txt"]) == []
    (skipped,) = left(found["third_party"])
    assert skipped[:2] == (f"{root}/third_party/", "skipped")
    (link,) = left(found["gone.cu"])
    assert link == (f"{root}/gone.cu", "skipped", "symlink to nowhere, which is not there")
    assert [status for entry in gone for _, status, _ in left(entry)] == ["failed"]


def test_what_takes_no_part_is_copied_into_a_mirror(tmp_path: Path) -> None:
    root, out = tmp_path / "src", tmp_path / "out"
    put(root / "notes.txt", "text")
    put(root / "third_party" / "deep" / "a.cu", KERNEL)
    for entry in discover([str(root)], Selection()):
        assert all(status == "skipped" for _, status, _ in left(entry, mode="output", output=str(out)))
    assert (out / "notes.txt").read_text() == "text"
    assert (out / "third_party" / "deep" / "a.cu").read_text() == KERNEL


def test_a_file_at_which_a_worker_died_is_a_bug_of_ours() -> None:
    entry = Entry("/a.cu", "/", "a.cu", "a.cu", "src/a.cu", "source")
    report = one_file.lost(entry, "died")
    assert (report.path, report.status, report.internal) == ("src/a.cu", "failed", True)
    assert report.reason.endswith("please report this file")
    report = one_file.lost(entry, "not begun")
    assert (report.path, report.status, report.internal) == ("src/a.cu", "failed", False)
    assert report.reason.endswith("run again with -j 1")
