"""Whether a run has all of a project: nothing that lies above its folders may tell of what is in them."""

from __future__ import annotations

import os
import posixpath
import stat
from typing import TYPE_CHECKING

from hipify_py.project.file_kinds import BUILD_NAMES
from hipify_py.project.files import repository

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ABOVE = BUILD_NAMES | {"CMakePresets.json", "CMakeUserPresets.json", "SConstruct", "WORKSPACE", "wscript"}


class WholeRuns:
    """The folders of a run that hold whole projects; `walked` are all folders of it, and may be more."""

    def __init__(self, walked: Iterable[str]) -> None:
        """Look at nothing yet."""
        self._walked = frozenset(walked)
        self._whole: dict[str, bool] = {}

    def has(self, path: str) -> bool:
        """Say whether the run has the project of a file from its top on."""
        folder = posixpath.dirname(path)
        if folder not in self._walked:
            return False
        if folder not in self._whole:
            above = posixpath.dirname(folder)
            self._whole[folder] = (
                self.has(folder) if above in self._walked and above != folder else _ends(folder)
            )
        return self._whole[folder]


def _ends(top: str) -> bool:
    """Say whether a project ends with a folder: its repository does, or no build file lies above."""
    above = posixpath.dirname(top)
    if os.path.isdir(f"{top}/.git"):
        return not os.path.lexists(f"{above}/CMakeLists.txt")
    return repository(above) is None and not any(
        os.path.lexists(f"{folder}/{name}") for folder in _owned(above) for name in ABOVE
    )


def _owned(folder: str) -> Iterator[str]:
    """Give a folder and those above it, up to one in which everybody may write, as `/tmp`."""
    while not _is_everybodys(folder):
        yield folder
        if folder == posixpath.dirname(folder):
            return
        folder = posixpath.dirname(folder)


def _is_everybodys(folder: str) -> bool:
    try:
        return bool(os.stat(folder).st_mode & stat.S_IWOTH)
    except OSError:
        return False
