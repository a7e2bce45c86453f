"""Reading and writing files, on a real file system."""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import signal
import stat
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from hipify_py.choices import SIZE_LIMIT
from hipify_py.model import HipifyError
from hipify_py.project import files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Write = Callable[[str, files.Source, bytes, str], object]

ROOT = os.geteuid() == 0
NOBODY = 65534


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def listing(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


@contextmanager
def as_nobody() -> Iterator[Path]:
    """A folder of somebody without rights, who is us for a moment."""
    with tempfile.TemporaryDirectory() as name:
        os.chown(name, NOBODY, NOBODY)
        os.seteuid(NOBODY)
        try:
            yield Path(name)
        finally:
            os.seteuid(0)


only_root = pytest.mark.skipif(not ROOT, reason="only root can give up its rights for a moment")


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


# --- names ----------------------------------------------------------------------------------------------


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
    assert str(caught.value).startswith(f"{tmp_path / name}: {text}")


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


# --- writing --------------------------------------------------------------------------------------------


def test_a_new_file_gets_the_mode_of_the_umask(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        assert files.write_atomic(str(tmp_path / "a"), b"new")
    finally:
        os.umask(old)
    assert ((tmp_path / "a").read_bytes(), mode(tmp_path / "a")) == (b"new", 0o640)
    assert listing(tmp_path) == ["a"]


@pytest.mark.parametrize("bits", [0o600, 0o755, 0o444, 0o4711, 0o2640])
def test_a_file_keeps_its_mode(tmp_path: Path, bits: int) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(bits)
    assert files.write_atomic(str(path), b"new")
    assert (path.read_bytes(), mode(path)) == (b"new", bits)


def test_a_file_gets_the_mode_of_another(tmp_path: Path) -> None:
    like, path = tmp_path / "like", tmp_path / "a"
    like.touch()
    like.chmod(0o751)
    path.write_bytes(b"same")
    assert files.write_atomic(str(path), b"same", like.stat())
    assert mode(path) == 0o751
    assert not files.write_atomic(str(path), b"same", like.stat())


@only_root
def test_a_file_keeps_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    os.chown(path, 1234, 4321)
    files.write_atomic(str(path), b"new")
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 4321)


def test_a_file_keeps_its_extended_attributes(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    try:
        os.setxattr(path, "user.origin", b"here")
    except OSError:
        pytest.skip("this file system has no extended attributes")
    files.write_in_place(str(path), files.read(str(path)), b"new", str(tmp_path))
    assert (path.read_bytes(), os.getxattr(path, "user.origin")) == (b"new", b"here")


def test_the_same_bytes_are_not_written(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"same" * 1_000_000)
    os.utime(path, ns=(1, 1))
    before = path.stat()
    assert not files.write_atomic(str(path), b"same" * 1_000_000)
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, 1)
    for other in (b"same" * 999_999, b"same" * 1_000_001, b"sane" * 1_000_000, b""):
        assert files.write_atomic(str(path), other)
        assert path.read_bytes() == other


def test_an_empty_file_is_the_same_as_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "a"
    assert files.write_atomic(str(path), b"")
    assert not files.write_atomic(str(path), b"")


def test_a_symlink_is_replaced_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"old")
    (tmp_path / "link").symlink_to("target")
    assert files.write_atomic(str(tmp_path / "link"), b"new")
    assert not (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_bytes() == b"old"


def test_a_folder_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with pytest.raises(HipifyError, match="/a: cannot write: Is a directory: name a file"):
        files.write_atomic(str(tmp_path / "a"), b"new")
    assert listing(tmp_path) == ["a"]


def test_a_name_that_is_too_long(tmp_path: Path) -> None:
    with pytest.raises(HipifyError, match="cannot write: File name too long: shorten"):
        files.write_atomic(str(tmp_path / ("n" * 256)), b"new")
    assert listing(tmp_path) == []
    longest = tmp_path / ("n" * 255)
    assert files.write_atomic(str(longest), b"new")
    assert longest.read_bytes() == b"new"


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(HipifyError, match="cannot write: No such file or directory: check the name"):
        files.write_atomic(str(tmp_path / "no/a"), b"new")


@pytest.mark.parametrize(
    ("call", "number", "remedy"),
    [
        ("write", errno.ENOSPC, "No space left on device: free some space; the file is as it was"),
        ("fsync", errno.ENOSPC, "No space left on device: free some space; the file is as it was"),
        ("write", errno.EDQUOT, "Disk quota exceeded: free some space in the quota; the file is as it was"),
        ("open", errno.EROFS, "Read-only file system: choose a folder that can be written with -o DIR"),
        ("rename", errno.EPERM, "Operation not permitted: the file or its folder may be immutable"),
        ("write", errno.EIO, "Input/output error"),
    ],
)
def test_a_write_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int, remedy: str
) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    real = getattr(os, call)

    def fail(*words: Any, **named: Any) -> Any:
        if call == "open" and not words[1] & os.O_CREAT:
            return real(*words, **named)
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, call, fail)
    with pytest.raises(HipifyError) as caught:
        files.write_atomic(str(path), b"new")
    monkeypatch.undo()
    assert str(caught.value).startswith(f"{path}: cannot write: {remedy}")
    assert (path.read_bytes(), listing(tmp_path)) == (b"old", ["a"])


