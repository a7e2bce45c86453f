"""What git tracks: the paths in the index of a repository, read without running git.

The form is that of gitformat-index(5), versions 2 to 4. A repository may come from anybody, so that the index
is bounded and each length in it is held against what there is; of a path it only says that it is tracked.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from functools import cached_property
from typing import NamedTuple

from hipify_py.project.globs import git_folder
from hipify_py.regular_file import NotRegularError, TooLargeError, read_regular

LIMIT = 100_000_000  # bytes of an index, and of the paths in one
LONGEST = 4096  # bytes of a path
HASHES = (20, 32)  # bytes of a SHA-1 and of a SHA-256
STATUS = 40  # bytes of an entry before its hash
EXTENDED = 0x40  # in the first byte of the flags: two bytes of them more
SPLIT = b"link"  # the extension that has the entries in another file


class Tracked(NamedTuple):
    """The paths that git tracks below the folder `top` (bytes, ends with a slash), in order.

    `told` is false where nothing says what it tracks.
    """

    top: bytes
    paths: tuple[bytes, ...]
    told: bool = True

    def has(self, path: bytes) -> bool:
        """Say whether git tracks `path`, which is absolute, or something in the folder of that name."""
        if not path.startswith(self.top):
            return False
        name = path[len(self.top) :]
        return _stands(self.paths, name) or _stands(self.paths, name + b"/")


class Index:
    """The index of the repository of which `top` is the work tree, read when it is first asked."""

    def __init__(self, top: str | None) -> None:
        """Take the folder with .git, or None where there is no repository."""
        self._top = top

    def has(self, path: str) -> bool:
        """Say whether git tracks an absolute path, or something in the folder of that name."""
        return self._top is not None and self._tracked.has(os.fsencode(path))

    @property
    def tells(self) -> bool:
        """Say whether there is an index that says what git tracks."""
        return self._top is not None and self._tracked.told

    @cached_property
    def _tracked(self) -> Tracked:
        return tracked(self._top or "")


def tracked(top: str) -> Tracked:
    """Give what git tracks in the repository of which `top` is the work tree.

    Where there is no index, or one that cannot be read, nothing is known to be.
    """
    place = os.fsencode(os.path.join(top, ""))
    try:
        data = read_regular(os.path.join(git_folder(os.path.join(top, ".git")), "index"), LIMIT)[0]
        return Tracked(place, _paths(data))
    except (OSError, ValueError, NotRegularError, TooLargeError):
        return Tracked(place, (), told=False)


def _stands(paths: tuple[bytes, ...], start: bytes) -> bool:
    """Say whether a path is `start`, or begins with it where that ends with a slash."""
    at = bisect_left(paths, start)
    found = paths[at] if at < len(paths) else b""
    return found.startswith(start) if start.endswith(b"/") else found == start


def _paths(data: bytes) -> tuple[bytes, ...]:
    """Give the paths of an index in order; raises `ValueError` where it is none, or one in two files."""
    version, count = int.from_bytes(data[4:8], "big"), int.from_bytes(data[8:12], "big")
    if data[:4] != b"DIRC" or version not in {2, 3, 4}:
        raise ValueError
    for size in HASHES:
        found: list[bytes] = []
        end = _entries(data, version, count, size, found)
        extensions = None if end is None else _extensions(data, end, size)
        if extensions is not None:
            if SPLIT in extensions:
                raise ValueError
            return tuple(sorted(found))
    raise ValueError


def _entries(data: bytes, version: int, count: int, size: int, found: list[bytes]) -> int | None:
    """Read the entries of an index with hashes of a size; give where they end, None where they do not fit."""
    at, path, total, last = 12, b"", 0, len(data) - size
    for _ in range(count):
        name = at + STATUS + size + 2
        if name >= last:
            return None
        if data[name - 2] & EXTENDED:
            name += 2
        kept = 0
        if version > 3:
            cut, name = _number(data, name)
            kept = len(path) - cut
        end = data.find(b"\0", name, min(name + LONGEST, last))
        total += kept + end - name
        if kept < 0 or end < 0 or kept + end - name > LONGEST or total > LIMIT:
            return None
        path = path[:kept] + data[name:end]
        found.append(path)
        at = end + 1 if version > 3 else end + 8 - (end - at) % 8
    return at if at <= last else None


def _number(data: bytes, at: int) -> tuple[int, int]:
    """Read a number of variable length, as those in packs are written; give it and where it ends."""
    value, byte = 0, 0x80
    for byte in data[at : at + 4]:
        at += 1
        value = (value << 7) | (byte & 0x7F)
        if not byte & 0x80:
            break
        value += 1
    return value, at


def _extensions(data: bytes, at: int, size: int) -> set[bytes] | None:
    """Give the signatures of the extensions, which begin at `at`; None where they do not fit."""
    found, last = set[bytes](), len(data) - size
    while at + 8 <= last:
        found.add(data[at : at + 4])
        at += 8 + int.from_bytes(data[at + 4 : at + 8], "big")
    return found if at == last else None
