"""Files that makefiles include, whatever they are called: they are makefiles, too."""

from __future__ import annotations

import posixpath
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from hipify_py.build.file_names import is_makefile
from hipify_py.lazy import re
from hipify_py.model import HipifyError
from hipify_py.project import files
from hipify_py.project.file_kinds import is_build_file, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.project.entries import Entry
    from hipify_py.settings import Settings

OPEN = re.compile(r"[*?\[]")
ALSO_SOURCE = (".def", ".impl", ".inc", ".inl")  # endings of pieces of C++ that makefiles have, too


def with_included(entries: tuple[Entry, ...], settings: Settings) -> tuple[Entry, ...]:
    """Mark the files that the makefiles of a run include, whose names do not tell that they are such.

    An ending that other files have, too, as in `make.def` or `cuda.am`, tells nothing where the makefile
    writes the name of the file; where a source includes that as well it is source again, which `program`
    finds out.
    """
    by_name: dict[str, list[str]] = {}
    for entry in entries:
        if _may_be(entry):
            by_name.setdefault(posixpath.basename(entry.path), []).append(entry.path)
    unknown = [entry.path for entry in entries if entry.kind == "maybe"]
    found: set[str] = set()
    queue = [entry.path for entry in entries if entry.kind == "other" and _is_read(entry)] if by_name else []
    while queue:
        for pattern in _included(queue.pop(), settings):
            named = by_name.get(posixpath.basename(pattern), [])
            open_ended = unknown if OPEN.search(posixpath.basename(pattern)) else []
            fitting = {path for path in (*named, *open_ended) if fnmatchcase(path, pattern)} - found
            found |= fitting
            queue += sorted(fitting)
    return tuple(
        entry._replace(kind="other", makefile=True) if entry.path in found else entry for entry in entries
    )


def _may_be(entry: Entry) -> bool:
    if entry.kind == "source":  # so is whatever was named, to be converted in any case
        return entry.path.endswith(ALSO_SOURCE) or kind_of(posixpath.basename(entry.path)) != "source"
    return entry.kind == "maybe" or (entry.kind == "other" and not entry.reason and not _is_build(entry))


def _is_build(entry: Entry) -> bool:
    return entry.script or is_build_file(entry.path)


def _is_read(entry: Entry) -> bool:
    return not entry.reason and is_build_file(entry.path) and is_makefile(posixpath.basename(entry.path))


def _included(path: str, settings: Settings) -> Iterator[str]:
    try:
        source = files.read(path, limit=settings.max_size).data
    except HipifyError:  # said where the file itself is converted
        return
    from hipify_py.build.make_includes import included  # start-up: a run over sources has no makefile

    yield from (pattern for _, pattern in included(source, path))
