"""The command line, run as a user runs it."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.command import (
    ERROR,
    HIPIFY,
    KERNEL,
    KERNEL_HIP,
    NOTE,
    ROOT,
    WARNING,
    Done,
    environment,
    inside,
    put,
    report,
    run,
    snapshot,
    statuses,
)

from hipify_py.cli import exit_codes
from hipify_py.version import __version__

if TYPE_CHECKING:
    pass

DEMO = ROOT / "corpus" / "demo"
COMMON = "#pragma once\n#include <cuda_runtime.h>\n"
MAKEFILE = "app: kernel.cu main.cpp\n\t$(HIPCC) -o $@ $^\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small project: sources, a build file, data, symlinks, a vendored folder, an ignored file."""
    src = tmp_path / "src"
    put(src / "kernel.cu", KERNEL).chmod(0o755)
    put(src / "common.cuh", COMMON)
    put(src / "main.cpp", "int main() { return 0; }\n").chmod(0o640)
    put(src / "data.bin", bytes(range(256)))
    put(src / "Makefile", MAKEFILE)
    put(src / "third_party" / "dep.cu", KERNEL)
    put(src / ".git" / "HEAD", "ref: refs/heads/main\n")
    put(src / ".gitignore", "generated.cu\n")
    put(src / "generated.cu", KERNEL)
    (src / "link.cu").symlink_to("kernel.cu")
    (src / "outside").symlink_to("../elsewhere")
    (src / "empty").mkdir()
    return tmp_path


def convert(tree: Path, *args: str | Path) -> Done:
    done = run("convert", *args, cwd=tree)
    assert done.code == 0, done
    return done


# --- what is written ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args", [("check", "."), ("convert", "no-such"), ("--help",), ("convert", "--diff", ".")]
)
def test_a_fork_of_the_loaded_program_is_a_run_of_it(tree: Path, args: tuple[str, ...]) -> None:
    """What most tests ask, for a start takes longer than what they try."""
    assert run(*args, cwd=tree) == run(*args, cwd=tree, env={"ALONE": "1"})


def test_a_dry_run_writes_nothing(tree: Path) -> None:
    before = snapshot(tree)
    done = convert(tree, "src")
    assert snapshot(tree) == before
    assert "       2  would convert\n" in done.out
    assert done.out.endswith("Nothing was written: use -o DIR for a converted copy or --in-place.\n")
    assert done.err == ""


def test_output_is_a_complete_mirror(tree: Path) -> None:
    before = snapshot(tree / "src")
    done = convert(tree, "src", "-o", "out")
    assert snapshot(tree / "src") == before
    mirrored = snapshot(tree / "out")
    changed = {name for name in before if mirrored[name] != before[name]}
    assert (mirrored.keys(), changed) == (before.keys(), {"kernel.cu", "common.cuh"})
    assert {name: mode for name, (_, mode, _) in mirrored.items()} == {
        name: mode for name, (_, mode, _) in before.items()
    }
    assert (tree / "out" / "kernel.cu").read_text() == KERNEL_HIP
    for said in (r"src/\.git/ +version control folder", r"src/third_party/ +vendored folder"):
        assert re.search(said, done.out)
    assert re.search(r"src/generated.cu +ignored by src/.gitignore", done.out)
    assert re.search(r"src/outside +symlink to ../elsewhere, ", done.out)


def test_output_of_several_paths(tree: Path) -> None:
    put(tree / "more" / "a.cu", KERNEL)
    convert(tree, "src/kernel.cu", "more", "-o", "out")
    assert set(snapshot(tree / "out")) == {"kernel.cu", "more", "more/a.cu"}


def test_output_again_changes_nothing(tree: Path) -> None:
    convert(tree, "src", "-o", "out")
    before = snapshot(tree)
    convert(tree, "src", "-o", "out")
    assert snapshot(tree) == before


def test_in_place(tree: Path) -> None:
    before = snapshot(tree / "src")
    convert(tree, "src", "--in-place")
    after = snapshot(tree / "src")
    changed = {name for name in after if after[name] != before[name]}
    assert (after.keys(), changed) == (before.keys(), {"kernel.cu", "common.cuh"})
    assert after["kernel.cu"][1] == 0o755
    assert (tree / "src" / "kernel.cu").read_text() == KERNEL_HIP


