"""Finished files that get their names while somebody else saves, on a real file system."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from helpers.command import put, run
from helpers.trees import listing, mode

from hipify_py.model import HipifyError
from hipify_py.project import files, own_headers, placing
from hipify_py.project.atomic import content, opened, write_below
from hipify_py.project.in_place import rename_in_place, write_in_place
from hipify_py.project.temporary_files import Slot, clear, is_temporary, kept

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Write = Callable[[Path, files.Source], object]

CHANGED = "not written: the file changed while it was converted: run again"
UNABLE = [errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EPERM]


def convert(path: Path, source: files.Source) -> object:
    return write_in_place(str(path), source, b"new", str(path.parent))


def rename(path: Path, source: files.Source) -> None:
    rename_in_place(str(path), source, b"new", str(path.with_suffix(".hip")), str(path.parent))


def refusal(write: Write, path: Path, source: files.Source) -> str:
    try:
        write(path, source)
    except HipifyError as error:
        return str(error)
    return ""


def overwrite(path: Path) -> None:
    path.write_bytes(b"saved")


def save(path: Path) -> None:
    """As editors do it: another file is renamed over it."""
    (path.parent / "b").write_bytes(b"saved")
    (path.parent / "b").rename(path)


def link(path: Path) -> None:
    path.unlink(missing_ok=True)
    (path.parent / "other").write_bytes(b"saved")
    path.symlink_to("other")


def folder(path: Path) -> None:
    path.unlink(missing_ok=True)
    put(path / "inner", "saved")


def at_turns(
    patch: pytest.MonkeyPatch, acts: dict[int, Callable[[], object]], *, late: bool = False
) -> list[int]:
    """Do something right before, or after, each of some calls to the system that give a file its name."""
    real, count = placing._renamed, [0]

    def hooked(*words: Any) -> bool:
        count[0] += 1
        act = acts.get(count[0], lambda: None)
        if late:
            done = real(*words)
            act()
            return done
        act()
        return real(*words)

    patch.setattr(placing, "_renamed", hooked)
    return count


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "t").mkdir()
    (tmp_path / "t/a.cu").write_bytes(b"old")
    if not exchanges(tmp_path):
        pytest.skip("the file system of this machine cannot exchange two names (renameat2)")
    yield tmp_path / "t/a.cu"
    assert not [name for name in os.listdir(tmp_path / "t") if is_temporary(name)]


def exchanges(place: Path) -> bool:
    (place / "x").touch()
    (place / "y").touch()
    with opened(str(place), "x") as slot:
        return placing._renamed(slot, "y", placing.EXCHANGE)


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("turn", [1, 2, 3])
@pytest.mark.parametrize("change", [overwrite, save, link, folder, Path.unlink])
@pytest.mark.parametrize("write", [convert, rename])
def test_a_save_in_the_instant_of_the_rename_is_not_lost(
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    write: Write,
    change: Callable[[Path], object],
    turn: int,
    *,
    late: bool,
) -> None:
    done: list[bool] = []

    def act() -> None:
        if change is not Path.unlink or path.exists():
            change(path)
            done.append(True)

    at_turns(monkeypatch, {turn: act}, late=late)
    said = refusal(write, path, files.read(str(path)))
    if not done:
        return
    if change is Path.unlink:
        assert not path.exists()
    else:
        assert (path / "inner" if change is folder else path).read_bytes() == b"saved"
        assert path.is_symlink() == (change is link)
    if not late and turn == 1:
        assert said == f"{path}: {CHANGED}"
        assert path.with_suffix(".hip").exists() == (write is rename and change is Path.unlink)


def test_a_save_is_put_back_and_one_that_comes_meanwhile_stays(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last save is the one that stands, however many there are."""
    for last in range(1, 5):
        path.write_bytes(b"old")
        source = files.read(str(path))

        def store(number: int) -> None:
            (path.parent / "b").write_bytes(b"%d" % number)
            (path.parent / "b").rename(path)

        with monkeypatch.context() as patch:
            at_turns(patch, {turn: lambda turn=turn: store(turn) for turn in range(1, last + 1)})  # type: ignore[misc]
            assert refusal(convert, path, source) == f"{path}: {CHANGED}"
        assert (path.read_bytes(), listing(path.parent)) == (b"%d" % last, ["a.cu"])


