"""Folders for headers that the build files around a source, and in the folders above, name."""

from __future__ import annotations

import os
import posixpath
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.build.file_names import is_makefile
from hipify_py.model import HipifyError
from hipify_py.project import files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from hipify_py.build.header_folders import Group

    Look = Callable[[str], str | None]

LISTS = "CMakeLists.txt"
PROJECT = b"project("
ADDS = b"add_subdirectory"


class Compiled(NamedTuple):
    """The folders in which compilations look for headers, and the sources named with them, as paths.

    `file` is the build file that tells of them, `definitions` and `target` are as in `Group`.
    """

    folders: tuple[str, ...]
    sources: frozenset[str]
    file: str = ""
    definitions: tuple[str, ...] = ()
    target: bytes = b""


class Way(NamedTuple):
    """What the build files in a folder tell: by source, all folders with the file that names each first.

    `alone` is what is told of the only target of CMake's, `base` what goes for all targets.
    """

    by_source: Mapping[str, Sequence[Compiled]]
    folders: Mapping[str, str]
    alone: tuple[Compiled, ...]
    base: tuple[Compiled, ...]


class ToldFolders:
    """Answers for one run: each build file is read once, and none larger than `limit` bytes.

    `names_in` gives the names in a folder, and `above` a folder and those above it to which the project goes.
    `read` gives the text of a build file, where that is not what the disk has.
    """

    def __init__(
        self,
        limit: int,
        names_in: Callable[[str], Iterable[str]],
        above: Callable[[str], Sequence[str]],
        read: Callable[[str], bytes] | None = None,
    ) -> None:
        """Read nothing yet."""
        self.limit, self.names_in, self.above, self._reader = limit, names_in, above, read
        self._told: dict[str, tuple[Compiled, ...]] = {}
        self._ways: dict[str, Way] = {}
        self._lists: dict[str, bytes] = {}
        self._named: dict[str, frozenset[str]] = {}

    def names(self, path: str) -> bool:
        """Say whether a build file around a source, or above, names it."""
        folder = posixpath.dirname(path)
        if folder not in self._named:
            told = (one.sources for way in self.above(folder) for one in self._in(way))
            self._named[folder] = frozenset[str]().union(*told)
        return path in self._named[folder]

    def find(self, path: str, look: Look) -> str | None:
        """Give what the source or header at a path finds in the folders that the nearest build files name.

        What names the source comes first. Where compilations would find several files, none is told.
        """
        for way in self.above(posixpath.dirname(path)):
            told = self._in(way)
            own = [one for one in told if path in one.sources]
            found = _hits(own, look) or _hits(told, look)
            if found:
                return found.pop() if len(found) == 1 else None
        return None

    def folders(self, path: str) -> list[tuple[str, str]]:
        """Give the folders that the build files around a source name, each with the first file that does.

        Those of what names the source come first, then all others, the nearest first.
        """
        ways = [self._way(one) for one in self.above(posixpath.dirname(path))]
        found: dict[str, str] = {}
        for one in (one for way in ways for one in way.by_source.get(path, ())):
            found |= {each: one.file for each in one.folders if each not in found}
        for way in ways:
            found |= {each: file for each, file in way.folders.items() if each not in found}
        return [*found.items()]

    def definitions(self, path: str) -> list[tuple[str, str]]:
        """Give the macros that CMake files define for a source, each with the file that does.

        Those of the targets that name the source, else of the one that the nearest file has; and what goes
        for all. A file farther above counts where it adds folders.
        """
        found: dict[str, str] = {}
        held = [way for way in self.above(posixpath.dirname(path)) if LISTS in self.names_in(way)]
        for place in held:
            if place != held[0] and ADDS not in self._lists_in(place).lower():
                break
            way = self._way(place)
            own = [one for one in way.by_source.get(path, ()) if one.target]
            for one in own or (way.alone if place == held[0] else ()) or way.base:
                found |= {each: one.file for each in one.definitions if each not in found}
        return [*found.items()]

    def _way(self, folder: str) -> Way:
        """Give what the build files in a folder tell, for whom, and who says so."""
        if folder not in self._ways:
            told = self._in(folder)
            by_source: dict[str, list[Compiled]] = {}
            folders: dict[str, str] = {}
            for one in told:
                folders |= {each: one.file for each in one.folders if each not in folders}
                for source in one.sources:
                    by_source.setdefault(source, []).append(one)
            of_targets = [one for one in told if one.target]
            alone = tuple(of_targets) if len({one.target for one in of_targets}) == 1 else ()
            of_all = (one for one in told if posixpath.basename(one.file) == LISTS and not one.target)
            self._ways[folder] = Way(by_source, folders, alone, tuple(of_all))
        return self._ways[folder]

    def _in(self, folder: str) -> tuple[Compiled, ...]:
        """Give what the build files in a folder tell."""
        if folder not in self._told:
            self._told[folder] = tuple(self._read(folder))
        return self._told[folder]

    def _read(self, folder: str) -> Iterator[Compiled]:
        groups: list[tuple[str, Group]] = []
        for name in sorted(self.names_in(folder)):
            file = posixpath.join(folder, name)
            if name == LISTS:
                from hipify_py.build.header_folders import of_cmake  # start-up: there may be no build file

                groups += ((file, one) for one in of_cmake(self._lists_in(folder), self._tops(folder)))
            elif is_makefile(name):
                from hipify_py.build.header_folders import of_makefile

                groups += ((file, one) for one in of_makefile(self._text(file)))
        for file, one in groups:
            ways = (_placed(folder, each) for each in one.folders)
            there = tuple(way for way in ways if os.path.isdir(way))
            macros = tuple(map(os.fsdecode, one.definitions))
            if there or macros or one.target:
                sources = frozenset(_placed(folder, each) for each in one.sources)
                yield Compiled(there, sources, file, macros, one.target)

    def _tops(self, folder: str) -> dict[bytes, bytes]:
        """Give the variables of CMake that hold a folder above one, or this."""
        held = [way for way in self.above(folder) if LISTS in self.names_in(way)]
        projects = (way for way in held if PROJECT in self._lists_in(way).lower())
        known = {b"CMAKE_SOURCE_DIR": held[-1], b"PROJECT_SOURCE_DIR": next(projects, held[-1])}
        known |= {b"CMAKE_CURRENT_SOURCE_DIR": folder, b"CMAKE_CURRENT_LIST_DIR": folder}
        return {name: os.fsencode(way) for name, way in known.items()}

    def _lists_in(self, folder: str) -> bytes:
        if folder not in self._lists:
            self._lists[folder] = self._text(posixpath.join(folder, LISTS))
        return self._lists[folder]

    def _text(self, path: str) -> bytes:
        with suppress(HipifyError, OSError):
            if self._reader:
                return self._reader(path)
            if os.path.isfile(path):
                return files.read(path, limit=self.limit).data
        return b""


def _hits(told: Iterable[Compiled], look: Look) -> set[str]:
    """Give the files that compilations find, each the first in its folders."""
    known: dict[str, str | None] = {}
    found = set[str]()
    for one in told:
        for way in one.folders:
            if way not in known:
                known[way] = look(way)
            if hit := known[way]:
                found.add(hit)
                break
    return found


def _placed(folder: str, way: bytes) -> str:
    return posixpath.normpath(posixpath.join(folder, os.fsdecode(way)))
