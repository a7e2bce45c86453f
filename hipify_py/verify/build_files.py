"""What the build files of a tree tell of how its units are compiled: folders for headers, and macros."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.choices import SIZE_LIMIT
from hipify_py.project.files import is_inside
from hipify_py.project.told_folders import LISTS, ToldFolders

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MOST_FOLDERS = 64  # of one unit
MAKEFILES = "makefiles"


class Given(NamedTuple):
    """The folders in which a unit looks for headers, in order, its macros as flags, and what says so."""

    folders: tuple[str, ...] = ()
    macros: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()


class BuildFiles:
    """The CMakeLists.txt and makefiles of some trees; each is read once."""

    def __init__(self, roots: Sequence[str], read: Callable[[str], bytes]) -> None:
        """Take the folders above which no build file counts, and what reads a file as it will be."""
        self._roots = roots
        self._told = ToldFolders(SIZE_LIMIT, cache(_names_in), cache(self._above), read)

    def given(self, path: str) -> Given:
        """Give what build files in the folder of a unit, and above, say for it; only folders of the trees."""
        folders = [(one, by) for one, by in self._told.folders(path) if self._is_ours(one)][:MOST_FOLDERS]
        macros = self._told.definitions(path)
        files = [by for _, by in (*folders, *macros)]
        origins = {LISTS if os.path.basename(one) == LISTS else MAKEFILES for one in files}
        return Given(
            tuple(one for one, _ in folders), tuple(f"-D{one}" for one, _ in macros), tuple(sorted(origins))
        )

    def _is_ours(self, folder: str) -> bool:
        return any(is_inside(folder, root) for root in self._roots)

    def _above(self, folder: str) -> tuple[str, ...]:
        """Give a folder and those above it, up to the root that holds it."""
        found = [folder]
        while (above := os.path.dirname(found[-1])) != found[-1] and self._is_ours(above):
            found.append(above)
        return tuple(found)


def _names_in(folder: str) -> frozenset[str]:
    try:
        return frozenset(os.listdir(folder))
    except OSError:
        return frozenset()
