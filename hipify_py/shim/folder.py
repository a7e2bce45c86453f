"""The folder of a shim: what stands in it, what of that is ours, and how it becomes what it should be."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.model import HipifyError
from hipify_py.project.atomic import opened
from hipify_py.project.failures import refusal, reported
from hipify_py.project.files import is_inside, read
from hipify_py.project.folders import walk
from hipify_py.project.marks import is_marked
from hipify_py.project.mirror import write_output
from hipify_py.project.overlap import check_folder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Changed(NamedTuple):
    """The paths of the files that were written anew, and of those that were removed."""

    written: list[str]
    removed: list[str]


def standing(folder: str) -> dict[str, bytes]:
    """Give the files of a shim that stand in a folder, by their paths below it."""
    found: dict[str, bytes] = {}
    for place, inner, names in walk(folder):
        inner.sort()
        for name in sorted(names):
            path = os.path.join(place, name)
            data = _data(path)
            if data is not None and is_marked(data):
                found[os.path.relpath(path, folder).replace(os.sep, "/")] = data
    return found


def _data(path: str) -> bytes | None:
    with suppress(OSError, HipifyError):
        return read(path).data if stat.S_ISREG(os.lstat(path).st_mode) else None
    return None


def check_apart(folder: str, paths: Sequence[str]) -> None:
    """Raise `HipifyError` where the folder of a shim is, or holds, what the shim is made for."""
    check_folder(folder, paths)
    place = os.path.realpath(folder)
    for path in paths:
        if is_inside(os.path.realpath(path), place):
            raise refusal(folder, f"the sources {path} lie in it", "name a folder of its own for the shim")


def excluded(folder: str, paths: Sequence[str]) -> list[str]:
    """Give the globs that leave the folder of a shim out of the folders among some paths."""
    place = os.path.realpath(folder)
    ways = [os.path.relpath(place, os.path.realpath(path)) for path in paths if os.path.isdir(path)]
    escaped = ["".join(f"\\{char}" if char in "*?[]\\" else char for char in way) for way in ways]
    return [f"/{way}" for way in escaped if not way.startswith("..")]


def write(folder: str, files: Mapping[str, bytes]) -> Changed:
    """Make a folder hold these files.

    Files of a former shim that it does not need any more are removed, others are left alone. Raises
    `HipifyError`, with nothing written, where what stands in the place of a file is not ours.
    """
    before = standing(folder)
    for path in files:
        if path not in before and os.path.lexists(os.path.join(folder, path)):
            cause = "not written: what has this name was not made by hipify-py shim, or was changed since"
            raise refusal(os.path.join(folder, path), cause, "move it away, or name another folder with -o")
    written = [path for path, data in files.items() if write_output(folder, path, data)]
    gone = sorted(set(before) - set(files))
    for path in gone:
        _remove(folder, path)
    return Changed(written, gone)


def _remove(folder: str, path: str) -> None:
    with reported(os.path.join(folder, path), "remove"), opened(folder, path) as slot:
        os.unlink(slot.name, dir_fd=slot.folder)
    above = os.path.dirname(path)
    while above:
        try:
            os.rmdir(os.path.join(folder, above))
        except OSError:  # something else lies in it
            return
        above = os.path.dirname(above)
