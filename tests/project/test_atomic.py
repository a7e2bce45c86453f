"""Writing files whole or not at all, on a real file system."""

from __future__ import annotations

import ctypes
import errno
import os
import re
import resource
import stat
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from helpers.trees import as_nobody, listing, mode, only_root

from hipify_py.model import HipifyError
from hipify_py.project.atomic import opened, replace, write_below
from hipify_py.project.failures import reported
from hipify_py.project.temporary_files import Slot, clear, is_temporary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def write(path: str, data: bytes, like: os.stat_result | None = None) -> bool:
    folder, name = os.path.split(path)
    with reported(path, "write"), opened(folder, name) as slot:
        return replace(slot, lambda: (data,), like)


# --- writing --------------------------------------------------------------------------------------------


def test_a_new_file_gets_the_mode_of_the_umask(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        assert write(str(tmp_path / "a"), b"new")
    finally:
        os.umask(old)
    assert ((tmp_path / "a").read_bytes(), mode(tmp_path / "a")) == (b"new", 0o640)
    assert listing(tmp_path) == ["a"]


@pytest.mark.parametrize("bits", [0o600, 0o755, 0o444, 0o4711, 0o2640])
def test_a_file_keeps_its_mode(tmp_path: Path, bits: int) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(bits)
    assert write(str(path), b"new")
    assert (path.read_bytes(), mode(path)) == (b"new", bits)


def test_a_file_gets_the_mode_of_another(tmp_path: Path) -> None:
    like, path = tmp_path / "like", tmp_path / "a"
    like.touch()
    like.chmod(0o751)
    path.write_bytes(b"same")
    assert write(str(path), b"same", like.stat())
    assert mode(path) == 0o751
    assert not write(str(path), b"same", like.stat())


@only_root
def test_a_file_keeps_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    os.chown(path, 1234, 4321)
    write(str(path), b"new")
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 4321)


def test_the_same_bytes_are_not_written(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"same" * 1_000_000)
    os.utime(path, ns=(1, 1))
    before = path.stat()
    assert not write(str(path), b"same" * 1_000_000)
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, 1)
    for other in (b"same" * 999_999, b"same" * 1_000_001, b"sane" * 1_000_000, b""):
        assert write(str(path), other)
        assert path.read_bytes() == other


def test_an_empty_file_is_the_same_as_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "a"
    assert write(str(path), b"")
    assert not write(str(path), b"")


def test_a_symlink_is_replaced_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"old")
    (tmp_path / "link").symlink_to("target")
    assert write(str(tmp_path / "link"), b"new")
    assert not (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_bytes() == b"old"


def test_a_folder_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with pytest.raises(HipifyError, match="/a: cannot write: Is a directory: name a file"):
        write(str(tmp_path / "a"), b"new")
    assert listing(tmp_path) == ["a"]


@pytest.mark.parametrize("kind", [stat.S_IFIFO, stat.S_IFSOCK, stat.S_IFCHR, stat.S_IFBLK])
def test_what_is_no_file_is_neither_replaced_nor_opened(tmp_path: Path, kind: int) -> None:
    place = tmp_path / "a"
    try:
        os.mknod(place, kind | 0o600, os.makedev(1, 7) if kind in {stat.S_IFCHR, stat.S_IFBLK} else 0)
    except PermissionError:
        pytest.skip("only root makes devices")
    before = place.lstat()
    with pytest.raises(HipifyError, match="cannot write: a pipe, a socket or a device stands there: name"):
        write_below(str(tmp_path), "a", b"x")
    assert (place.lstat(), os.listdir(tmp_path)) == (before, ["a"])


def test_a_name_that_is_too_long(tmp_path: Path) -> None:
    with pytest.raises(HipifyError, match="cannot write: File name too long: shorten"):
        write(str(tmp_path / ("n" * 256)), b"new")
    assert listing(tmp_path) == []
    longest = tmp_path / ("n" * 255)
    assert write(str(longest), b"new")
    assert longest.read_bytes() == b"new"


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(HipifyError, match="cannot write: No such file or directory: check the name"):
        write(str(tmp_path / "no/a"), b"new")


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
        write(str(path), b"new")
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
        write(str(path), b"new")
    monkeypatch.undo()
    assert (path.read_bytes(), listing(tmp_path)) == (b"old", ["a"])


def test_short_writes_are_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: real(descriptor, data[:3]))
    write(str(tmp_path / "a"), b"0123456789")
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
        write(str(path), b"n" * 100_000)
    text = f"{path}: cannot write: No space left on device: free some space; the file is as it was"
    assert str(caught.value) == text
    assert (path.read_bytes(), listing(small_disk)) == (b"old", ["a.cu"])
    assert write(str(path), b"n" * 10_000)


def test_a_disk_that_is_really_read_only(small_disk: Path) -> None:
    path = small_disk / "a.cu"
    path.write_bytes(b"old")
    read_only, remount = 1, 32
    if ctypes.CDLL(None).mount(b"tmpfs", os.fsencode(small_disk), b"tmpfs", read_only | remount, None) != 0:
        pytest.skip("cannot remount")
    with pytest.raises(HipifyError) as caught:
        write(str(path), b"new")
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
            write(str(path), b"n" * 20_000)
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
            write(str(path), b"new")
        assert (path.read_bytes(), listing(folder)) == (b"old", ["a"])
        folder.chmod(0o755)


