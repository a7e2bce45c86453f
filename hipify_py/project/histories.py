"""Histories that are not copied: over that of an output which has its own, and what points to one elsewhere.

Over an output that is a repository, a port or another work tree, a run would copy the input's history, and
the output's commits would be gone. A work tree's `.git` is a file that names the folder of its state:
with a copy of it, a commit in the output would move the branch of the input.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from typing import TYPE_CHECKING

from hipify_py.project.file_kinds import FOLDERS
from hipify_py.project.folders import walk
from hipify_py.project.temporary_files import PEEK, is_temporary
from hipify_py.regular_file import CHUNK, NotRegularError, TooLargeError, read_regular

if TYPE_CHECKING:
    from collections.abc import Iterator

LEFT = "the output has one of its own, which is left as it is"
ELSEWHERE = "it points to a history elsewhere and is not copied"
REASONS = (LEFT, ELSEWHERE)
POINTER, LONGEST = b"gitdir:", 5000  # of a file that names where a history is; bytes that are read of it


def is_history(path: str) -> bool:
    """Say whether a folder, or a file that points to one, is that of a version control."""
    return os.path.basename(path) in FOLDERS["version control"]


def why_not(path: str, root: str, place: str) -> str:
    """Give why a history of the tree at `root` is not copied to `place`; "" where it is, or is none."""
    if not is_history(path):
        return ""
    return ELSEWHERE if _leads_out(path, root) else LEFT if has_own(path, place) else ""


def _leads_out(path: str, root: str) -> bool:
    """Say whether a file names a history by what is wrong in a copy of the tree, as a submodule's is not."""
    if os.path.islink(path):
        return not _is_below(root, path, os.readlink(path))
    with suppress(OSError, NotRegularError, TooLargeError):
        said, _ = read_regular(path, LONGEST)
        if said.startswith(POINTER):
            named = os.fsdecode(said[len(POINTER) :].strip())
            return os.path.isabs(named) or not _is_below(root, path, named)
    return False


def _is_below(root: str, path: str, named: str) -> bool:
    """Say whether what a file names, as seen from its folder, lies in the tree."""
    there = os.path.normpath(os.path.join(os.path.dirname(path), named))
    return there.startswith(os.path.normpath(root) + os.sep)


def has_own(path: str, place: str) -> bool:
    """Say whether at `place` in the output stands what a copy of the history at `path` does not come to.

    A part of the copy is none of its own: a run that was interrupted is completed by the next.
    """
    return any(not _same(source, copy) for source, copy in _pairs(path, place))


def _pairs(path: str, place: str) -> Iterator[tuple[str, str]]:
    """Give what stands at `place`, folders and all in them, with its counterparts at `path`."""
    if not os.path.lexists(place):
        return
    yield path, place
    if os.path.islink(place) or os.path.islink(path) or not os.path.isdir(place):
        return
    for folder, folders, names in walk(place):
        source = os.path.join(path, os.path.relpath(folder, place))
        for name in (*names, *folders):
            if not is_temporary(name):
                yield os.path.join(source, name), os.path.join(folder, name)


def _same(source: str, copy: str) -> bool:
    with suppress(OSError):
        one, other = os.lstat(source), os.lstat(copy)
        if stat.S_IFMT(one.st_mode) != stat.S_IFMT(other.st_mode):
            return False
        if stat.S_ISLNK(one.st_mode):
            return os.readlink(source) == os.readlink(copy)
        return not stat.S_ISREG(one.st_mode) or (one.st_size == other.st_size and _same_bytes(source, copy))
    return False


def _same_bytes(source: str, copy: str) -> bool:
    one = os.open(source, PEEK)
    try:
        other = os.open(copy, PEEK)
        try:
            while (chunk := os.read(one, CHUNK)) == os.read(other, CHUNK):
                if not chunk:
                    return True
        finally:
            os.close(other)
    finally:
        os.close(one)
    return False