def test_converting_twice_is_converting_once(tree: Path) -> None:
    convert(tree, "src", "-i")
    once = snapshot(tree)
    done = convert(tree, "src", "-i")
    assert snapshot(tree) == once
    assert "Nothing to do: 6 files seen, 2 of them skipped, no edits, no findings.\n" in done.out


def test_files_and_folders_can_be_named(tree: Path) -> None:
    convert(tree, "src/kernel.cu", "-i")
    assert (tree / "src" / "kernel.cu").read_text() == KERNEL_HIP
    assert (tree / "src" / "common.cuh").read_text() == COMMON


def test_a_vendored_folder_that_is_named_is_converted(tree: Path) -> None:
    convert(tree, "src/third_party", "-i")
    assert (tree / "src" / "third_party" / "dep.cu").read_text() == KERNEL_HIP


def test_an_ignored_file_that_is_named_is_converted(tree: Path) -> None:
    convert(tree, "src/generated.cu", "-i")
    assert (tree / "src" / "generated.cu").read_text() == KERNEL_HIP


@pytest.mark.parametrize(
    ("option", "reason"),
    [("--include=*.cuh", "not named by --include"), ("--exclude=*.cu", "left out by --exclude")],
)
def test_include_and_exclude(tree: Path, option: str, reason: str) -> None:
    files = report("convert", "src", option, cwd=tree)["files"]
    skipped = {file["path"]: file["reason"] for file in files if file["status"] == "skipped"}
    converted = [file["path"] for file in files if file["status"] == "converted"]
    assert (skipped["src/kernel.cu"], converted) == (reason, ["src/common.cuh"])


def test_a_glob_that_can_never_match_is_refused(tree: Path) -> None:
    done = run("convert", "src", "--include", "a[", cwd=tree)
    assert done.code == exit_codes.EXIT_USAGE
    assert "Error: a[: a glob that can never match: " in done.err


def test_launch_macro(tree: Path) -> None:
    convert(tree, "src/kernel.cu", "-i", "--launch", "macro")
    launch = "    hipLaunchKernelGGL(scale, 1, 32, 0, 0, x, 2.0f);\n"
    expected = KERNEL_HIP.replace("    scale<<<1, 32>>>(x, 2.0f);\n", launch)
    assert (tree / "src" / "kernel.cu").read_text() == expected


# --- rename ---------------------------------------------------------------------------------------------


def renamed_tree(tree: Path) -> None:
    put(tree / "src" / "all.cpp", '#include "kernel.cu"\n#include "plain.cu"\n')
    put(tree / "src" / "plain.cu", "int plain;\n")


@pytest.mark.parametrize("how", ["--in-place", "--output"])
def test_rename(tree: Path, how: str) -> None:
    renamed_tree(tree)
    convert(tree, "src", "--rename", ".hip", *((how,) if how == "--in-place" else (how, "out")))
    out = tree / ("src" if how == "--in-place" else "out")
    assert not (out / "kernel.cu").exists()
    assert (out / "kernel.hip").read_text() == KERNEL_HIP
    assert (out / "kernel.hip").stat().st_mode & 0o777 == 0o755
    assert (out / "Makefile").read_text() == MAKEFILE.replace("kernel.cu", "kernel.hip")
    assert (out / "all.cpp").read_text() == '#include "kernel.hip"\n#include "plain.cu"\n'
    assert (out / "plain.cu").read_text() == "int plain;\n"
    assert (out / "generated.cu").read_text() == KERNEL


def test_rename_reports_the_new_name(tree: Path) -> None:
    files = {f["path"]: f for f in report("convert", "src", "--rename=.hip", "-oout", cwd=tree)["files"]}
    assert files["src/kernel.cu"]["target"] == "out/kernel.hip"
    assert [edit["kind"] for edit in files["src/Makefile"]["edits"]] == ["renamed file"]


