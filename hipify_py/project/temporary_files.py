"""Temporary files: names that nobody can guess, in a folder that is kept open, and what a killed run left."""

from __future__ import annotations

import os
import stat
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Iterator

PEEK = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
TEMPORARY = re.compile(r"\.hipify-[0-9a-f]{16}\.tmp")
MOMENT = 60  # seconds after which nobody is about to rename a link that was made
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


class Slot(NamedTuple):
    """A name in an open folder."""

    folder: int
    name: str


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


def locked(slot: Slot, mode: int) -> int:
    """Make a temporary file, locked while it is open, so that `clear` knows what is still written."""
    from fcntl import LOCK_EX, flock

    while True:
        descriptor = os.open(slot.name, _NEW, mode, dir_fd=slot.folder)
        with suppress(OSError):  # a file system without locks
            flock(descriptor, LOCK_EX)
        if os.fstat(descriptor).st_nlink:
            return descriptor
        os.close(descriptor)  # it was taken for left over before it was locked


@contextmanager
def kept(folder: int) -> Iterator[None]:
    """See that no other run clears an open folder, while what stands in a temporary file is none of ours."""
    from fcntl import LOCK_NB, LOCK_SH, LOCK_UN, flock

    with suppress(OSError):  # a file system without locks, or somebody who has it: not to be waited for
        flock(folder, LOCK_SH | LOCK_NB)
    try:
        yield
    finally:
        with suppress(OSError):
            flock(folder, LOCK_UN)


def leftovers(folder: str | int) -> list[str]:
    """Give the names of temporary files in a folder, by its path or open; none where it cannot be listed."""
    with suppress(OSError):
        return sorted(filter(is_temporary, os.listdir(folder)))
    return []


def clear(slot: Slot) -> bool:
    """Remove a temporary file that nobody writes any more; say whether it is gone."""
    from fcntl import LOCK_EX, LOCK_NB, LOCK_UN, flock

    try:
        flock(slot.folder, LOCK_EX | LOCK_NB)
    except BlockingIOError:  # see `kept`
        return False
    except OSError:
        return _clear(slot)
    try:
        return _clear(slot)
    finally:
        flock(slot.folder, LOCK_UN)


def _clear(slot: Slot) -> bool:
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
