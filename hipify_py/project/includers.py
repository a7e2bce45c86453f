"""Which files of a repository include a file that was named alone: they are in its translation units, too.

A run over a folder reads all that lies in it. One that names files reads besides these whatever a repository
holds that includes them, directly or through others, and what defines a function about warps that they see
declared. Only the include lines of the repository are read for that, and nothing of what has no part in it.
"""

from __future__ import annotations

import os
from collections import defaultdict
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.project.discover import discover
from hipify_py.project.entries import Selection
from hipify_py.project.file_cache import file_cache
from hipify_py.project.path_tails import MOST_FILES
from hipify_py.regular_file import NotRegularError, TooLargeError, read_regular
from hipify_py.rules.load import ruleset_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from hipify_py.project.entries import Entry
    from hipify_py.project.facts import Facts
    from hipify_py.project.include_paths import IncludePaths
    from hipify_py.settings import Settings

INCLUDE = re.compile(rb"(?:#|%:)[ \t]*(?:include|import)[ \t]*([\"<])([^\">\r\n]*)")
Line = tuple[str, bytes, bool]
"""An include: the file that has it, the path in it, and whether that stands in quotes."""


class Includers:
    """What includes files in the repositories around them; each is read when it is first asked for."""

    def __init__(self, paths: IncludePaths, settings: Settings) -> None:
        """Take the answers of a run to where an include leads."""
        self._paths, self._settings = paths, settings
        self._lines: dict[str, dict[bytes, list[Line]]] = {}
        self._entries: dict[str, Entry] = {}

    def of(self, files: Iterable[str]) -> set[str]:
        """Give the paths of what includes one of some files, directly or through others."""
        found: set[str] = set()
        queue = [*files]
        while queue:
            more = {path for path in self._directly(queue.pop()) if path not in found}
            found |= more
            queue += more
        return found

    def entries_of(self, found: Iterable[str]) -> list[Entry]:
        """Give the entries of what includes files, in order."""
        return [self._entries[path] for path in sorted(found)]

    def _directly(self, path: str) -> Iterator[str]:
        folder, name = os.path.split(path)
        top = self._paths.top(folder)
        if top is None:
            return
        if top not in self._lines:
            self._lines[top] = self._read(top)
        for includer, include, quoted in self._lines[top].get(os.fsencode(name), ()):
            if includer != path and self._paths.find(includer, include, quoted) == path:
                yield includer

    def _read(self, top: str) -> dict[bytes, list[Line]]:
        """Read the include lines of a repository, by the last part of what they name.

        Of one that is too large nothing is read.
        """
        given = self._settings
        cache = file_cache(given, ruleset_of(given))
        chosen = Selection(given.include, given.exclude, output=given.output, cache=cache)
        entries = discover([top], chosen)
        sources = [entry for entry in entries if entry.kind in {"source", "maybe"}]
        found: dict[bytes, list[Line]] = defaultdict(list)
        if len(sources) > MOST_FILES:
            return found
        self._entries |= {entry.path: entry for entry in sources}
        for entry in sources:
            for quote, include in INCLUDE.findall(contents(entry.path, given.max_size)):
                found[include.rpartition(b"/")[2]].append((entry.path, include, quote == b'"'))
        return found


def contents(path: str, limit: int) -> bytes:
    """Give what a file holds; nothing where it cannot be read, which is said where it is converted."""
    try:
        return read_regular(path, limit)[0]
    except (OSError, NotRegularError, TooLargeError):
        return b""


def declarers(named: Iterable[str], found: Mapping[str, Facts]) -> tuple[set[str], frozenset[bytes]]:
    """Give the files that declare what named files need the word of others for, and the names of it."""
    asked = frozenset(name for path in named if path in found for name in found[path].asks)
    declared = {
        path: {one.name for one in fact.told if one.kind == "declared"} & asked
        for path, fact in found.items()
    }
    return {path for path, names in declared.items() if names}, frozenset().union(*declared.values())