def test_rename_never_overwrites(tree: Path) -> None:
    put(tree / "src" / "kernel.hip", "mine\n")
    before = snapshot(tree)
    done = run("convert", "src", "-i", "--rename", ".hip", cwd=tree)
    assert done.code == exit_codes.EXIT_USAGE
    assert "src/kernel.hip: not written: it exists, and src/kernel.cu would take its name" in done.err
    assert snapshot(tree) == before


@pytest.mark.parametrize("ending", ["hip", ".", "", ".cu", "./x", "..hip", ".a/b"])
def test_an_ending_that_is_none_is_refused(tree: Path, ending: str) -> None:
    before = snapshot(tree)
    done = inside(tree, "convert", "src", "-i", "--rename", ending)
    assert (done.code, done.out) == (exit_codes.EXIT_USAGE, "")
    assert (
        done.err == f"Error: {ending!r}: no new ending for .cu files: give one with its dot, such as .hip\n"
    )
    assert snapshot(tree) == before


# --- diff -----------------------------------------------------------------------------------------------


def test_a_diff_gives_what_output_gives(tree: Path) -> None:
    put(tree / "src" / "crlf.cu", KERNEL.replace("\n", "\r\n"))
    put(tree / "src" / "no newline.cu", KERNEL.rstrip("\n").replace("{ x", "{ cudaFree(x); x"))
    before = snapshot(tree)
    done = convert(tree, "src", "--diff")
    assert snapshot(tree) == before
    assert done.out.startswith("--- a/src/common.cuh\n+++ b/src/common.cuh\n@@ ")
    assert "would convert" in done.err
    convert(tree, "src", "-o", "out")
    if not shutil.which("patch"):
        pytest.skip("the program patch is not installed")
    applied = subprocess.run(
        ["patch", "-p1", "--binary", "-s"],
        cwd=tree,
        input=done.out.encode(),
        capture_output=True,
        check=False,
    )
    assert (applied.returncode, applied.stdout, applied.stderr) == (0, b"", b"")
    assert snapshot(tree / "src") == snapshot(tree / "out")


def test_a_diff_of_a_renamed_file_can_be_applied_by_git(tree: Path) -> None:
    done = convert(tree, "src", "--diff", "--rename", ".hip")
    convert(tree, "src", "-o", "out", "--rename", ".hip")
    subprocess.run(["git", "apply", "-"], cwd=tree, input=done.out.encode(), check=True)
    assert snapshot(tree / "src") == snapshot(tree / "out")


def test_a_diff_with_a_report_in_json(tree: Path) -> None:
    done = convert(tree, "src", "--diff", "--format", "json")
    assert done.out.startswith("--- a/src/")
    assert json.loads(done.err)["mode"] == "diff"


# --- standard input -------------------------------------------------------------------------------------


def test_standard_input() -> None:
    raw = subprocess.run(
        [*HIPIFY, "convert", "-q", "-"],
        input=b"cudaError_t e; // \xe4\r\n",
        env=environment(),
        capture_output=True,
        check=True,
    )
    assert raw.stdout == b"#include <hip/hip_runtime.h>\r\n\r\nhipError_t e; // \xe4\r\n"
    assert raw.stderr == b""
    done = run("convert", "-", stdin=b"cudaError_t e;\n")
    assert "       1  converted\n" in done.err
    assert "Nothing was written" not in done.err


def test_standard_input_can_be_checked_and_compared() -> None:
    checked = run("check", "-", stdin=ERROR.encode())
    assert (checked.code, checked.err) == (exit_codes.EXIT_FINDINGS, "")
    assert checked.out.startswith("<stdin>:1:23: error D001 ")
    compared = run("convert", "--diff", "-", stdin=b"int i;\ncudaFree(p);\n")
    assert compared.out.endswith("\n int i;\n-cudaFree(p);\n+hipFree(p);\n")


@pytest.mark.parametrize(
    "args", [("-", "a.cu"), ("-", "-"), ("-", "-i"), ("-", "-oout"), ("-", "--rename=.hip")]
)
def test_standard_input_goes_with_nothing_else(tmp_path: Path, args: tuple[str, ...]) -> None:
    done = inside(tmp_path, "convert", *args)
    assert (done.code, done.out) == (exit_codes.EXIT_USAGE, "")
    assert "Error: - stands for standard input and output: give no other PATH" in done.err