@pytest.mark.parametrize("call", ["open", "write", "fchmod", "fsync", "rename"])
def test_ctrl_c_leaves_the_old_file_and_no_temporary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    real = getattr(os, call)

    def interrupt(*words: Any, **named: Any) -> Any:
        if call == "open" and not words[1] & os.O_CREAT:
            return real(*words, **named)
        if call == "open":
            os.close(real(*words, **named))  # made, and then the signal comes
        raise KeyboardInterrupt

    monkeypatch.setattr(os, call, interrupt)
    with pytest.raises(KeyboardInterrupt):
        files.write_atomic(str(path), b"new")
    monkeypatch.undo()
    assert (path.read_bytes(), listing(tmp_path)) == (b"old", ["a"])


def test_short_writes_are_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: real(descriptor, data[:3]))
    files.write_atomic(str(tmp_path / "a"), b"0123456789")
    monkeypatch.undo()
    assert (tmp_path / "a").read_bytes() == b"0123456789"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "disk"
    place.mkdir()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(b"tmpfs", os.fsencode(place), b"tmpfs", 0, b"size=64k") != 0:
        pytest.skip(f"cannot mount: {os.strerror(ctypes.get_errno())}")
    yield place
    libc.umount(os.fsencode(place))


def test_a_disk_that_is_really_full(small_disk: Path) -> None:
    path = small_disk / "a.cu"
    path.write_bytes(b"old")
    with pytest.raises(HipifyError) as caught:
        files.write_atomic(str(path), b"n" * 100_000)
    text = f"{path}: cannot write: No space left on device: free some space; the file is as it was"
    assert str(caught.value) == text
    assert (path.read_bytes(), listing(small_disk)) == (b"old", ["a.cu"])
    assert files.write_atomic(str(path), b"n" * 10_000)


def test_a_disk_that_is_really_read_only(small_disk: Path) -> None:
    path = small_disk / "a.cu"
    path.write_bytes(b"old")
    read_only, remount = 1, 32
    if ctypes.CDLL(None).mount(b"tmpfs", os.fsencode(small_disk), b"tmpfs", read_only | remount, None) != 0:
        pytest.skip("cannot remount")
    with pytest.raises(HipifyError) as caught:
        files.write_atomic(str(path), b"new")
    remedy = "choose a folder that can be written with -o DIR"
    assert str(caught.value) == f"{path}: cannot write: Read-only file system: {remedy}"
    assert path.read_bytes() == b"old"