# --- folders --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("swapped", ["a", "a/b"])
def test_a_folder_that_is_swapped_for_a_link_is_noticed(tmp_path: Path, swapped: str) -> None:
    """Also one that leads to a folder of the same tree: what was found is not what stands there now."""
    (tmp_path / "tree/a/b").mkdir(parents=True)
    (tmp_path / "else/b").mkdir(parents=True)
    (tmp_path / "tree" / swapped).rename(tmp_path / "old")
    (tmp_path / "tree" / swapped).symlink_to(tmp_path / "else")
    for make in (False, True):
        with pytest.raises(HipifyError) as caught:
            write_below(str(tmp_path / "tree"), "a/b/c", b"new", make=make)
        place = f"{tmp_path}/tree/{swapped}: a file or a symlink where a folder has to be: move it away"
        assert str(caught.value) == place
    assert [*(tmp_path / "else").rglob("*")] == [tmp_path / "else/b"]


def test_a_tree_that_is_swapped_for_a_link_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "else").mkdir()
    (tmp_path / "tree").symlink_to("else")
    with pytest.raises(HipifyError, match=r"/tree/c: cannot write: "):
        write_below(str(tmp_path / "tree"), "c", b"new")
    assert listing(tmp_path / "else") == []


def test_a_folder_that_is_swapped_while_it_is_open_leads_nowhere_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tree/a").mkdir(parents=True)
    (tmp_path / "else").mkdir()
    real = os.fsync

    def swap(descriptor: int) -> None:
        if not (tmp_path / "old").exists():
            (tmp_path / "tree/a").rename(tmp_path / "old")
            (tmp_path / "tree/a").symlink_to(tmp_path / "else")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", swap)
    moved = f"{tmp_path}/tree/a: this folder was moved away while a file in it was written: run again"
    with pytest.raises(HipifyError, match=re.escape(moved)):
        write_below(str(tmp_path / "tree"), "a/c", b"new")
    assert (listing(tmp_path / "else"), listing(tmp_path / "old")) == ([], ["c"])


# --- what a killed run leaves ---------------------------------------------------------------------------

LEFT = ".hipify-0011223344556677.tmp"


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        (LEFT, True),
        (".hipify-.tmp", False),
        (".hipify-notes.tmp", False),
        (".hipify-001122334455667.tmp", False),
        (".hipify-00112233445566778.tmp", False),
        (".hipify-0011223344556677.tmp\n", False),
        ("x.hipify-0011223344556677.tmp", False),
    ],
)
def test_a_temporary_file_is_known_by_its_name(name: str, ours: bool) -> None:
    assert is_temporary(name) == ours


def gone(folder: Path, name: str = LEFT) -> bool:
    with opened(str(folder), name) as slot:
        done = clear(slot)
    assert done != os.path.lexists(folder / name)
    return done


@pytest.mark.parametrize("bits", [0o600, 0o444, 0o4755])
def test_what_nobody_writes_any_more_goes(tmp_path: Path, bits: int) -> None:
    (tmp_path / LEFT).touch(bits)
    assert gone(tmp_path)


def test_what_is_written_right_now_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By this process or by another one: the lock is that of the open file."""
    seen: list[tuple[bool, bool]] = []
    real = os.fsync

    def look(descriptor: int) -> None:
        seen.extend((gone(tmp_path, name), is_temporary(name)) for name in listing(tmp_path) if name != "a")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", look)
    assert write(str(tmp_path / "a"), b"new")
    assert seen == [(False, True)]
    assert listing(tmp_path) == ["a"]


def test_what_is_taken_away_before_it_is_locked_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    real = fcntl.flock
    names: list[str] = []

    def late(descriptor: int, how: int) -> None:
        if not names:
            names.extend(listing(tmp_path))
            (tmp_path / names[0]).unlink()
        real(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", late)
    assert write(str(tmp_path / "a"), b"new")
    assert (listing(tmp_path), (tmp_path / "a").read_bytes()) == (["a"], b"new")


def test_a_file_system_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    def none(_descriptor: int, _how: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", none)
    assert write(str(tmp_path / "a"), b"new")
    (tmp_path / LEFT).touch()
    assert not gone(tmp_path)


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda place: place.symlink_to("x")])
def test_what_no_write_leaves_stays(tmp_path: Path, make: Callable[[Path], object]) -> None:
    make(tmp_path / LEFT)
    assert not gone(tmp_path)


def test_a_link_goes_when_it_is_old(tmp_path: Path) -> None:
    (tmp_path / LEFT).symlink_to("x")
    os.utime(tmp_path / LEFT, (time.time() - 100,) * 2, follow_symlinks=False)
    assert gone(tmp_path)
    with opened(str(tmp_path), LEFT) as slot:
        assert not clear(Slot(slot.folder, "nothing"))


def test_rights_that_are_lent_are_not_those_of_another_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    (tmp_path / "a").touch()
    (tmp_path / "a").chmod(0o6755)
    monkeypatch.setattr(os, "fchown", refused)
    assert write(str(tmp_path / "a"), b"new")
    assert mode(tmp_path / "a") == 0o755