def test_standard_input_that_is_no_text_comes_out_as_it_went_in() -> None:
    done = run("convert", "-", stdin=b"a\0b")
    assert (done.code, done.out) == (exit_codes.EXIT_FILES, "a\0b")
    assert done.err.startswith("<stdin>: error F001 binary: a NUL byte on line 1 ")


def test_standard_input_has_the_limit_of_files() -> None:
    done = run("convert", "-", "--max-size", "10", stdin=b"cudaFree(p); // long")
    assert (done.code, done.out) == (exit_codes.EXIT_FILES, "")
    assert done.err.startswith(
        "<stdin>: error F001 over the limit of 10 bytes: raise it with --max-size BYTES\n"
    )


@pytest.mark.parametrize(
    ("redirection", "code", "said"),
    [
        ("<&-", exit_codes.EXIT_USAGE, "Error: standard input is closed: give a PATH\n"),
        ("0>own", exit_codes.EXIT_FILES, "<stdin>: error F001 cannot read: Bad file descriptor\n"),
    ],
)
@pytest.mark.parametrize("command", ["convert", "check"])
def test_standard_input_that_is_none(
    tmp_path: Path, command: str, redirection: str, code: int, said: str
) -> None:
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" {redirection}', "sh", *HIPIFY, command, "-", "-q"],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == code
    assert done.stdout.endswith(said)


