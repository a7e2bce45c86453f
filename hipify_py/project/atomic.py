"""Write files so that a run that dies leaves each of them old or new.

A write goes to a temporary file beside its target, reaches the disk and is then renamed over it. Folders are
opened step by step without following links and kept open, so that one which is swapped for a link meanwhile
leads nowhere else. Needs the file calls of POSIX (`dir_fd`, `O_NOFOLLOW`, `flock`).
"""

from __future__ import annotations

import errno
import os
import re
import stat
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.project.failures import printable, refusal, reported
from hipify_py.regular_file import read_up_to

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Chunks = Callable[[], Iterable[bytes]]

PEEK = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
TEMPORARY = re.compile(r"\.hipify-[0-9a-f]{16}\.tmp")
MOMENT = 60  # seconds after which nobody is about to rename a link that was made
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC


class Slot(NamedTuple):
    """A name in an open folder."""

    folder: int
    name: str


@contextmanager
def opened(root: str, relative: str, *, make: bool = False) -> Iterator[Slot]:
    """Open the folder of `relative` (POSIX) below `root`; the name is "" for `root` itself.

    No link is followed on the way. With `make` folders that are missing are made, and `root` may be a link.
    Raises HipifyError if `relative` leads out of `root`: by `..`, by being absolute, or through a link; and,
    at the end, if the folder no longer stands at its path: what was done in it went with it.
    """
    *folders, name = relative.split("/")
    if relative != "." and any(part in {"", ".", ".."} for part in (*folders, name)):
        cause = f"not written: the path leads out of {printable(root)}"
        raise refusal(relative, cause, "name files and folders without .. in their path")
    if make:
        os.makedirs(root, exist_ok=True)
    folder = os.open(root, _FOLDER if make else _FOLDER | os.O_NOFOLLOW)
    try:
        for at, part in enumerate(folders):
            try:
                inner = step(folder, part, make=make)
            except OSError as error:
                if error.errno not in {errno.ENOTDIR, errno.ELOOP}:
                    raise
                place = os.path.join(root, *folders[: at + 1])
                cause = "a file or a symlink where a folder has to be"
                raise refusal(place, cause, "move it away") from error
            os.close(folder)
            folder = inner
        yield Slot(folder, "" if relative == "." else name)
        place = os.path.join(root, *folders)
        if not _stands(folder, place):
            raise refusal(place, "this folder was moved away while a file in it was written", "run again")
    finally:
        os.close(folder)


def _stands(folder: int, place: str) -> bool:
    """Say whether an open folder is the one at a path."""
    with suppress(OSError):
        return os.path.samestat(os.fstat(folder), os.stat(place))
    return False


def step(folder: int, name: str, *, make: bool) -> int:
    """Open a folder in an open one, which with `make` is made if it is not there; never through a link."""
    if make:
        with suppress(FileNotFoundError):  # most are there
            return os.open(name, _FOLDER | os.O_NOFOLLOW, dir_fd=folder)
        with suppress(FileExistsError):
            os.mkdir(name, dir_fd=folder)
    return os.open(name, _FOLDER | os.O_NOFOLLOW, dir_fd=folder)


def write_below(root: str, relative: str, data: bytes, *, make: bool = False) -> bool:
    """Replace or create a file below `root`, found as `opened` does; its mode and owner are kept.

    Returns False, and leaves the file alone, if it has these bytes already.
    """
    with reported(os.path.join(root, relative), "write"), opened(root, relative, make=make) as slot:
        return replace(slot, lambda: (data,), None)


def replace(
    slot: Slot,
    chunks: Chunks,
    like: os.stat_result | None,
    *,
    durable: bool = True,
    guard: Callable[[], object] | None = None,
) -> bool:
    """Put `chunks` into a file: temporary file, fsync, rename, fsync.

    Mode and, where allowed, owner come from `like`, else from the file that stands there, else from the
    umask. A file that is replaced by its own conversion (`like` is its stat) keeps its extended attributes.
    What is not `durable` goes without the fsyncs: the copy of a file that stays where it is. `guard` is
    called last before the rename, and raises where it must not be.
    Returns False, and leaves the file alone, if it has these bytes and this mode already.
    Raises OSError where a pipe, a socket or a device stands: a file in its place would take it from others.
    """
    folder, name = slot
    _check_place(slot)
    attributes: list[tuple[str, bytes]] = []
    with suppress(OSError):  # no old file, or none that can be read: then nothing is known to be the same
        old = os.open(name, PEEK, dir_fd=folder)
        try:
            status = os.fstat(old)
            if like is None or os.path.samestat(status, like):
                attributes = _attributes(old)
            like = like or status
            if _same(old, status, chunks, like):
                return False
        finally:
            os.close(old)
    with temporary_name(folder) as temporary:
        descriptor = _locked(folder, temporary, 0o600 if like else 0o666)
        try:
            _fill(descriptor, chunks(), like, attributes)
            if durable:
                os.fsync(descriptor)
            if guard:
                guard()
            os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
        finally:
            os.close(descriptor)
    if durable:
        os.fsync(folder)
    return True


