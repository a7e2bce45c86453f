"""Guess where the headers lie that a source includes, where no build says so.

Each folder is found by a header that is included and lies in it: of what the unit itself includes, one in
the nearest folder around it that has all of that counts first; then the one that holds most of what the
unit and the header include; of these the nearest to the unit. Folders that quoted includes ask for are
searched for these alone, and all of them behind the system's, so that a guess never hides a header that the
compiler has. Only a folder that build files name counts before the system's, as it does for the project's own
build, where a library that the unit includes lies in it: `glm/glm.hpp` is the one that the project brings.
"""

from __future__ import annotations

import os
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.project.file_kinds import FOLDERS
from hipify_py.project.folders import walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

INCLUDE = re.compile(
    rb"(?m)^(?:\A\xef\xbb\xbf)?[ \t]*#[ \t]*include(?:_next)?[ \t]*(?:\"([^\"\n]+)\"|<([^>\n]+)>)"
)
OWN = {*FOLDERS["version control"], *FOLDERS["environment"], "node_modules", "__pycache__"}
MOST_FOLDERS = 64  # of one unit
# Folders of headers of ROCm's, and of the system's own, such as a project may have stand-ins for.
REPLACED = frozenset(
    ["arpa", "cub", "cuda", "hip", "hipcub", "net", "netinet", "nv", "rocprim", "sys", "thrust"]
)


class Reach(NamedTuple):
    """What a unit includes: the files of the tree, itself first, and the flags by which they are found."""

    files: tuple[str, ...]
    flags: tuple[str, ...]


