"""Trees with anything in the place of what a run reads or writes: an error for that thing, and a report."""

from __future__ import annotations

import os
import shutil
import socket
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.command import put, run, snapshot

from hipify_py.api import convert_tree
from hipify_py.choices import WARP_HEADER
from hipify_py.cli.exit_codes import EXIT_FILES, EXIT_USAGE, exit_code
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.stress

CUDA = "#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"
HIP = "#include <hip/hip_runtime.h>\nvoid f() { hipFree(0); }\n"
VOTE = "__global__ void k(unsigned *p) { *p = __ballot_sync(~0u, 1); }\n"


def bind(place: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        old = Path.cwd()
        os.chdir(place.parent)  # the names of sockets are short
        made.bind(place.name)
        os.chdir(old)


ODD: dict[str, Callable[[Path], object]] = {
    "folder": lambda place: put(place / "inner", "mine\n"),
    "pipe": os.mkfifo,
    "socket": bind,
    "device": lambda place: place.symlink_to("/dev/zero"),
    "dangling": lambda place: place.symlink_to("nowhere"),
    "loop": lambda place: place.symlink_to(place.name),
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def convert(output: str | None, rename: str | None = None) -> tuple[int, dict[str, str]]:
    """Convert `src`; give the exit code that the report makes, and what became of each file."""
    done = convert_tree(["src"], Settings("output" if output else "in-place", output, rename=rename))
    assert not any(file.internal for file in done.files)
    return exit_code(done, "never"), {file.path: file.status for file in done.files}


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("output", [None, "out"])
@pytest.mark.parametrize("rename", [None, ".hip"])
def test_in_the_place_of_the_header(tmp_path: Path, odd: str, output: str | None, rename: str | None) -> None:
    put(tmp_path / "src/a.cu", VOTE)
    put(tmp_path / "src/b.cu", CUDA)
    top = tmp_path / (output or "src")
    top.mkdir(exist_ok=True)
    ODD[odd](top / WARP_HEADER)
    before = snapshot_of(top / WARP_HEADER)
    code, said = convert(output, rename)
    assert code == EXIT_FILES
    assert said[f"{top.name}/{WARP_HEADER}"] == "failed"
    assert (said["src/a.cu"], said["src/b.cu"]) == ("converted", "converted")
    assert snapshot_of(top / WARP_HEADER) == before
    assert WARP_HEADER in (top / f"a{rename or '.cu'}").read_text()


def snapshot_of(place: Path) -> tuple[int, list[str]]:
    return place.lstat().st_ino, sorted(os.listdir(place)) if place.is_dir() else []


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("output", [None, "out"])
@pytest.mark.parametrize("name", ["odd.cu", "odd.h", ".hipify-0011223344556677.tmp", "Makefile", "a.hip"])
def test_in_the_place_of_a_source(tmp_path: Path, odd: str, output: str | None, name: str) -> None:
    """What is no file is left alone, never opened, and the others are done."""
    put(tmp_path / "src/b.cu", CUDA)
    ODD[odd](tmp_path / "src" / name)
    before = snapshot_of(tmp_path / "src" / name)
    code, said = convert(output, ".hip")
    assert (code, said["src/b.cu"]) == (0, "converted")
    assert (tmp_path / (output or "src") / "b.hip").read_text() == HIP
    assert snapshot_of(tmp_path / "src" / name) == before


@pytest.mark.parametrize("odd", ODD)
def test_in_the_place_of_a_copy(tmp_path: Path, odd: str) -> None:
    """A folder, a pipe and a socket stay and fail that file; a link gives way, nothing goes through it."""
    put(tmp_path / "src/a.cu", CUDA)
    put(tmp_path / "src/b.cu", CUDA)
    (tmp_path / "out").mkdir()
    ODD[odd](tmp_path / "out/a.cu")
    failed = odd in {"folder", "pipe", "socket"}
    code, said = convert("out")
    assert (code, said["src/a.cu"]) == ((EXIT_FILES, "failed") if failed else (0, "converted"))
    assert (tmp_path / "out/b.cu").read_text() == HIP
    assert failed or (tmp_path / "out/a.cu").read_text() == HIP


@pytest.mark.parametrize("odd", ["pipe", "socket", "device", "dangling", "loop"])
def test_in_the_place_of_a_folder_of_the_output(tmp_path: Path, odd: str) -> None:
    put(tmp_path / "src/sub/a.cu", CUDA)
    put(tmp_path / "src/b.cu", CUDA)
    (tmp_path / "out").mkdir()
    ODD[odd](tmp_path / "out/sub")
    code, said = convert("out")
    assert (code, said["src/sub/a.cu"]) == (EXIT_FILES, "failed")
    assert (tmp_path / "out/b.cu").read_text() == HIP


@pytest.mark.parametrize("odd", ODD)
def test_in_the_place_of_a_rule_file(tmp_path: Path, odd: str) -> None:
    put(tmp_path / "src/b.cu", CUDA)
    (tmp_path / "rules").mkdir()
    ODD[odd](tmp_path / "rules/mine.toml")
    before = snapshot(tmp_path / "src")
    for args in (("convert", "src", "-i", "--rules"), ("rules", "check")):
        done = run(*args, "rules", cwd=tmp_path)
        assert (done.code, "rules/mine.toml: cannot read this rule file: " in done.err) == (
            EXIT_USAGE,
            True,
        ), done
    assert snapshot(tmp_path / "src") == before


@pytest.mark.parametrize("odd", ["folder", "pipe", "loop"])
@pytest.mark.parametrize("part", ["hipify-py", "hipify-py/rules", "hipify-py/files"])
def test_in_the_place_of_the_cache(tmp_path: Path, odd: str, part: str) -> None:
    put(tmp_path / "src/b.cu", CUDA)
    (tmp_path / "cache").mkdir()
    if part != "hipify-py":
        warm = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
        run("check", "src", cwd=tmp_path, env=warm)
        files, rules = sorted((tmp_path / "cache/hipify-py").iterdir(), key=lambda one: one.name != "files")
        assert files.is_dir()
        place = files if part.endswith("files") else rules
        shutil.rmtree(place) if place == files else place.unlink()
    else:
        place = tmp_path / "cache/hipify-py"
    ODD[odd](place)
    done = run("convert", "-q", "src", "-i", cwd=tmp_path, env={"XDG_CACHE_HOME": str(tmp_path / "cache")})
    assert done == (0, "", "")
    assert (tmp_path / "src/b.cu").read_text() == HIP
