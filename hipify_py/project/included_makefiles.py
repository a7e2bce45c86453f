"""Files that makefiles include, whatever they are called: they are makefiles, too."""

from __future__ import annotations

import posixpath
import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from hipify_py.build.file_names import is_makefile
from hipify_py.model import HipifyError
from hipify_py.project import files
from hipify_py.project.file_kinds import is_build_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.project.discover import Entry
    from hipify_py.settings import Settings

INCLUDE = re.compile(rb"(?m)^ *(?:-|s)?include[ \t]++([^#\r\n]+)")
REFERENCE = re.compile(r"\$\([^()]*(?:\([^()]*\)[^()]*)*\)|\$\{[^{}]*\}|\$\w")
WILDCARD = re.compile(r"\$\(wildcard[ \t]++([^()]*)\)")
NAMED = re.compile(r"\w")  # what is a reference alone may be any file


def with_included(entries: tuple[Entry, ...], settings: Settings) -> tuple[Entry, ...]:
    """Mark the files that the makefiles of a run include, of those whose names do not tell what they are."""
    unknown = {entry.path for entry in entries if entry.kind == "maybe"}
    if not unknown:
        return entries
    found: set[str] = set()
    queue = [entry.path for entry in entries if entry.kind == "other" and _is_read(entry)]
    while queue and unknown:
        for pattern in _included(queue.pop(), settings):
            fitting = {path for path in unknown if fnmatchcase(path, pattern)}
            unknown -= fitting
            found |= fitting
            queue += sorted(fitting)
    return tuple(
        entry._replace(kind="other", makefile=True) if entry.path in found else entry for entry in entries
    )


def _is_read(entry: Entry) -> bool:
    return not entry.reason and is_build_file(entry.path) and is_makefile(posixpath.basename(entry.path))


def _included(path: str, settings: Settings) -> Iterator[str]:
    """Give what a makefile includes as patterns of absolute paths: any text stands for a reference."""
    try:
        source = files.read(path, limit=settings.max_size).data
    except HipifyError:  # said where the file itself is converted
        return
    folder = posixpath.dirname(path)
    for found in INCLUDE.finditer(source):
        text = WILDCARD.sub(r"\1", found[1].decode("utf-8", "surrogateescape"))
        for word in REFERENCE.sub("*", text).split():
            if NAMED.search(posixpath.basename(word)):
                yield posixpath.normpath(posixpath.join(folder, word))
