"""Runs that are killed, or that the disk fails, at every step that changes anything; then run again."""

from __future__ import annotations

import errno
import os
import random
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from helpers.command import HIPIFY, environment, put, run, snapshot

from hipify_py.api import convert_tree
from hipify_py.project import placing
from hipify_py.project.temporary_files import is_temporary
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from hipify_py.report.model import Report

pytestmark = pytest.mark.stress

VOTE = "__global__ void k(unsigned *p) { *p = __ballot_sync(~0u, 1); }\n"
CUDA = "#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"
CALLS = ("open", "write", "fsync", "rename", "unlink", "mkdir", "symlink")
WAYS: dict[str, dict[str, Any]] = {
    "in-place": {"mode": "in-place"},
    "in-place, renamed": {"mode": "in-place", "rename": ".hip"},
    "output": {"mode": "output"},
    "output, renamed": {"mode": "output", "rename": ".hip"},
}


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tree = tmp_path_factory.mktemp("original") / "src"
    put(tree / "deep/vote.cu", VOTE)
    put(tree / "a.cu", '#include "b.cu"\n#include "deep/vote.cu"\nvoid g() { cudaFree(0); }\n')
    put(tree / "b.cu", CUDA).chmod(0o750)
    put(tree / "Makefile", "all: a.cu b.cu deep/vote.cu\n")
    put(tree / "main.cpp", '#include "a.cu"\n#include "b.cu"\nint main() { f(); }\n')
    put(tree / "third_party/lib.cu", CUDA)
    (tree / "link.cu").symlink_to("b.cu")
    return tree


def job(tree: Path, way: str) -> Report:
    out = str(tree.parent / "out") if WAYS[way]["mode"] == "output" else None
    return convert_tree([str(tree)], Settings(output=out, **WAYS[way]))


def fresh(original: Path, place: Path) -> Path:
    shutil.rmtree(place, ignore_errors=True)
    return Path(shutil.copytree(original, place / "src", symlinks=True))


def undisturbed(original: Path, place: Path, way: str) -> dict[str, tuple[str, int, str]]:
    job(fresh(original, place), way)
    return snapshot(place)


def at_call(
    number: int, patch: pytest.MonkeyPatch, act: Callable[[], object], calls: tuple[str, ...]
) -> None:
    """Do something before each call that changes what is on the disk, from that number on."""
    count = [0]
    for call in calls:
        real = getattr(os, call)

        def counted(*words: Any, real: Any = real, **named: Any) -> Any:
            if real.__name__ != "open" or words[1] & os.O_CREAT:
                count[0] += 1
                if count[0] >= number:
                    act()
            return real(*words, **named)

        patch.setattr(os, call, counted)
    if "rename" in calls:  # another way to the system
        named_by = placing._renamed

        def hooked(*words: Any) -> bool:
            count[0] += 1
            if count[0] >= number:
                act()
            return named_by(*words)

        patch.setattr(placing, "_renamed", hooked)


def killed(tree: Path, way: str, number: int) -> bool:
    """Run in a process that is killed at a step; say whether it came to that step."""
    child = os.fork()
    if child == 0:
        try:
            at_call(number, pytest.MonkeyPatch(), lambda: os.kill(os.getpid(), signal.SIGKILL), CALLS)
            job(tree, way)
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def whole(tree: Path, states: list[dict[str, tuple[str, int, str]]]) -> None:
    """See that each file is as in one of some states, but for temporary files."""
    for name, what in snapshot(tree).items():
        if what[0] == "file" and not is_temporary(os.path.basename(name)):
            assert what in [state.get(name) for state in states], name


@pytest.mark.parametrize("way", WAYS)
def test_a_run_that_is_killed_at_any_step_is_completed_by_the_next(
    original: Path, tmp_path: Path, way: str
) -> None:
    expected = undisturbed(original, tmp_path / "done", way)
    before = snapshot(fresh(original, tmp_path / "work").parent)
    number = 1
    while killed(tree := fresh(original, tmp_path / "work"), way, number):
        whole(tree.parent, [before, expected])
        job(tree, way)
        assert snapshot(tree.parent) == expected, number
        number += 1
    assert number > 20


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO])
def test_a_disk_that_fails_at_any_step_leaves_each_file_old_or_new(
    original: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str, number: int
) -> None:
    """From some call on nothing more can be written: the report says so, and comes out."""

    def fail() -> None:
        failed.append(True)
        raise OSError(number, os.strerror(number))

    expected = undisturbed(original, tmp_path / "done", way)
    before = snapshot(fresh(original, tmp_path / "work").parent)
    step, failed = 0, [True]
    while failed:
        step, failed = step + 4, []
        tree = fresh(original, tmp_path / "work")
        with monkeypatch.context() as patch:
            at_call(step, patch, fail, ("open", "write", "fsync", "mkdir", "symlink"))
            report = job(tree, way)
        said = [file.reason for file in report.files if file.status == "failed"]
        assert bool(said) == bool(failed)
        assert all(os.strerror(number) in reason for reason in said)
        assert not any(file.internal for file in report.files)
        whole(tree.parent, [before, expected])
        assert not [name for name in snapshot(tree.parent) if is_temporary(os.path.basename(name))]
        job(tree, way)
        assert snapshot(tree.parent) == expected, step