def test_somebody_who_saves_for_ever_ends_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_turns(monkeypatch, {turn: lambda: save(path) for turn in range(1, 10 * placing.TURNS)})
    assert refusal(convert, path, files.read(str(path))) == f"{path}: {CHANGED}"
    assert (path.read_bytes(), listing(path.parent)) == (b"saved", ["a.cu"])


def test_what_is_removed_after_a_save_was_taken_out_is_put_back(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_turns(monkeypatch, {1: lambda: save(path), 2: path.unlink})
    assert refusal(convert, path, files.read(str(path))) == f"{path}: {CHANGED}"
    assert (path.read_bytes(), listing(path.parent)) == (b"saved", ["a.cu"])


@pytest.mark.parametrize("saves", [overwrite, save, link, folder])
def test_a_file_that_takes_the_new_name_meanwhile_stays(
    path: Path, monkeypatch: pytest.MonkeyPatch, saves: Callable[[Path], object]
) -> None:
    new = path.with_suffix(".hip")
    at_turns(monkeypatch, {1: lambda: saves(new)})
    said = refusal(rename, path, files.read(str(path)))
    assert said == f"{new}: not written: it exists, and {path} would take its name: move it away"
    assert (new / "inner" if saves is folder else new).read_bytes() == b"saved"
    assert path.read_bytes() == b"old"


def test_the_same_file_that_another_run_writes_meanwhile_is_no_other(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_turns(monkeypatch, {1: lambda: path.with_suffix(".hip").write_bytes(b"new")})
    assert refusal(rename, path, files.read(str(path))) == ""
    assert (listing(path.parent), path.with_suffix(".hip").read_bytes()) == (["a.hip"], b"new")


@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("write", [convert, rename])
def test_ctrl_c_in_the_instant_leaves_the_file_old_or_new(
    path: Path, monkeypatch: pytest.MonkeyPatch, write: Write, turn: int, *, late: bool
) -> None:
    """And what somebody saved right before it stays."""

    def interrupt() -> None:
        raise KeyboardInterrupt

    for saved in (False, True):
        path.write_bytes(b"old")
        path.with_suffix(".hip").unlink(missing_ok=True)
        with monkeypatch.context() as patch:
            if saved:
                at_turns(patch, {turn: lambda: save(path)})
            at_turns(patch, {turn: interrupt}, late=late)
            try:
                write(path, files.read(str(path)))
            except KeyboardInterrupt:
                assert path.read_bytes() in ((b"saved",) if saved and late else (b"old", b"saved"))
        found = {one.read_bytes() for one in path.parent.iterdir()}
        assert found <= {b"old", b"new", b"saved"}


@pytest.mark.parametrize("number", UNABLE)
@pytest.mark.parametrize("write", [convert, rename])
def test_a_file_system_that_cannot_exchange_is_written_as_well(
    path: Path, monkeypatch: pytest.MonkeyPatch, write: Write, number: int
) -> None:
    import ctypes

    def refused(*_: object) -> int:
        ctypes.set_errno(number)
        return -1

    monkeypatch.setattr(placing, "_renameat2", lambda: refused)
    path.chmod(0o750)
    assert refusal(write, path, files.read(str(path))) == ""
    (left,) = path.parent.iterdir()
    assert (left.read_bytes(), mode(left)) == (b"new", 0o750)
    left.rename(path)
    path.write_bytes(b"old")
    source = files.read(str(path))
    save(path)
    assert refusal(write, path, source) == f"{path}: {CHANGED}"
    assert (path.read_bytes(), listing(path.parent)) == (b"saved", ["a.cu"])


@pytest.mark.parametrize("system", ["darwin", "linux"])
def test_a_system_without_the_call(path: Path, monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    import ctypes

    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setattr(ctypes, "CDLL", lambda *_, **__: object())
    placing._renameat2.cache_clear()
    try:
        assert placing._renameat2() is None
        assert refusal(convert, path, files.read(str(path))) == ""
    finally:
        placing._renameat2.cache_clear()
    assert path.read_bytes() == b"new"


def test_an_exchange_that_cannot_be_undone_puts_the_save_back_all_the_same(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, left = placing._renamed, [1]

    def once(*words: Any) -> bool:
        left[0] -= 1
        if left[0] == 0:
            save(path)
        return left[0] == 0 and real(*words)

    monkeypatch.setattr(placing, "_renamed", once)
    assert refusal(convert, path, files.read(str(path))) == f"{path}: {CHANGED}"
    assert (path.read_bytes(), listing(path.parent)) == (b"saved", ["a.cu"])


def test_a_file_that_cannot_be_removed_keeps_its_name_alone(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is a mount of its own, for instance."""
    real, renamed = os.rename, placing._renamed

    def busy(old: str, new: str, **given: int) -> None:
        if old == path.name:
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        real(old, new, **given)

    monkeypatch.setattr(os, "rename", busy)
    monkeypatch.setattr(
        placing, "_renamed", lambda old, name, flag: old.name != path.name and renamed(old, name, flag)
    )
    assert refusal(rename, path, files.read(str(path))).endswith("cannot rename: Device or resource busy")
    assert (path.read_bytes(), listing(path.parent)) == (b"old", ["a.cu"])


def test_hard_links_keep_the_old_text(path: Path) -> None:
    os.link(path, path.parent / "b")
    convert(path, files.read(str(path)))
    assert (path.read_bytes(), (path.parent / "b").read_bytes()) == (b"new", b"old")
    assert (path.stat().st_nlink, (path.parent / "b").stat().st_nlink) == (1, 1)


# --- headers of ours ------------------------------------------------------------------------------------


def test_a_header_of_somebody_else_that_comes_meanwhile_stays(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = path.parent / "hipify_warp32.h"
    at_turns(monkeypatch, {1: lambda: place.write_bytes(b"mine")})
    with pytest.raises(HipifyError, match=r"warp32.h: not written: another file has this name: move it away"):
        own_headers.put_atop(str(path.parent), "hipify_warp32.h")
    assert place.read_bytes() == b"mine"


# --- what another run clears ----------------------------------------------------------------------------


def test_another_run_does_not_clear_what_came_out(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the exchange and the look at it a save of somebody else has the name of a temporary file."""
    seen: list[bool] = []

    def look() -> None:
        for name in os.listdir(path.parent):
            if is_temporary(name):
                with opened(str(path.parent), name) as slot:
                    seen.append(clear(slot))

    at_turns(monkeypatch, {1: lambda: save(path)})
    at_turns(monkeypatch, {1: look}, late=True)
    assert refusal(convert, path, files.read(str(path))) == f"{path}: {CHANGED}"
    assert (path.read_bytes(), seen) == (b"saved", [False])


def test_a_folder_that_somebody_locks_is_not_waited_for(path: Path) -> None:
    import fcntl

    descriptor = os.open(path.parent, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        start = time.monotonic()
        assert refusal(convert, path, files.read(str(path))) == ""
        assert time.monotonic() - start < 5
    finally:
        os.close(descriptor)
    assert path.read_bytes() == b"new"


def test_what_a_killed_run_exchanged_goes_with_the_next(tmp_path: Path) -> None:
    """It was killed after the exchange: the new file stands, the old one has the name of a temporary one."""
    for _ in range(2):
        put(tmp_path / "t/a.cu", "#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n")
        child = os.fork()
        if child == 0:
            try:
                with pytest.MonkeyPatch.context() as patch:
                    at_turns(patch, {1: lambda: os.kill(os.getpid(), 9)}, late=True)
                    convert(tmp_path / "t/a.cu", files.read(str(tmp_path / "t/a.cu")))
            finally:
                os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -9
        (left,) = (one for one in (tmp_path / "t").iterdir() if is_temporary(one.name))
        assert ((tmp_path / "t/a.cu").read_bytes(), left.read_bytes()[:8]) == (b"new", b"#include")
        assert run("convert", "-q", "-i", "t", cwd=tmp_path).code == 0
        assert os.listdir(tmp_path / "t") == ["a.cu"]


def test_locks_of_the_folder_end(tmp_path: Path) -> None:
    put(tmp_path / ".hipify-0011223344556677.tmp", "")
    with opened(str(tmp_path), ".hipify-0011223344556677.tmp") as slot:
        with opened(str(tmp_path), "x") as other:
            with kept(other.folder):
                assert not clear(slot)
            assert clear(slot)
        assert content(Slot(slot.folder, "nothing"), 5) is None
    assert write_below(str(tmp_path), "x", b"1")
