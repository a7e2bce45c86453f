"""Files that makefiles include, whatever they are called: they are makefiles, too."""

from __future__ import annotations

import posixpath
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from hipify_py.build.file_names import is_makefile
from hipify_py.build.make_includes import included
from hipify_py.model import HipifyError
from hipify_py.project import files
from hipify_py.project.file_kinds import is_build_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.project.entries import Entry
    from hipify_py.settings import Settings

ALSO_SOURCE = (".def", ".impl", ".inc", ".inl")  # endings of pieces of C++ that makefiles have, too


def with_included(entries: tuple[Entry, ...], settings: Settings) -> tuple[Entry, ...]:
    """Mark the files that the makefiles of a run include, of those whose names do not tell what they are.

    An ending that pieces of sources have, too, as in `make.def`, tells nothing where the makefile writes the
    name of the file; where a source includes that as well it is source again, which `program` finds out.
    """
    unknown = {entry.path for entry in entries if _may_be(entry)}
    if not unknown:
        return entries
    found: set[str] = set()
    queue = [entry.path for entry in entries if entry.kind == "other" and _is_read(entry)]
    while queue and unknown:
        for pattern in _included(queue.pop(), settings):
            fitting = {path for path in unknown if _is_named(path, pattern)}
            unknown -= fitting
            found |= fitting
            queue += sorted(fitting)
    return tuple(
        entry._replace(kind="other", makefile=True) if entry.path in found else entry for entry in entries
    )


def _may_be(entry: Entry) -> bool:
    return entry.kind == "maybe" or (entry.kind == "source" and entry.path.endswith(ALSO_SOURCE))


def _is_named(path: str, pattern: str) -> bool:
    if path.endswith(ALSO_SOURCE) and posixpath.basename(path) != posixpath.basename(pattern):
        return False
    return fnmatchcase(path, pattern)


def _is_read(entry: Entry) -> bool:
    return not entry.reason and is_build_file(entry.path) and is_makefile(posixpath.basename(entry.path))


def _included(path: str, settings: Settings) -> Iterator[str]:
    try:
        source = files.read(path, limit=settings.max_size).data
    except HipifyError:  # said where the file itself is converted
        return
    yield from (pattern for _, pattern in included(source, path))
