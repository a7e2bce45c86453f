"""Keep what took time, as compiling rules does, in the user's cache folder, if one can be written.

What is kept is used only as this user wrote it: in a file of theirs that nobody else can write to, with a
checksum that fits. Anything else is as good as nothing, and made anew.
"""

from __future__ import annotations

import os
import stat
import time
from _thread import get_ident
from contextlib import suppress
from importlib.util import source_hash
from pathlib import Path

from hipify_py.regular_file import read_up_to

DAY = 24 * 60 * 60  # seconds
UNUSED = 30 * DAY  # after which a compiled form is taken away when another is kept
SUM = 8  # bytes of the checksum at the start of what is kept
OTHERS = stat.S_IWGRP | stat.S_IWOTH
LARGEST = 200_000_000  # bytes of what is kept for one file, which are read at once


def folder() -> Path:
    """Give the folder of the user's cache; one in which nothing can be kept where there is no home.

    A relative path is ignored: https://specifications.freedesktop.org/basedir-spec/latest/
    """
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):
        base = os.path.expanduser("~/.cache")
    return Path(base if os.path.isabs(base) else os.devnull) / "hipify-py"  # no home, nothing is kept


def kept(path: Path) -> bytes | None:
    """Give what `keep` wrote; None where nothing fit to be used stands there."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError):  # nothing, a link; a path that holds a NUL
        return None
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_uid != os.geteuid() or status.st_mode & OTHERS:
            return None
        if status.st_size > LARGEST:  # damaged, perhaps without an end in sight
            return None
        with suppress(OSError):
            mark, data = os.read(descriptor, SUM), read_up_to(descriptor, status.st_size)
            if mark != _sum(path, data):
                return None
            if status.st_mtime < time.time() - DAY:  # it is still in use
                with suppress(OSError):
                    os.utime(descriptor)
            return data
    finally:
        os.close(descriptor)
    return None


def keep(path: Path, data: bytes) -> None:
    """Write what is to be kept so that a reader sees all of it or none; a failure costs only time."""
    if len(data) > LARGEST - SUM:
        return
    part = f"{path}.{os.getpid()}.{get_ident()}"
    try:
        if not _is_ours(path.parent):
            return
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        with open(descriptor, "wb", buffering=0) as file:
            rest = memoryview(_sum(path, data) + data)
            while rest:
                rest = rest[file.write(rest) :]
        os.replace(part, path)
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            os.unlink(part)


def _is_ours(folder: Path) -> bool:
    """Make a folder if none is there; say whether it is ours: as with sudo, theirs is not ours to fill."""
    try:
        return os.stat(folder).st_uid == os.geteuid()
    except FileNotFoundError:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder.stat().st_uid == os.geteuid()


def _sum(path: Path, data: bytes) -> bytes:
    """Give the checksum of what is kept under a name: under another one it does not fit."""
    return source_hash(os.fsencode(path.name) + b"\0" + data)


def clear(kept: Path) -> None:
    """Take away what other rules or versions of the program came to and nobody asked for in a while."""
    for path in kept.parent.glob("rules-*"):
        with suppress(OSError):
            if path.lstat().st_mtime < kept.stat().st_mtime - UNUSED:
                path.unlink()
