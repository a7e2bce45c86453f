"""Read and write files.

A write is atomic: it goes to a temporary file beside the target, reaches the disk and is then renamed over
it, so a run that dies leaves every file old or new. Every failure is a `HipifyError` that says what to do.
Needs the file calls of POSIX (`dir_fd`, `O_NOFOLLOW`).
"""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.choices import SIZE_LIMIT
from hipify_py.model import HipifyError
from hipify_py.project.failures import failure, printable, refusal, reported
from hipify_py.regular_file import NotRegularError, TooLargeError, read_regular, read_up_to

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Chunks = Callable[[], Iterable[bytes]]

PEEK = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_TEMPORARY = (".hipify-", ".tmp")
_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)


class Source(NamedTuple):
    """The bytes of a file and what `os.stat` said of it while they were read."""

    data: bytes
    stat: os.stat_result


def read(path: str, *, limit: int = SIZE_LIMIT, option: str = "--max-size") -> Source:
    """Read a file of at most `limit` bytes; `option` is what a refusal names to raise the limit.

    Raises HipifyError when the file is missing, unreadable, too large, or not a regular file.
    """
    try:
        return Source(*read_regular(path, limit))
    except OSError as error:
        raise failure(path, "read", error) from error
    except NotRegularError as error:
        raise refusal(path, "cannot read: not a regular file", "name a file with source text") from error
    except TooLargeError as error:
        remedy = f"raise it with {option} BYTES or leave the file out with --exclude"
        raise refusal(path, f"{error.size:,} bytes are over the limit of {limit:,}", remedy) from error


def binary_reason(data: bytes) -> str | None:
    """Say why bytes are not a source text that can be converted, or None if they may be one."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return (
                f"{name} text (it starts with a byte order mark): convert it to UTF-8, for example with iconv"
            )
    at = data.find(b"\0")
    if at < 0:
        return None
    line = data.count(b"\n", 0, at) + 1
    return f"binary: a NUL byte on line {line} (byte offset {at}): leave the file out with --exclude"


def is_inside(path: str, folder: str) -> bool:
    """Say whether `path` is `folder` or lies in it, both as they stand: resolve symlinks first."""
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def is_temporary(name: str) -> bool:
    """Say whether a file name is one that a write gives to its temporary file."""
    start, end = _TEMPORARY
    return name.startswith(start) and name.endswith(end)


def write_atomic(path: str, data: bytes, like: os.stat_result | None = None) -> bool:
    """Replace or create the file `path`, which is never followed if it is a symlink.

    Mode and, where allowed, owner come from `like`, else from the file that stands there, else from the
    umask. A file that is replaced by its own conversion (`like` is its stat) keeps its extended attributes.
    Returns False, and leaves the file alone, if it has these bytes and this mode already.
    """
    folder, name = os.path.split(path)
    with reported(path, "write"):
        descriptor = os.open(folder or ".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            return replace(descriptor, name, lambda: (data,), like)
        finally:
            os.close(descriptor)


def write_in_place(path: str, source: Source, data: bytes, tree: str) -> bool:
    """Replace the file that `source` was read from by its conversion; False if nothing had to change.

    Raises HipifyError, with nothing written, if `path` is a symlink to a place outside the folder `tree`, if
    the file changed since it was read, or if it is read-only: by its mode bits, which count for root as well.
    """
    target = os.path.realpath(path)
    if os.path.islink(path) and not is_inside(target, os.path.realpath(tree)):
        cause = f"not written: a symlink to {printable(target)}, outside {printable(tree)}"
        raise refusal(path, cause, "name that file itself to convert it")
    if data == source.data:
        return False
    _check_writable(target, source)
    return write_atomic(target, data, source.stat)


def rename_in_place(path: str, source: Source, data: bytes, new: str) -> None:
    """Write the conversion of the file `path` to `new` beside it, then remove `path`.

    Raises HipifyError, with nothing removed, where `write_in_place` does, and if `new` has other bytes.
    """
    if os.path.islink(path):
        raise refusal(path, "not renamed: a symlink", "name the file that it leads to")
    _check_writable(path, source)
    if os.path.lexists(new) and not _holds(new, data):
        raise refusal(
            new, f"not written: it exists, and {printable(path)} would take its name", "move it away"
        )
    write_atomic(new, data, source.stat)
    with reported(path, "remove"):
        os.unlink(path)


def _holds(path: str, data: bytes) -> bool:
    with suppress(HipifyError):
        return read(path, limit=len(data)).data == data
    return False


def _check_writable(path: str, source: Source) -> None:
    with reported(path, "write"):
        now = os.stat(path)
    if _version(now) != _version(source.stat):
        raise refusal(path, "not written: the file changed while it was converted", "run again")
    if not now.st_mode & 0o222 or not _may_write(path):
        remedy = "allow writing (chmod u+w) or write elsewhere with -o DIR"
        raise refusal(path, "not written: the file is read-only", remedy)


def _may_write(path: str) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _version(status: os.stat_result) -> tuple[int, int, int, int]:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def replace(
    folder: int, name: str, chunks: Chunks, like: os.stat_result | None, *, durable: bool = True
) -> bool:
    """Put `chunks` into the file `name` of the open folder: temporary file, fsync, rename, fsync.

    What is not `durable` goes without the fsyncs: the copy of a file that stays where it is.
    """
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
        descriptor = os.open(temporary, _NEW, 0o600 if like else 0o666, dir_fd=folder)
        try:
            _fill(descriptor, chunks(), like, attributes)
            if durable:
                os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    if durable:
        os.fsync(folder)
    return True


def _same(old: int, status: os.stat_result, chunks: Chunks, like: os.stat_result) -> bool:
    if not stat.S_ISREG(status.st_mode) or stat.S_IMODE(status.st_mode) != stat.S_IMODE(like.st_mode):
        return False
    return all(read_up_to(old, len(chunk)) == chunk for chunk in chunks()) and not os.read(old, 1)


@contextmanager
def temporary_name(folder: int) -> Iterator[str]:
    """Give a name that nobody can guess, and remove what bears it if anything goes wrong, Ctrl-C included."""
    start, end = _TEMPORARY
    name = f"{start}{os.urandom(8).hex()}{end}"
    try:
        yield name
    except BaseException:
        with suppress(OSError):
            os.unlink(name, dir_fd=folder)
        raise


def _fill(
    descriptor: int, chunks: Iterable[bytes], like: os.stat_result | None, attributes: list[tuple[str, bytes]]
) -> None:
    for chunk in chunks:
        rest = memoryview(chunk)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
    if like:
        with suppress(OSError):  # only root gives files away
            os.fchown(descriptor, like.st_uid, like.st_gid)
        os.fchmod(descriptor, stat.S_IMODE(like.st_mode))  # after fchown, which clears set-user-id
    for name, value in attributes:
        with suppress(OSError):
            os.setxattr(descriptor, name, value)


def _attributes(descriptor: int) -> list[tuple[str, bytes]]:
    try:
        return [(name, os.getxattr(descriptor, name)) for name in os.listxattr(descriptor)]
    except (OSError, AttributeError):  # a file system or a platform without them
        return []