def test_a_folder_that_is_gone_is_said(tmp_path: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", 'mkdir gone && cd gone && rmdir ../gone && exec "$@"', "sh", *HIPIFY, "check", "."],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (exit_codes.EXIT_USAGE, "")
    assert done.stderr == "Error: the current folder: No such file or directory; change to another one\n"


# --- the same whoever does it ---------------------------------------------------------------------------


def test_the_number_of_processes_does_not_show(tmp_path: Path) -> None:
    filler = "// " + "x" * 8000 + "\n"
    for i in range(60):
        put(tmp_path / "src" / f"{i % 7}" / f"{i}.cu", KERNEL + (WARNING, ERROR, NOTE, "")[i % 4] + filler)
    put(tmp_path / "src" / "bad.cu", b"\0")
    before = {}
    for jobs in ("1", "2"):
        done = run("convert", "src", "-o", f"out{jobs}", "-j", jobs, "--format", "json", cwd=tmp_path)
        before[jobs] = done.code, done.out.replace(f"out{jobs}/", "out/"), snapshot(tmp_path / f"out{jobs}")
        assert done.err == ""
    assert before["1"] == before["2"]
    assert before["1"][0] == exit_codes.EXIT_FILES
    assert before["1"][1].count('"converted"') >= 60


# --- what is printed ------------------------------------------------------------------------------------


def test_json_fits_the_schema_and_counts_from_one(tree: Path) -> None:
    value = report("check", "src", cwd=tree)
    assert statuses(value) == {
        "src/.git/": "skipped",
        "src/Makefile": "unchanged",
        "src/common.cuh": "converted",
        "src/generated.cu": "skipped",
        "src/kernel.cu": "converted",
        "src/main.cpp": "unchanged",
        "src/outside": "skipped",
        "src/third_party/": "skipped",
    }
    kernel = next(file for file in value["files"] if file["path"] == "src/kernel.cu")
    last = kernel["edits"][-1]
    assert (last["start"], last["after"]) == (
        {"line": 9, "column": 5, "offset": KERNEL.index("cudaFree")},
        "hipFree",
    )
    assert value["tool"] == {"name": "hipify-py", "version": __version__}


def test_quiet_prints_findings_and_errors_only(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", NOTE)
    put(tmp_path / "b.cu", b"\0")
    for asked in ((), ("--notes",)):
        done = run("convert", ".", "-q", *asked, cwd=tmp_path)
        lines = done.out.splitlines()
        assert [line.split(" ")[:3] for line in lines] == [
            *([["a.cu:1:17:", "note", "D023"]] if asked else []),
            ["b.cu:", "error", "F001"],
        ]
        assert (done.code, done.err) == (exit_codes.EXIT_FILES, "")


# --- exit codes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["check", "convert"])
@pytest.mark.parametrize("fail_on", [None, "note", "warning", "error", "never"])
def test_fail_on(tmp_path: Path, command: str, fail_on: str | None) -> None:
    levels = {"note": 0, "warning": 1, "error": 2, "never": 3}
    limit = levels[fail_on or {"check": "warning", "convert": "never"}[command]]
    for severity, source in (("note", NOTE), ("warning", WARNING), ("error", ERROR)):
        put(tmp_path / "a.cu", source)
        done = inside(tmp_path, command, "-q", "a.cu", *(("--fail-on", fail_on) if fail_on else ()))
        assert (f" {severity} " in done.out) == (severity != "note" or fail_on == "note")
        assert done.code == (exit_codes.EXIT_FINDINGS if levels[severity] >= limit else 0)


def test_what_is_only_renamed_is_no_finding(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", "#include <cuda_runtime.h>\nvoid f(void *p) { cudaFree(p); }\n")
    done = run("check", ".", "--fail-on", "note", cwd=tmp_path)
    assert done.code == 0
    assert "       2  rename\n" in done.out.replace("       1  header\n       1  rename", "       2  rename")


def test_findings_do_not_stop_the_writing(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", KERNEL + ERROR)
    assert run("convert", "-i", "a.cu", "--fail-on", "error", cwd=tmp_path).code == exit_codes.EXIT_FINDINGS
    assert (tmp_path / "a.cu").read_text() == KERNEL_HIP + ERROR


def test_version() -> None:
    assert run("--version") == (0, f"hipify-py, version {__version__}\n", "")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "Commands:"),
        (("transmogrify",), "No such command 'transmogrify'"),
        (("convert",), "Missing argument 'PATH...'"),
        (("convert", "a.cu", "--in-plaice"), "No such option"),
        (("convert", "a.cu", "--launch", "fast"), "'fast' is not one of 'keep', 'macro'"),
        (("convert", "a.cu", "--format", "xml"), "'xml' is not one of 'text', 'json'"),
        (
            ("check", "a.cu", "--fail-on", "worse"),
            "'worse' is not one of 'note', 'warning', 'error', 'never'",
        ),
        (("check", "a.cu", "-j", "0"), "0 is not in the range x>=1"),
        (("check", "a.cu", "-j", "many"), "'many' is not a valid integer"),
        (("check", "a.cu", "--max-size", "0"), "0 is not in the range x>=1"),
        (("check", "a.cu", "--rules", "nowhere"), "Path 'nowhere' does not exist"),
        (("check", "a.cu", "--in-place"), "No such option"),
        (("convert", "a.cu", "-i", "-oout"), "--output and --in-place exclude each other; give one"),
        (("convert", "a.cu", "-o-"), "`hipify-py convert - < FILE` writes to standard output"),
        (("convert", "a.cu", "-i", "--diff"), "--in-place and --diff exclude each other; give one"),
        (("convert", "a.cu", "-o", ""), "the name of the output folder is empty"),
    ],
)
def test_wrong_usage(tmp_path: Path, args: tuple[str, ...], said: str) -> None:
    put(tmp_path / "a.cu", KERNEL)
    before = snapshot(tmp_path)
    done = inside(tmp_path, *args)
    assert (done.code, done.out) == (exit_codes.EXIT_USAGE, "")
    assert said in done.err
    assert snapshot(tmp_path) == before


# --- pipes and signals ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args", [("check", "."), ("convert", "--diff", "."), ("check", "--format=json", ".")]
)
def test_a_reader_that_leaves_is_no_failure(tmp_path: Path, args: tuple[str, ...]) -> None:
    put(tmp_path / "a.cu", ("int i;\n" + NOTE) * 5000)
    started = subprocess.Popen(
        [*HIPIFY, *args], cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert started.stdout
    assert started.stderr
    started.stdout.read(10)
    started.stdout.close()
    err = started.stderr.read()
    started.stderr.close()
    assert started.wait() == 0
    assert b"Traceback" not in err
    assert b"Broken pipe" not in err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no /dev/full")
def test_a_report_that_cannot_be_written_is_a_failure(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", KERNEL)
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*HIPIFY, "convert", "-i", "a.cu"],
            cwd=tmp_path,
            env=environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == exit_codes.EXIT_FILES
    assert done.stderr == b"hipify-py: cannot write to <stdout>: No space left on device\n"
    assert (tmp_path / "a.cu").read_text() == KERNEL_HIP


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no /dev/full")
@pytest.mark.parametrize("asked", [["--help"], ["--version"], ["convert", "--help"]])
def test_help_that_cannot_be_written_is_a_failure(asked: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*HIPIFY, *asked], env=environment(), stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == exit_codes.EXIT_FILES
    assert done.stderr == b"hipify-py: cannot write to <stdout>: No space left on device\n"


def test_closed_streams_do_no_harm(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", KERNEL)
    command = 'exec "$@" >&- 2>&-'
    done = subprocess.run(
        ["sh", "-c", command, "sh", *HIPIFY, "convert", "-i", "a.cu"],
        cwd=tmp_path,
        env=environment(),
        check=False,
    )
    assert done.returncode == 0
    assert (tmp_path / "a.cu").read_text() == KERNEL_HIP


@pytest.mark.parametrize(
    ("asked", "closed"),
    [
        (["-q"], ">&-"),
        (["-q"], "<&- >&- 2>&-"),
        ([], ">&- 2>&-"),
        ([], ">&- <&-"),
        (["--format", "json"], ">&-"),
        (["--format", "json"], "<&- >&- 2>&-"),
        (["--fail-on", "note"], ">&- 2>&-"),
        (["--fail-on", "note"], ">&- <&-"),
    ],
)
def test_findings_are_told_by_the_exit_code_where_nobody_hears(
    tmp_path: Path, asked: list[str], closed: str
) -> None:
    put(tmp_path / "a.cu", ERROR)
    command = ["sh", "-c", f'exec "$@" {closed}', "sh", *HIPIFY, "check", *asked, "a.cu"]
    done = subprocess.run(command, cwd=tmp_path, env=environment(), stderr=subprocess.DEVNULL, check=False)
    assert done.returncode == exit_codes.EXIT_FINDINGS


@pytest.mark.parametrize("asked", [["convert", "-"], ["convert", "--diff", "a.cu"]])
def test_what_a_run_made_is_not_lost_with_a_closed_output(tmp_path: Path, asked: list[str]) -> None:
    put(tmp_path / "a.cu", KERNEL)
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", *HIPIFY, *asked],
        cwd=tmp_path,
        env=environment(),
        input=KERNEL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert done.returncode == exit_codes.EXIT_FILES
    assert done.stderr.startswith("hipify-py: cannot write: standard output is closed\n")


@pytest.mark.stress
@pytest.mark.parametrize(
    ("number", "code", "jobs"),
    [
        (signal.SIGINT, exit_codes.EXIT_INTERRUPTED, "1"),
        (signal.SIGINT, exit_codes.EXIT_INTERRUPTED, "2"),
        (signal.SIGTERM, 143, "1"),
        (signal.SIGTERM, 143, "2"),
        (signal.SIGHUP, 129, "1"),
        (signal.SIGQUIT, 131, "2"),
    ],
)
def test_an_interrupted_run_leaves_each_file_old_or_new(
    tmp_path: Path, number: int, code: int, jobs: str
) -> None:
    old = (KERNEL + "// " + "x" * 200 + "\n") * 5
    new = old.replace("cuda_runtime.h", "hip/hip_runtime.h").replace("cudaFree", "hipFree")
    paths = [put(tmp_path / "src" / f"{i:04}.cu", old) for i in range(600)]
    started = subprocess.Popen(
        [*HIPIFY, "convert", "-i", "-j", jobs, "src"],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # as on a terminal, a group of its own gets the signal
        # Where the tests themselves run in the background, or under nohup, it would be ignored.
        preexec_fn=partial(signal.signal, number, signal.SIG_DFL),  # noqa: PLW1509
    )
    # Of those that each process writes the last may be put back: it is looked at once more in its place.
    while sum(path.read_text() == new for path in paths) < 3:
        assert started.poll() is None
    os.killpg(started.pid, number)
    _, err = started.communicate(timeout=60)
    assert started.returncode == code, err
    assert "Traceback" not in err
    contents = [path.read_text() for path in paths]
    assert set(contents) == {old, new}
    assert sorted(os.listdir(tmp_path / "src")) == [path.name for path in paths]
    if number == signal.SIGINT:
        assert err == "\nhipify-py: interrupted; every file is as it was or converted\n"


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT])
def test_a_signal_that_is_turned_off_stays_so(tmp_path: Path, number: int) -> None:
    put(tmp_path / "a.cu", KERNEL)
    code = (
        "import os; from hipify_py.cli import main\n"
        f"main.run = lambda *_: os.kill(0, {number})\n"
        "main.main()\n"
    )
    started = subprocess.Popen(
        [sys.executable, "-c", code, "check", "a.cu"],
        cwd=tmp_path,
        env=environment(),
        start_new_session=True,
        preexec_fn=partial(signal.signal, number, signal.SIG_IGN),  # noqa: PLW1509  as nohup does
    )
    assert started.wait(60) == 0


