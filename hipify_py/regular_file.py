"""Read a regular file whole and nothing else: no pipe that waits for a writer, no device without an end."""

from __future__ import annotations

import errno
import os
import stat

CHUNK = 1 << 20


class NotRegularError(Exception):
    """What stands at a path is a pipe, a socket or a device."""


class TooLargeError(Exception):
    """A file holds more than it may; `size` is how many bytes at least."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.size = size


def read_regular(path: str | os.PathLike[str], limit: int) -> tuple[bytes, os.stat_result]:
    """Give the bytes of a file, at most `limit` of them, and what `os.stat` says of it meanwhile.

    Raises `OSError`, `NotRegularError` and `TooLargeError`.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        status = os.fstat(descriptor)
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(status.st_mode):
            raise NotRegularError
        if status.st_size > limit:
            raise TooLargeError(status.st_size)
        data = read_up_to(descriptor, limit + 1)
    finally:
        os.close(descriptor)
    if len(data) > limit:
        raise TooLargeError(len(data))
    return data, status


def read_up_to(descriptor: int, count: int) -> bytes:
    """Read `count` bytes, or what there is."""
    parts = []
    while count > 0 and (part := os.read(descriptor, min(count, CHUNK))):
        parts.append(part)
        count -= len(part)
    return b"".join(parts)