def test_a_limit_of_file_sizes(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, before[1]))
    try:
        with pytest.raises(HipifyError, match="File too large: raise the limit of file sizes"):
            files.write_atomic(str(path), b"n" * 20_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert (path.read_bytes(), listing(tmp_path)) == (b"old", ["a"])


@only_root
def test_a_folder_that_we_may_not_write_to() -> None:
    with as_nobody() as folder:
        path = folder / "a"
        path.write_bytes(b"old")
        folder.chmod(0o555)
        with pytest.raises(HipifyError, match="/a: cannot write: Permission denied: change the permissions"):
            files.write_atomic(str(path), b"new")
        assert (path.read_bytes(), listing(folder)) == (b"old", ["a"])
        folder.chmod(0o755)


# --- in place -------------------------------------------------------------------------------------------


def test_in_place(tmp_path: Path) -> None:
    path = tmp_path / "a.cu"
    path.write_bytes(b"old")
    source = files.read(str(path))
    assert not files.write_in_place(str(path), source, b"old", str(tmp_path))
    assert files.write_in_place(str(path), source, b"new", str(tmp_path))
    assert path.read_bytes() == b"new"


def test_in_place_through_a_symlink_inside_the_tree(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real/a.cu").write_bytes(b"old")
    (tmp_path / "link.cu").symlink_to("real/a.cu")
    link = str(tmp_path / "link.cu")
    assert files.write_in_place(link, files.read(link), b"new", str(tmp_path))
    assert (tmp_path / "link.cu").is_symlink()
    assert (tmp_path / "real/a.cu").read_bytes() == b"new"


def test_in_place_never_leaves_the_tree_through_a_symlink(tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree-2").mkdir()
    (tmp_path / "tree-2/a.cu").write_bytes(b"old")
    (tmp_path / "tree/link.cu").symlink_to("../tree-2/a.cu")
    link = str(tmp_path / "tree/link.cu")
    with pytest.raises(HipifyError) as caught:
        files.write_in_place(link, files.read(link), b"new", str(tmp_path / "tree"))
    cause = f"not written: a symlink to {tmp_path}/tree-2/a.cu, outside {tmp_path}/tree"
    assert str(caught.value) == f"{link}: {cause}: name that file itself to convert it"
    assert (tmp_path / "tree-2/a.cu").read_bytes() == b"old"


@pytest.mark.parametrize("write", [files.write_in_place, files.rename_in_place])
def test_a_read_only_file_is_refused_also_for_root(tmp_path: Path, write: Write) -> None:
    path = tmp_path / "a.cu"
    path.write_bytes(b"old")
    path.chmod(0o444)
    with pytest.raises(HipifyError) as caught:
        write(str(path), files.read(str(path)), b"new", str(tmp_path / "a.hip"))
    remedy = "allow writing (chmod u+w) or write elsewhere with -o DIR"
    assert str(caught.value) == f"{path}: not written: the file is read-only: {remedy}"
    assert (path.read_bytes(), listing(tmp_path)) == (b"old", ["a.cu"])


@only_root
def test_a_file_that_only_somebody_else_may_write_is_refused() -> None:
    with as_nobody() as folder:
        path = folder / "a.cu"
        path.write_bytes(b"old")
        os.seteuid(0)
        os.chown(path, 0, 0)
        path.chmod(0o644)
        os.seteuid(NOBODY)
        with pytest.raises(HipifyError, match="not written: the file is read-only"):
            files.write_in_place(str(path), files.read(str(path)), b"new", str(folder))
        assert path.read_bytes() == b"old"


@pytest.mark.parametrize("write", [files.write_in_place, files.rename_in_place])
@pytest.mark.parametrize("change", ["grown", "touched", "replaced"])
def test_a_file_that_changed_meanwhile_is_refused(tmp_path: Path, write: Write, change: str) -> None:
    path = tmp_path / "a.cu"
    path.write_bytes(b"old")
    source = files.read(str(path))
    if change == "grown":
        path.write_bytes(b"older")
        os.utime(path, ns=(source.stat.st_atime_ns, source.stat.st_mtime_ns))
    elif change == "touched":
        os.utime(path, ns=(5, 5))
    else:
        (tmp_path / "b").write_bytes(b"odd")
        os.utime(tmp_path / "b", ns=(source.stat.st_atime_ns, source.stat.st_mtime_ns))
        (tmp_path / "b").rename(path)
    found = path.read_bytes()
    with pytest.raises(HipifyError) as caught:
        write(str(path), source, b"new", str(tmp_path / "a.hip"))
    assert str(caught.value) == f"{path}: not written: the file changed while it was converted: run again"
    assert (path.read_bytes(), listing(tmp_path)) == (found, ["a.cu"])


def test_rename_in_place(tmp_path: Path) -> None:
    old, new = tmp_path / "a.cu", tmp_path / "a.hip"
    old.write_bytes(b"old")
    old.chmod(0o750)
    files.rename_in_place(str(old), files.read(str(old)), b"new", str(new))
    assert (listing(tmp_path), new.read_bytes(), mode(new)) == (["a.hip"], b"new", 0o750)


def test_rename_in_place_never_overwrites(tmp_path: Path) -> None:
    old, new = tmp_path / "a.cu", tmp_path / "a.hip"
    old.write_bytes(b"old")
    new.write_bytes(b"else")
    with pytest.raises(HipifyError) as caught:
        files.rename_in_place(str(old), files.read(str(old)), b"new", str(new))
    assert str(caught.value) == f"{new}: not written: it exists, and {old} would take its name: move it away"
    assert (old.read_bytes(), new.read_bytes()) == (b"old", b"else")
    new.write_bytes(b"longer than the conversion")
    with pytest.raises(HipifyError, match="it exists"):
        files.rename_in_place(str(old), files.read(str(old)), b"new", str(new))
    new.write_bytes(b"new")  # a run that was interrupted between the two steps
    files.rename_in_place(str(old), files.read(str(old)), b"new", str(new))
    assert listing(tmp_path) == ["a.hip"]


def test_a_symlink_is_not_renamed(tmp_path: Path) -> None:
    (tmp_path / "b.cu").write_bytes(b"old")
    (tmp_path / "a.cu").symlink_to("b.cu")
    link = str(tmp_path / "a.cu")
    with pytest.raises(HipifyError, match=r"a.cu: not renamed: a symlink: name the file that it leads to"):
        files.rename_in_place(link, files.read(link), b"new", str(tmp_path / "a.hip"))
    assert listing(tmp_path) == ["a.cu", "b.cu"]


# --- interrupted runs -----------------------------------------------------------------------------------

WRITER = """
import sys
from hipify_py.project.files import read, write_in_place
folder, rounds = sys.argv[1], int(sys.argv[2])
print("ready", flush=True)
for new in range(1, rounds):
    for name in "abc":
        path = f"{folder}/{name}.cu"
        write_in_place(path, read(path), b"%d\\n" % new * 40_000, folder)
"""


def test_a_writer_that_is_killed_leaves_each_file_old_or_new(tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / f"{name}.cu").write_bytes(b"0\n" * 40_000)
        (tmp_path / f"{name}.cu").chmod(0o640)
    seen = set()
    for delay in range(12):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path), "1000000"],
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[2],
        )
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"ready\n"
        time.sleep(0.005 + delay * 0.0037)
        writer.send_signal(signal.SIGKILL)
        assert writer.wait() == -signal.SIGKILL
        writer.stdout.close()
        for name in "abc":
            path = tmp_path / f"{name}.cu"
            first, _, _ = path.read_bytes().partition(b"\n")
            assert path.read_bytes() == first + b"\n" + (first + b"\n") * 39_999
            assert mode(path) == 0o640
            seen.add(first)
        rest = [name for name in listing(tmp_path) if not name.endswith(".cu")]
        assert all(files.is_temporary(name) for name in rest)
    assert len(seen) > 1, "no write was ever made: the test shows nothing"
