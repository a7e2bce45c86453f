"""Errors that name the place, the cause and the remedy."""

from __future__ import annotations

import errno
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hipify_py.model import HipifyError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Chunks = Callable[[], Iterable[bytes]]

_REMEDIES = {
    errno.ENOENT: "check the name",
    errno.EACCES: "change the permissions of the file or its folder",
    errno.EPERM: "the file or its folder may be immutable or belong to somebody else",
    errno.EISDIR: "name a file, or move the folder away",
    errno.ENOTDIR: "a part of the path is not a folder: move it away or name another path",
    errno.ELOOP: "a part of the path is a symlink: name the place that it leads to",
    errno.ENAMETOOLONG: "shorten the name or the path of the folder",
    errno.ENOSPC: "free some space; the file is as it was",
    errno.EDQUOT: "free some space in the quota; the file is as it was",
    errno.EFBIG: "raise the limit of file sizes (ulimit -f); the file is as it was",
    errno.EROFS: "choose a folder that can be written with -o DIR",
}


def printable(text: str) -> str:
    r"""Give a name in a form that fits on one line: control characters and foreign bytes as `\n`, `\xff`."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else _escaped(c) for c in text)


def _escaped(character: str) -> str:
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # a byte that is not UTF-8, as os.fsdecode smuggles it
        return f"\\x{code - 0xDC00:02x}"
    return character.encode("unicode_escape").decode("ascii")


def reason_of(error: OSError) -> str:
    """Say what the system said."""
    return os.strerror(error.errno) if error.errno else str(error)


def remedied(error: OSError) -> str:
    """Say what the system said, and what can be done about it."""
    remedy = _REMEDIES.get(error.errno or 0)
    return f"{reason_of(error)}: {remedy}" if remedy else reason_of(error)


def failure(path: str, action: str, error: OSError) -> HipifyError:
    """Make of an `OSError` an error that names the place, the cause and the remedy."""
    return HipifyError(f"{printable(path)}: cannot {action}: {remedied(error)}")


def refusal(path: str, cause: str, remedy: str) -> HipifyError:
    """Make an error that names the place, the cause and the remedy."""
    return HipifyError(f"{printable(path)}: {cause}: {remedy}")


@contextmanager
def reported(path: str, action: str) -> Iterator[None]:
    """Make of every `OSError` inside an error that names the place, the cause and the remedy."""
    try:
        yield
    except OSError as error:
        raise failure(path, action, error) from error