class Headers:
    """The files of some trees by their names, and what they include."""

    def __init__(self, roots: Sequence[str], read: Callable[[str], bytes]) -> None:
        """Take the folders, and what reads a file as it will be compiled; it gives b"" for one it cannot."""
        self.read = read
        self.roots = tuple(roots)
        self._includes: dict[str, tuple[tuple[str, bool], ...]] = {}
        self._beside: dict[str, tuple[tuple[str, bool, str], ...]] = {}
        self._fitting: dict[str, list[str]] = {}
        self._by_name: dict[str, list[str]] = {}
        for root in roots:
            for folder, inner, names in walk(root):
                inner[:] = sorted(name for name in inner if name not in OWN)
                for name in names:
                    self._by_name.setdefault(name, []).append(os.path.join(folder, name))

    def includes(self, path: str) -> tuple[tuple[str, bool], ...]:
        """Give what a file includes: the name, and whether it stands in quotes."""
        if path not in self._includes:
            found = INCLUDE.finditer(self.read(path))
            self._includes[path] = tuple(
                (os.fsdecode((one[1] or one[2]).strip()), one[1] is not None) for one in found
            )
        return self._includes[path]

    def _from(self, path: str) -> tuple[tuple[str, bool, str], ...]:
        """Give what a file includes, and what of it lies beside it: many units ask that of one header."""
        if path not in self._beside:
            here = os.path.dirname(path)
            found = []
            for name, in_quotes in self.includes(path):
                place = os.path.normpath(os.path.join(here, name)) if in_quotes else ""
                found.append((name, in_quotes, place if place and os.path.isfile(place) else ""))
            self._beside[path] = tuple(found)
        return self._beside[path]

    def has(self, name: str) -> bool:
        """Say whether a file of this name lies anywhere; behind `..`, in the folders that are named."""
        known = self._by_name.get(os.path.basename(name), ())
        rest = name.rpartition("../")[2]
        return any(path.endswith("/" + rest) for path in known) if rest != name else bool(known)

    def template(self, name: str) -> str | None:
        """Give the file of the tree from which a build makes a header, `name.in`, where there is one."""
        return next(iter(self._by_name.get(os.path.basename(name) + ".in", ())), None)

    def reach(self, path: str, given: Sequence[str] = ()) -> Reach:
        """Give the headers of the tree that a unit reaches, and the include flags that it seems to need.

        `given` are folders that are known to count, before all that is guessed.
        """
        quoted: list[str] = [*given]
        angled: list[str] = []
        first: list[str] = []
        depth = self._home(path)
        served = Counter(
            _folder(place, one, path)
            for one, _ in self.includes(path)
            for place in self._fits(one)
            if _shared(place, path) >= depth
        )
        seen = {path: None}
        queue = [path]
        while queue and len(quoted) < MOST_FOLDERS + len(given):
            file = queue.pop()
            for name, in_quotes, beside in self._from(file):
                if beside in seen:
                    continue
                place = beside or self._place(name, path, quoted, served, depth=depth if file == path else 0)
                if place is None:
                    continue
                folder, into = _folder(place, name, path), quoted if in_quotes else angled
                if not beside and folder in given and folder not in first and _is_of_library(name):
                    first.append(folder)
                if not beside and folder not in (*into, ""):
                    into.append(folder)
                if place not in seen:
                    seen[place] = None
                    queue.append(place)
        return Reach(tuple(seen), tuple(_flags(first, quoted, angled)))

    def _home(self, unit: str) -> int:
        """Give how deep the nearest folder around a unit lies that has all which it and its headers ask for.

        A build hands a unit the headers of its own project: another beside it, with more headers of the same
        names in one folder, is none of its concern.
        """
        deepest = unit.count("/")

        @cache  # hundreds of folders may have headers of the same names, which ask for the same
        def nearest(name: str) -> int:
            return max((_shared(fit, unit) for fit in self._fits(name)), default=deepest)

        def with_all(header: str) -> int:
            asked = (nearest(name) for name, _, beside in self._from(header) if not beside)
            return min((_shared(header, unit), *asked))

        found = (map(with_all, self._fits(name)) for name, _, beside in self._from(unit) if not beside)
        return min((deepest, *(max(depths, default=deepest) for depths in found)))

    def _place(
        self, name: str, unit: str, known: list[str], served: Mapping[str, int], *, depth: int
    ) -> str | None:
        """Find a header in the folders known, else in the best of those that have it.

        `served` counts what a folder has of what the unit includes; what shares `depth` folders with it
        counts first.
        """
        if name.startswith("/"):
            return name if os.path.isfile(name) else None
        for folder in known:
            place = os.path.normpath(os.path.join(folder, name))
            if os.path.isfile(place):
                return place
        fits = (fit for fit in self._fits(name) if _folder(fit, name, unit))

        def key(path: str) -> tuple[int, int, int, int, int, str]:
            folder = _folder(path, name, unit)
            complete = sum(os.path.isfile(os.path.join(folder, one)) for one, _ in self.includes(path))
            shared = _shared(path, unit)
            return -min(shared, depth), -served.get(folder, 0), -complete, -shared, path.count("/"), path

        return min(fits, key=key, default=None)

    def _fits(self, name: str) -> list[str]:
        """Give the files that an include may name by the end of their paths."""
        if name not in self._fitting:
            tail = "/" + re.sub(r"^(\.\.?/)+", "", os.path.normpath(name))
            known = self._by_name.get(os.path.basename(name), ())
            self._fitting[name] = [path for path in known if path.endswith(tail)]
        return self._fitting[name]


def _folder(place: str, name: str, unit: str) -> str:
    """Give the folder from which a name leads to a place; "" where there is none.

    Behind `..` it is any that lies as deep below what both have in common: one around the unit, if there is.
    """
    tail = os.path.normpath(name)
    steps = 0
    while tail.startswith("../"):
        tail, steps = tail.removeprefix("../"), steps + 1
    above = place[: len(place) - len(tail)].rstrip("/")
    if not steps:
        return above or "/"
    way = unit.removeprefix(above + "/") if unit.startswith(above + "/") else ""
    inner = next((one.split("/")[:steps] for one in (way, tail) if one.count("/") >= steps), None)
    return "/".join((above, *inner)) if inner else ""


def _shared(one: str, other: str) -> int:
    """Count the folders that two paths share from the root on."""
    count = 0
    for left, right in zip(one.split("/"), other.split("/"), strict=False):
        if left != right:
            break
        count += 1
    return count


def _is_of_library(name: str) -> bool:
    """Say whether an include names a header of a library, in its folder, that ROCm does not replace."""
    folder, slash, _ = name.partition("/")
    return bool(slash) and folder not in REPLACED and not folder.startswith(".")


def _flags(first: list[str], quoted: list[str], angled: list[str]) -> Iterator[str]:
    for folder in quoted:
        yield from ("-iquote", folder)
    for folder in first:
        yield from ("-I", folder)
    for folder in dict.fromkeys([*angled, *quoted]):
        if folder not in first:
            yield from ("-idirafter", folder)
