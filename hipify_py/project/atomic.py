"""Write files so that a run that dies leaves each of them old or new.

A write goes to a temporary file beside its target, reaches the disk and is then renamed over it. Folders are
opened step by step without following links and kept open, so that one which is swapped for a link meanwhile
leads nowhere else. Needs the file calls of POSIX (`dir_fd`, `O_NOFOLLOW`, `flock`).
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from hipify_py.project.failures import printable, refusal, reported
from hipify_py.project.placing import put
from hipify_py.project.temporary_files import PEEK, Slot, locked, temporary_name
from hipify_py.regular_file import read_up_to

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from hipify_py.project.placing import Guard

    Chunks = Callable[[], Iterable[bytes]]

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC


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


def content(at: Slot, most: int) -> bytes | None:
    """Give what a file of an open folder holds, `most` bytes and one more; None where it cannot be read."""
    with suppress(OSError):
        descriptor = os.open(at.name, PEEK, dir_fd=at.folder)
        try:
            return read_up_to(descriptor, most + 1)
        finally:
            os.close(descriptor)
    return None


def write_below(
    root: str, relative: str, data: bytes, *, make: bool = False, guard: Guard | None = None
) -> bool:
    """Replace or create a file below `root`, found as `opened` does; its mode and owner are kept.

    `guard` is as in `replace`. Returns False, and leaves the file alone, if it has these bytes already.
    """
    with reported(os.path.join(root, relative), "write"), opened(root, relative, make=make) as slot:
        return replace(slot, lambda: (data,), None, guard=guard)


def replace(
    slot: Slot,
    chunks: Chunks,
    like: os.stat_result | None,
    *,
    durable: bool = True,
    guard: Guard | None = None,
) -> bool:
    """Put `chunks` into a file: temporary file, fsync, rename, fsync.

    Mode and, where allowed, owner come from `like`, else from the file that stands there, else from the
    umask. A file that is replaced by its own conversion (`like` is its stat) keeps its extended attributes.
    What is not `durable` goes without the fsyncs: the copy of a file that stays where it is. `guard`
    raises where what stands there must stay, as `placing.put` asks it.
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
        descriptor = locked(Slot(folder, temporary), 0o600 if like else 0o666)
        try:
            _fill(descriptor, chunks(), like, attributes)
            if durable:
                os.fsync(descriptor)
            if guard:
                put(Slot(folder, temporary), name, guard)
            else:
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
