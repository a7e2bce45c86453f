"""Read files, and tell places apart. Every failure is a `HipifyError` that says what to do."""

from __future__ import annotations

import os
import posixpath
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.choices import SIZE_LIMIT
from hipify_py.model import HipifyError
from hipify_py.project.failures import failure, refusal
from hipify_py.regular_file import NotRegularError, TooLargeError, read_regular

if TYPE_CHECKING:
    from collections.abc import Iterator

Identity = tuple[int, int]  # device and inode
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


def repository(path: str) -> str | None:
    """Give the top of the repository around an absolute path, where its `.git` is; None if it is in none."""
    above = os.path.dirname(path)
    while not os.path.lexists(os.path.join(path, ".git")):
        if above == path:
            return None
        path, above = above, os.path.dirname(above)
    return path


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


def folders_around(path: str) -> Iterator[str]:
    """Give the folders in which a file lies, the nearest first."""
    while (folder := posixpath.dirname(path)) != path:
        yield folder
        path = folder


def is_inside(path: str, folder: str) -> bool:
    """Say whether `path` is `folder` or lies in it, both as they stand: resolve symlinks first."""
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def identity(path: str) -> Identity | None:
    """Say which thing stands at a path, however it is spelt; None where none does or it cannot be asked."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def holds(path: str, data: bytes) -> bool:
    """Say whether a file can be read and has these bytes."""
    with suppress(HipifyError):
        return read(path, limit=len(data)).data == data
    return False
