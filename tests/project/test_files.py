"""Reading and writing files, on a real file system."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.trees import as_nobody, only_root

from hipify_py.choices import SIZE_LIMIT
from hipify_py.model import HipifyError, readable
from hipify_py.project import files

if TYPE_CHECKING:
    from collections.abc import Callable

    Write = Callable[[str, files.Source, bytes, str], object]


@pytest.mark.parametrize(
    ("path", "folders"),
    [("/a/b/c.cu", ["/a/b", "/a", "/"]), ("a/b.cu", ["a", ""]), ("b.cu", [""]), ("/b.cu", ["/"])],
)
def test_the_folders_around_a_file(path: str, folders: list[str]) -> None:
    assert [*files.folders_around(path)] == folders


def test_nothing_slow_is_imported() -> None:
    modules = "hipify_py.project.discover, hipify_py.report.diff, hipify_py.project.mirror"
    code = (
        f"import sys, hipify_py.model; before = set(sys.modules); import {modules}; "
        "print(*sorted({name.split('.')[0] for name in set(sys.modules) - before}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=True,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    slow = {"difflib", "pathlib", "pathspec", "random", "shutil", "subprocess", "tempfile"}
    assert not slow & set(done.stdout.split())


# --- reading --------------------------------------------------------------------------------------------


def test_read_gives_bytes_and_stat(tmp_path: Path) -> None:
    path = tmp_path / "a.cu"
    path.write_bytes(b"\xff\0\r\n")
    source = files.read(str(path))
    assert (source.data, source.stat) == (b"\xff\0\r\n", path.stat())


def test_read_takes_files_up_to_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "a.cu"
    path.write_bytes(b"12345")
    assert files.read(str(path), limit=5).data == b"12345"
    with pytest.raises(HipifyError) as caught:
        files.read(str(path), limit=4)
    remedy = "raise it with --max-size BYTES or leave the file out with --exclude"
    assert str(caught.value) == f"{path}: 5 bytes are over the limit of 4: {remedy}"


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "a.cu"
    with path.open("wb") as file:
        file.truncate(SIZE_LIMIT + 1)
    with pytest.raises(HipifyError, match=r"10,000,001 bytes .* 10,000,000: raise it with --big "):
        files.read(str(path), option="--big")


def test_a_file_that_grows_while_it_is_read_is_refused() -> None:
    with pytest.raises(HipifyError, match="bytes are over the limit of 3"):
        files.read("/proc/self/status", limit=3)  # says that it is empty, and is not


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("gone", "cannot read: No such file or directory: check the name"),
        ("folder", "cannot read: Is a directory: name a file, or move the folder away"),
        ("file/x", "cannot read: Not a directory: a part of the path is not a folder"),
        ("loop", "cannot read: Too many levels of symbolic links: a part of the path is a symlink"),
        ("pipe", "cannot read: not a regular file: name a file with source text"),
        ("n" * 300, "cannot read: File name too long: shorten the name"),
    ],
)
def test_what_cannot_be_read(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to("loop")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(HipifyError) as caught:
        files.read(str(tmp_path / name))
    shown = readable(f"{tmp_path / name}: {text}")  # no name of a file has 300 letters
    assert str(caught.value).startswith(shown)


@only_root
def test_a_file_that_we_may_not_read() -> None:
    with as_nobody() as folder:
        (folder / "a.cu").touch(0o000)
        with pytest.raises(
            HipifyError, match=r"a.cu: cannot read: Permission denied: change the permissions"
        ):
            files.read(str(folder / "a.cu"))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", None),
        (b"int x;\n", None),
        (b"\xef\xbb\xbfint x;", None),
        (b"\xe9\x80", None),
        ("int x;".encode("utf-16"), "UTF-16 text (it starts with a byte order mark)"),
        (b"\xfe\xff" + "int x;".encode("utf-16-be"), "UTF-16 text (it starts with a byte order mark)"),
        ("int x;".encode("utf-32"), "UTF-32 text (it starts with a byte order mark)"),
        (b"a\nb\0c", "binary: a NUL byte on line 2 (byte offset 3)"),
    ],
)
def test_binary(data: bytes, reason: str | None) -> None:
    found = files.binary_reason(data)
    assert (found and found.split(": ")[0]) == (reason and reason.split(": ")[0])
    assert (found or "").startswith(reason or "")
