"""Where on disk the file lies that an `#include` names, without a build to ask.

It is looked for as a person would: beside the including file, in the folders that the user or the build
names, be it in build files around the file or above, in the folders above with their `include`, `inc` and
`src`, and in the end by the tail of its path anywhere in the tree. What is found depends on what stands on
the disk, never on which files a run is about.
"""

from __future__ import annotations

import os
import posixpath
from contextlib import suppress
from typing import TYPE_CHECKING

from hipify_py.choices import SIZE_LIMIT
from hipify_py.project.compile_commands import ALL, include_folders
from hipify_py.project.files import is_inside
from hipify_py.project.header_names import LANGUAGE, OF_NVIDIA, OF_SAMPLES, STANDARD
from hipify_py.project.library_copies import LibraryCopies
from hipify_py.project.path_tails import tails
from hipify_py.project.told_folders import ToldFolders

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from hipify_py.project.path_tails import Tails
    from hipify_py.rules.names import Name

LEVELS = 8  # folders above a file in which its headers are looked for, where no repository ends before
COMMON = ("", "include", "inc", "src", "common", "Common")
Found = str | None


class IncludePaths:
    """Answers for one run; what the disk says is asked once.

    `roots` are the folders that the run is about, whose files count as one tree where no repository holds
    them; `folders` are those that the user names for headers; `output` is left out; of a build file no more
    than `limit` bytes are read. `gone` are files that count as there although they have another name by now.
    `known` are CUDA's headers: a file of the project takes the place of one only beside
    the including file, or in a folder of headers where HIP has no counterpart for it. `near` leaves out what
    hangs on files that are not on the way: what a compile_commands.json says, and the tails of paths.
    `links` are the paths, of those found, on which a link stands, with the files that they lead to.
    Copies of CUB and Thrust are looked through, but for those in the folders `converted`.
    """

    def __init__(  # noqa: PLR0913
        self,
        known: Mapping[bytes, Name],
        roots: Iterable[str] = (),
        folders: Sequence[str] = (),
        *,
        output: str | None = None,
        gone: Collection[str] = (),
        limit: int = SIZE_LIMIT,
        near: bool = False,
        converted: Collection[str] = (),
    ) -> None:
        """Look at nothing yet."""
        self.known, self.folders, self.output, self.limit = known, folders, output, limit
        self.roots = sorted(roots, key=len, reverse=True)
        self.gone = frozenset(gone)
        self.near = near
        self.links: dict[str, str] = {}
        self._found: dict[tuple[str, bytes, bool], Found] = {}
        self._names: dict[str, frozenset[str]] = {}
        self._ways: dict[str, tuple[str, ...]] = {}
        self._real: dict[str, str] = {}
        self._repositories: dict[str, Found] = {}
        self._trees: dict[tuple[str, bool], Tails] = {}
        self._tops: dict[str, Found] = {}
        self._builds: dict[Found, Mapping[str, tuple[str, ...]]] = {}
        self.unusable: dict[str, str] = {}  # what says how sources are compiled and cannot be used, and why
        self._told = ToldFolders(limit, self._names_in, self._built)
        self._of_cuda: dict[str, bool] = {}
        self._copies = LibraryCopies(known, self._names_in, self._upward, converted)
        self.brought = set[str]()  # of those brought along, what was found by the end of its path alone

    def find(self, path: str, include: bytes, quoted: bool) -> Found:  # noqa: FBT001
        """Give the file, by its one path without links, that an include in the file at a path names.

        None for one of a copy of a library, in whose place ROCm's comes.
        """
        return self._outside_copies(self._place(path, include, quoted))

    def copied(self, path: str, includes: Iterable[tuple[bytes, bool]]) -> dict[bytes, bytes]:
        """Give for those includes of a file that name files of such copies the paths by which all do."""
        found = ((include, self._place(path, include, quoted)) for include, quoted in includes)
        known = ((include, self._copies.path_of(place)) for include, place in found if place)
        return {include: path for include, path in known if path}

    def _outside_copies(self, place: Found) -> Found:
        return None if place and self._copies.path_of(place) else place

    def _place(self, path: str, include: bytes, quoted: bool) -> Found:  # noqa: FBT001
        folder = posixpath.dirname(path)
        by_source = self._of_build(self.top(folder))
        by_itself = path in by_source or self._told.names(path)
        key = path if by_itself else folder, include, quoted
        if key not in self._found:
            named = by_source.get(path) or by_source[ALL]
            self._found[key] = self._look(path, include, named, quoted=quoted)
        return self._found[key]

    def by_name(self, path: str, include: bytes) -> Found:
        """Give the one file nearby that has the name of an include, whatever its path says."""
        name = posixpath.basename(include.decode("utf-8", "surrogateescape"))
        if not name or "\0" in name or name in STANDARD or OF_NVIDIA.match(include):
            return None
        return self._outside_copies(self._by_tail(posixpath.dirname(path), name))

    def _of_build(self, top: Found) -> Mapping[str, tuple[str, ...]]:
        """Give the folders for headers that the build of a tree names, by source."""
        if top not in self._builds:
            told = include_folders(top, self.limit, self.unusable) if top and not self.near else {ALL: ()}
            self._builds[top] = told
        return self._builds[top]

    def in_sight(self, path: str, include: bytes) -> Found:
        """Give the file that an include in quotes names beside the file at a path or in the folders above."""
        folder, name = posixpath.dirname(path), include.decode("utf-8", "surrogateescape")
        ways = (folder, *self._above(folder))
        return self._first(ways, name)

    def _first(self, ways: Iterable[str], name: str) -> Found:
        """Give the file of a name in the first of some folders that holds one."""
        return next((place for way in ways if (place := self._in(way, name))), None)

    def _built(self, folder: str) -> Sequence[str]:
        """Give a folder and those above it whose build files may tell of what is in it."""
        top = None if self.near else self.top(folder)
        return [way for way in self._upward(folder) if is_inside(way, top)] if top else ()

    def _look(self, path: str, include: bytes, named: Sequence[str], *, quoted: bool) -> Found:
        folder, name = posixpath.dirname(path), include.decode("utf-8", "surrogateescape")
        if not name or "\0" in name:
            return None
        if quoted and (place := self._in(folder, name)):
            return place
        known = self.known.get(include)
        of_cuda = known is not None and known.to is not None
        if of_cuda or name in STANDARD or LANGUAGE.fullmatch(include):
            return None
        places = (*self.folders, *named)
        given = (way for way in places if not self._is_cudas(way))
        found = (
            self._first(given, name)
            or self._told.find(path, lambda way: None if self._is_cudas(way) else self._in(way, name))
            or self._first(self._above(folder), name)
        )
        return found or self._far(folder, include, posixpath.normpath(name), quoted=quoted)

    def _far(self, folder: str, include: bytes, tail: str, *, quoted: bool) -> Found:
        """Give a file that only the end of its path tells."""
        known = self.known.get(include)
        if "." not in tail and "/" not in tail:
            return None  # a word alone may be anything's name
        if OF_SAMPLES.fullmatch(include):
            return self._copied(folder, tail)
        if known is not None and OF_NVIDIA.match(include):
            return None
        place = self._by_tail(folder, tail)
        if known is None:
            return place or (self._vendored(folder, tail) if quoted else None)
        # a library that HIP lacks may be shipped with the project, in a folder of headers
        return place if posixpath.basename((place or "").removesuffix("/" + tail)) in COMMON else None

    def _in(self, folder: str, name: str) -> Found:
        """Give the file of a name, which may be a path, in a folder; links are followed."""
        first = name.partition("/")[0]
        there = first in {"", ".", ".."} or first in self._names_in(folder)
        if not there and not self.gone:
            return None
        place = posixpath.join(folder, name)
        if self.gone and (plain := posixpath.normpath(place)) in self.gone:
            return plain
        if not there or not os.path.isfile(place):
            return None
        found = self._one_path(place)
        if (plain := posixpath.normpath(place)) != found:
            self.links[plain] = found
        return found

    def _names_in(self, folder: str) -> frozenset[str]:
        if folder not in self._names:
            self._names[folder] = frozenset()
            with suppress(OSError):
                self._names[folder] = frozenset(os.listdir(folder or "."))
        return self._names[folder]

    def _one_path(self, place: str) -> str:
        """Give the path of a file without links and dots: by whatever path it is reached, it is one file."""
        if os.path.islink(place):
            return os.path.realpath(place)
        folder, name = posixpath.split(place)
        if folder not in self._real:
            self._real[folder] = os.path.realpath(folder)
        return posixpath.join(self._real[folder], name)

    def _above(self, folder: str) -> tuple[str, ...]:
        """Give the folders above a file, and of each what commonly holds headers, where it does."""
        if folder not in self._ways:
            held = ((place, self._names_in(place)) for place in self._upward(folder))
            self._ways[folder] = tuple(
                posixpath.join(place, inner)
                for place, names in held
                for inner in COMMON
                if not inner or inner in names
            )
        return self._ways[folder]

    def _upward(self, folder: str) -> Iterator[str]:
        """Give a folder and those above it, up to that of the repository."""
        for _ in range(LEVELS):
            yield folder
            above = posixpath.dirname(folder)
            if ".git" in self._names_in(folder) or above == folder:
                return
            folder = above

    def _repository(self, folder: str) -> Found:
        """Give the folder of the repository around a folder, wherever above it is."""
        passed, place, found = [], folder, None
        while place not in self._repositories:
            passed.append(place)
            above = posixpath.dirname(place)
            if ".git" in self._names_in(place) or above == place:
                found = place if above != place else None
                break
            place = above
        else:
            found = self._repositories[place]
        self._repositories.update(dict.fromkeys(passed, found))
        return found

    def top(self, folder: str) -> Found:
        """Give the top of the repository around a folder, or of what was named; None if it is in neither."""
        if folder not in self._tops:
            named = (root for root in self.roots if is_inside(folder, root))
            self._tops[folder] = self._repository(folder) or next(named, None)
        return self._tops[folder]

    def _by_tail(self, folder: str, name: str) -> Found:
        """Give the one file whose path ends so, in the smallest folder above that holds such a file.

        It is looked for in the repository, or in the folder that was named, and nowhere else.
        """
        tree = self._tree(folder, name, vendored=False)
        return tree.nearest(folder, name) if tree else None

    def _vendored(self, folder: str, name: str) -> Found:
        """Give such a file of those that the program brings along, where it has none itself.

        Of several the nearest one, or the first where they are copies of each other, as for several machines.
        """
        own = self._tree(folder, name, vendored=False)
        tree = None if own is None or own.has(name) else self._tree(folder, name, vendored=True)
        found = (tree.nearest(folder, name) or tree.copy(name)) if tree else None
        if found:
            self.brought.add(found)
        return found

    def _copied(self, folder: str, name: str) -> Found:
        """Give the project's copy of a file: its own, else one brought along; of several the first nearby."""
        found = self._by_tail(folder, name) or self._vendored(folder, name)
        if found:
            return found
        trees = (self._tree(folder, name, vendored=vendored) for vendored in (False, True))
        return next((one for tree in trees if tree and (one := tree.first(folder, name))), None)

    def _tree(self, folder: str, name: str, *, vendored: bool) -> Tails | None:
        """Give the files around a folder, its own or those brought along, if a file is looked for in them."""
        top = self.top(folder)
        if top is None or self.near or name.startswith(("../", "/")):
            return None
        if (top, vendored) not in self._trees:
            gone = [path for path in self.gone if not vendored and is_inside(path, top)]
            self._trees[top, vendored] = tails(top, self.output, gone, vendored=vendored)
        return self._trees[top, vendored]

    def _is_cudas(self, folder: str) -> bool:
        """Say whether a folder is that of CUDA's own headers, whose names nobody has made."""
        if folder not in self._of_cuda:
            self._of_cuda[folder] = "cuda_runtime_api.h" in self._names_in(folder)
        return self._of_cuda[folder]