@pytest.mark.parametrize("how", [("-o", "out", "-j2"), ("-i", "-j2", "--rename", ".hip")])
def test_a_command_that_is_killed_at_some_moment(tmp_path: Path, how: tuple[str, ...]) -> None:
    """All its processes at once, as when the machine goes down; then the same command again."""
    chance = random.Random(9)
    for i in range(40):
        put(tmp_path / "original/src" / f"d{i % 4}/f{i:02}.cu", VOTE + CUDA * 60)
    fresh(tmp_path / "original/src", tmp_path / "done")
    start = time.monotonic()
    assert run("convert", "src", "-q", *how, cwd=tmp_path / "done").code == 0
    taken = time.monotonic() - start
    for _ in range(2):
        fresh(tmp_path / "original/src", tmp_path / "work")
        started = subprocess.Popen(
            [*HIPIFY, "convert", "src", "-q", *how],
            cwd=tmp_path / "work",
            env=environment(),
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        time.sleep(taken * (0.3 + 0.6 * chance.random()))
        os.killpg(started.pid, signal.SIGKILL)
        started.wait()
        assert run("convert", "src", "-q", *how, cwd=tmp_path / "work").code == 0
        assert snapshot(tmp_path / "work") == snapshot(tmp_path / "done")


@pytest.mark.parametrize("how", [("-i",), ("-o", "out")])
def test_two_runs_at_once_come_to_the_same(tmp_path: Path, how: tuple[str, ...]) -> None:
    """Each may find a file changed by the other, and says so; nothing is lost."""
    for i in range(40):
        put(tmp_path / "original/src" / f"f{i:02}.cu", VOTE + CUDA * 20)
    fresh(tmp_path / "original/src", tmp_path / "done")
    assert run("convert", "src", "-q", *how, cwd=tmp_path / "done").code == 0
    fresh(tmp_path / "original/src", tmp_path / "work")
    command = [*HIPIFY, "convert", "src", "-q", "-j1", *how]
    both = [
        subprocess.Popen(
            command, cwd=tmp_path / "work", env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for _ in range(2)
    ]
    for one in both:
        out, err = one.communicate(timeout=60)
        assert (one.returncode in {0, 3}, err) == (True, b"")
        assert one.returncode == 0 or b"the file changed while it was converted: run again" in out
    assert snapshot(tmp_path / "work") == snapshot(tmp_path / "done")


# --- what a run left ------------------------------------------------------------------------------------

LEFT = ".hipify-0011223344556677.tmp"


def lines(report: Report) -> list[tuple[str, str]]:
    return [(Path(file.path).name, file.reason) for file in report.files if LEFT in file.path]


@pytest.mark.parametrize("named", ["src", "src/a.cu"])
def test_what_a_run_left_goes_in_place_and_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "src/a.cu", CUDA)
    put(tmp_path / "src" / LEFT, "half a fi")
    reason = "left over from a run that was interrupted: "
    dry = convert_tree([named], Settings())
    assert lines(dry) == ([(LEFT, f"{reason}left alone")] if named == "src" else [])
    assert (tmp_path / "src" / LEFT).exists()
    done = convert_tree([named], Settings(mode="in-place"))
    assert lines(done) == [(LEFT, f"{reason}removed")]
    assert os.listdir(tmp_path / "src") == ["a.cu"]


@pytest.mark.parametrize("named", ["src", "src/a.cu"])
def test_what_a_run_left_is_not_copied_and_goes_from_the_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "src/a.cu", CUDA)
    for folder in ("src", "out", *(("src/third_party/x", "out/third_party/x") if named == "src" else ())):
        put(tmp_path / folder / LEFT, "half a fi")
    convert_tree([named], Settings(mode="output", output="out"))
    assert not [path for path in (tmp_path / "out").rglob("*") if is_temporary(path.name)]
    assert (tmp_path / "src" / LEFT).exists(), "the input is not ours to clean"


def test_a_file_that_only_looks_like_one_is_copied(tmp_path: Path) -> None:
    put(tmp_path / "src/.hipify-notes.tmp", "mine")
    convert_tree([str(tmp_path / "src")], Settings(mode="output", output=str(tmp_path / "out")))
    assert (tmp_path / "out/.hipify-notes.tmp").read_text() == "mine"
