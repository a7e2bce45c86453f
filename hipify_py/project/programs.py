"""The programs of a run: trees of folders that nothing above holds together, and that do not name each other.

A folder that has sources, a build file or a script by itself holds together all below it, as does one with a
folder of such without sources. Others, as one into which several projects were put, hold nothing together.
"""

from __future__ import annotations

import os
import posixpath
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.project.files import folders_around
from hipify_py.project.includers import contents
from hipify_py.project.unknown_headers import UNITS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from hipify_py.project.inclusion import Inclusion

ALL = -1
"""The number of what several programs share."""
UP = re.compile(rb"([)}]/{1,3}|(?=\.\./))((?:\.\.?/{1,3}){0,16})([\w.+-]+)")
"""A folder beside: `../common`, `$(TOP)/common`, `$(TOP)/../common`."""


class Programs(NamedTuple):
    """Of each folder that holds a program together, the number of the program."""

    numbers: Mapping[str, int]

    def of(self, path: str) -> int:
        """Give the number of a file's program; that of what is shared for what is in none."""
        around = [self.numbers[folder] for folder in folders_around(path) if folder in self.numbers]
        return around[-1] if around else ALL

    def parted(self, paths: Iterable[str]) -> Mapping[int, list[str]]:
        """Give some files and folders by their programs, and what is in none as what is shared."""
        found = defaultdict[int, list[str]](list)
        for path in paths:
            found[self.numbers[path] if path in self.numbers else self.of(path)].append(path)
        return found

    def around(self) -> Mapping[int, set[str]]:
        """Give the folders around those of each program."""
        found = defaultdict[int, set[str]](set)
        for top, number in self.numbers.items():
            found[number].update(folders_around(top))
        return found


def programs(
    sources: Collection[str], telling: Collection[str], inclusion: Inclusion, limit: int
) -> Programs:
    """Part a run; `telling` are what may tell compilers of sources, which is read up to `limit` bytes."""
    tops = _tops({*sources}, {*telling})
    if len(tops) < 2:
        return Programs(dict.fromkeys(tops, 0))
    joined = _Joined(tops)
    leads = defaultdict[str, set[str]](set)
    for path in sources:
        included = (one for one in inclusion.included_by(path) if one in sources)
        leads[joined.top(path)].update(map(joined.top, included))
    for path in telling:
        leads[joined.top(path)].update(joined.named(path, contents(path, limit)))
    units = (path for path in sources if path.endswith(UNITS))
    whole = _leading({joined.top(path) for path in (*telling, *units)}, leads)
    for top in whole:
        for other in leads[top] & whole:
            joined.join(top, other)
    return Programs(_numbered(joined, leads, whole))


def _leading(found: set[str], leads: Mapping[str, set[str]]) -> set[str]:
    """Give some folders, and those from which ways lead to one of them."""
    by = defaultdict[str, list[str]](list)
    for top, others in leads.items():
        for other in others:
            by[other].append(top)
    queue = [*found]
    while queue:
        more = [one for one in by[queue.pop()] if one not in found]
        found.update(more)
        queue += more
    return found


def _numbered(joined: _Joined, leads: Mapping[str, set[str]], whole: set[str]) -> dict[str, int]:
    """Give each program a number; folders with headers alone belong to the one that reads them."""
    numbers = {first: number for number, first in enumerate(dict.fromkeys(map(joined.first, sorted(whole))))}
    found = {top: numbers[joined.first(top)] for top in whole}
    queue = [*found]
    while queue:
        top = queue.pop()
        for other in leads.get(top, set()) - whole:
            number = found[top] if found.get(other, found[top]) == found[top] else ALL
            if found.get(other) != number:
                found[other] = number
                queue.append(other)
    left = sorted(joined.tops - found.keys())
    return found | {top: number for number, top in enumerate(left, len(numbers))}


def _tops(sources: set[str], telling: set[str]) -> frozenset[str]:
    """Give the outermost folders that hold together what is below."""
    with_files = {posixpath.dirname(path) for path in sources | telling}
    with_sources = set(_around({posixpath.dirname(path) for path in sources}))
    holding = {posixpath.dirname(one) for one in set(_around(with_files)) - with_sources} | with_files
    found = set[str]()
    for folder in with_files:
        found.add([one for one in (folder, *folders_around(folder)) if one in holding][-1])
    return frozenset(found)


def _around(folders: Iterable[str]) -> Iterator[str]:
    """Give some folders and all around them, each once."""
    known = set[str]()
    for folder in folders:
        for one in (folder, *folders_around(folder)):
            if one in known:
                break
            known.add(one)
            yield one


class _Joined:
    """Folders of which some belong together."""

    def __init__(self, tops: frozenset[str]) -> None:
        self.tops = tops
        self._first = {top: top for top in tops}

    def top(self, path: str) -> str:
        """Give the outermost of the folders around a file."""
        return [folder for folder in folders_around(path) if folder in self.tops][-1]

    def first(self, top: str) -> str:
        """Give the one that stands for all that a folder belongs to."""
        while self._first[top] != top:
            self._first[top] = self._first[self._first[top]]
            top = self._first[top]
        return top

    def join(self, one: str, other: str) -> None:
        """Let two folders belong together."""
        self._first[self.first(other)] = self.first(one)

    def named(self, path: str, text: bytes) -> Iterator[str]:
        """Give the folders that a build file names as such beside its own or above."""
        folder, top = posixpath.dirname(path), self.top(path)
        for variable, up, beside in {*UP.findall(text)}:
            # a variable stands for the folder of the program, or for that of the file itself
            around = [posixpath.dirname(top)] if variable else []
            around += [f"{folder}/{os.fsdecode(up)}"] if b".." in up else []
            for one in around:
                named = posixpath.normpath(f"{one}/{os.fsdecode(beside)}")
                found = [each for each in (named, *folders_around(named)) if each in self.tops]
                yield from found[-1:]