def test_a_worker_that_dies_costs_one_file(tmp_path: Path) -> None:
    for i in range(40):
        put(tmp_path / "src" / f"{i:02}.cu", KERNEL + "// " + "x" * 8000 + "\n")
    code = (
        "import os, sys, hipify_py.project.file_conversion as project\n"
        "real = project._result\n"
        "def fatal(entry, *rest):\n"
        "    os._exit(1) if entry.path.endswith('07.cu') else None\n"
        "    return real(entry, *rest)\n"
        "project._result = fatal\n"
        "from hipify_py.cli.main import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "convert", "src", "-oout", "-j2", "-q"],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (exit_codes.EXIT_BUG, "")
    assert done.stdout.startswith("src/07.cu: error F002 the process that converted it died")
    assert done.stdout.count("\n") == 1
    assert (tmp_path / "out" / "06.cu").read_text().startswith("#include <hip/hip_runtime.h>")
    assert len(os.listdir(tmp_path / "out")) == 39


def test_a_bug_in_one_file_costs_that_file(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", KERNEL)
    put(tmp_path / "b.cu", KERNEL)
    code = (
        "import hipify_py.project.file_conversion as project\n"
        "real = project._result\n"
        "def broken(entry, *rest):\n"
        "    if entry.path.endswith('a.cu'):\n"
        "        raise RuntimeError('ouch')\n"
        "    return real(entry, *rest)\n"
        "project._result = broken\n"
        "from hipify_py.cli.main import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "convert", ".", "-oout", "-q"],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == exit_codes.EXIT_BUG
    said = r"a.cu: error F002 RuntimeError: ouch \(<string>:\d\): please report this file\n"
    assert re.fullmatch(said, done.stdout)
    assert (tmp_path / "out" / "a.cu").read_text() == KERNEL
    assert (tmp_path / "out" / "b.cu").read_text() == KERNEL_HIP


def test_the_demo_converts_with_a_report(tmp_path: Path) -> None:
    done = run("convert", DEMO, "-o", tmp_path / "out")
    assert done.code == 0
    assert re.search(r"(?m)^NVCC +\?= hipcc$", (tmp_path / "out" / "Makefile").read_text())
    # The path decides where the line is folded: any white space may stand for the two blanks.
    assert re.search(r"third_party/\s+vendored folder", done.out)
    assert "% " not in done.out


@pytest.mark.parametrize(("redirection", "code"), [("", 0), ("<&-", 2), (">&-", 2)])
def test_a_machine_without_a_null_device_is_no_crash(tmp_path: Path, redirection: str, code: int) -> None:
    program = "import os; os.devnull = '/nowhere/null'; from hipify_py.cli.main import main; main()"
    (tmp_path / "a.cu").write_text("int i;\n")
    command = f'{sys.executable} -c "{program}" check --isolated --no-cache -q a.cu {redirection}'
    done = subprocess.run(
        ["/bin/sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert code == 0 or "/nowhere/null: No such file or directory" in done.stderr
