"""Files by the last parts of their paths: what a name in an include may mean by these alone."""

from __future__ import annotations

import os
import posixpath
from contextlib import suppress
from filecmp import cmp
from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.project.file_kinds import folder_kind, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST_FILES = 100_000  # of a tree: in a larger one nothing is looked for by the tail of its path
MOST_COPIES = 8  # files of one name that are compared with each other
PACKAGES = "node_modules"  # of programs in JavaScript, which no header is included from


def tails(top: str, output: str | None, gone: Sequence[str], *, vendored: bool) -> Tails:
    """Give the files of a tree, of what is vendored or of the rest, with some that are gone.

    None are given of too large a tree, and nothing of the folder `output`.
    """
    paths = list(islice(_files(top, output, vendored=vendored), MOST_FILES + 1))
    return Tails(top, () if len(paths) > MOST_FILES else (*paths, *gone))


def by_tail(paths: Sequence[str]) -> dict[str, str]:
    """Map every path, and every tail of one that no other path shares, to the path."""
    found: dict[str, str] = {}
    shared: set[str] = set()
    for path in paths:
        parts = path.split("/")
        for start in range(1, len(parts)):
            tail = posixpath.join(*parts[start:])
            if found.setdefault(tail, path) != path:
                shared.add(tail)
    return {tail: path for tail, path in found.items() if tail not in shared} | {path: path for path in paths}


def _files(top: str, output: str | None, *, vendored: bool) -> Iterator[str]:
    """Give what may be source in a tree, of what is vendored or of the rest, but for what is built or cached.

    What was written is left out, too.
    """
    stack = [(top, False)]
    while stack:
        folder, brought = stack.pop()
        with suppress(OSError), os.scandir(folder) as listing:
            for item in listing:
                if item.is_dir(follow_symlinks=False):
                    kind = folder_kind(item.name)
                    goes_on = not kind or (vendored and kind == "vendored" and item.name != PACKAGES)
                    if item.path != output and goes_on:
                        stack.append((item.path, brought or bool(kind)))
                elif (
                    brought is vendored
                    and item.is_file(follow_symlinks=False)
                    and kind_of(item.name) != "other"
                ):
                    yield item.path


class Tails:
    """The files of a tree by the last parts of their paths, as many as a name has."""

    def __init__(self, top: str, paths: Sequence[str]) -> None:
        self.top, self.paths = top, paths
        self._by_length: dict[int, dict[str, list[str]]] = {}
        self._holders: dict[str, dict[str, str | None]] = {}

    def _ending(self, name: str) -> Sequence[str]:
        """Give the files whose paths end in a name; those of all names of its length are found at once."""
        parts = name.count("/") + 1
        if parts not in self._by_length:
            found = self._by_length[parts] = {}
            for path in self.paths:
                found.setdefault("/".join(path.rsplit("/", parts)[1:]), []).append(path)
        return self._by_length[parts].get(name, ())

    def has(self, name: str) -> bool:
        """Say whether any file's path ends so."""
        return bool(self._ending(name))

    def copy(self, name: str) -> str | None:
        """Give the first of the files whose paths end so, if all say the same."""
        first, *others = sorted(self._ending(name))[: MOST_COPIES + 1] or [""]
        alike = 0 < len(others) < MOST_COPIES and all(_are_alike(first, one) for one in others)
        return first if alike else None

    def first(self, folder: str, name: str) -> str | None:
        """Give that of such files whose folder shares the most with another, by name the first of several."""
        paths = sorted(self._ending(name))
        return max(paths, key=lambda path: len(posixpath.commonpath((path, folder))), default=None)

    def nearest(self, folder: str, name: str) -> str | None:
        """Give the one such file in the first folder above another that holds any; None of several there."""
        if name not in self._holders:
            self._holders[name] = self._held(name)
        holders = self._holders[name]
        while folder not in holders and folder != self.top:
            folder = posixpath.dirname(folder)
        return holders.get(folder)

    def _held(self, name: str) -> dict[str, str | None]:
        """Give for each folder that holds a file of some name, at whatever depth, that file, if it is one."""
        found: dict[str, str | None] = {}
        for path in self._ending(name):
            folder = path
            while folder != self.top:
                folder = posixpath.dirname(folder)
                found[folder] = None if folder in found else path
        return found


def _are_alike(first: str, other: str) -> bool:
    with suppress(OSError):
        return cmp(first, other, shallow=False)
    return False