def _check_place(slot: Slot) -> None:
    folder, name = slot
    try:
        mode = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
    except FileNotFoundError:
        return
    if not (stat.S_ISREG(mode) or stat.S_ISLNK(mode) or stat.S_ISDIR(mode)):
        text = "a pipe, a socket or a device stands there: name another place"
        raise OSError(text)


def _same(old: int, status: os.stat_result, chunks: Chunks, like: os.stat_result) -> bool:
    if not stat.S_ISREG(status.st_mode) or stat.S_IMODE(status.st_mode) != stat.S_IMODE(like.st_mode):
        return False
    return all(read_up_to(old, len(chunk)) == chunk for chunk in chunks()) and not os.read(old, 1)


def _fill(
    descriptor: int, chunks: Iterable[bytes], like: os.stat_result | None, attributes: list[tuple[str, bytes]]
) -> None:
    for chunk in chunks:
        rest = memoryview(chunk)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
    if like:
        mode = stat.S_IMODE(like.st_mode)
        try:
            os.fchown(descriptor, like.st_uid, like.st_gid)
        except OSError:  # only root gives files away
            mode &= ~(stat.S_ISUID | stat.S_ISGID)  # which now would lend our rights
        os.fchmod(descriptor, mode)  # after fchown, which clears set-user-id
    for name, value in attributes:
        with suppress(OSError):
            os.setxattr(descriptor, name, value)


def _attributes(descriptor: int) -> list[tuple[str, bytes]]:
    try:
        return [(name, os.getxattr(descriptor, name)) for name in os.listxattr(descriptor)]
    except (OSError, AttributeError):  # a file system or a platform without them
        return []


def is_temporary(name: str) -> bool:
    """Say whether a file name is one that a write gives to its temporary file."""
    return TEMPORARY.fullmatch(name) is not None


@contextmanager
def temporary_name(folder: int) -> Iterator[str]:
    """Give a name that nobody can guess, and remove what bears it if anything goes wrong, Ctrl-C included."""
    name = f".hipify-{os.urandom(8).hex()}.tmp"
    try:
        yield name
    except BaseException:
        with suppress(OSError):
            os.unlink(name, dir_fd=folder)
        raise


def _locked(folder: int, name: str, mode: int) -> int:
    """Make a temporary file, locked while it is open, so that `clear` knows what is still written."""
    from fcntl import LOCK_EX, flock

    while True:
        descriptor = os.open(name, _NEW, mode, dir_fd=folder)
        with suppress(OSError):  # a file system without locks
            flock(descriptor, LOCK_EX)
        if os.fstat(descriptor).st_nlink:
            return descriptor
        os.close(descriptor)  # it was taken for left over before it was locked


def leftovers(folder: str | int) -> list[str]:
    """Give the names of temporary files in a folder, by its path or open; none where it cannot be listed."""
    with suppress(OSError):
        return sorted(filter(is_temporary, os.listdir(folder)))
    return []


def clear(slot: Slot) -> bool:
    """Remove a temporary file that nobody writes any more; say whether it is gone."""
    from fcntl import LOCK_EX, LOCK_NB, flock

    folder, name = slot
    try:
        status = os.stat(name, dir_fd=folder, follow_symlinks=False)
        if stat.S_ISLNK(status.st_mode):
            if time.time() - status.st_mtime < MOMENT:
                return False
            os.unlink(name, dir_fd=folder)
            return True
        descriptor = os.open(name, PEEK, dir_fd=folder)
        try:
            flock(descriptor, LOCK_EX | LOCK_NB)
            if stat.S_ISREG(status.st_mode):
                os.unlink(name, dir_fd=folder)
        finally:
            os.close(descriptor)
    except OSError:
        return False
    return stat.S_ISREG(status.st_mode)
