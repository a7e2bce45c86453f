"""Shell scripts whose names do not tell that they are: what calls nvcc is a build file, as `*.sh` is."""

from __future__ import annotations

import posixpath
from contextlib import suppress
from typing import TYPE_CHECKING

from hipify_py.build.file_names import is_script
from hipify_py.model import HipifyError
from hipify_py.project import files

if TYPE_CHECKING:
    from hipify_py.project.entries import Entry
    from hipify_py.settings import Settings


def with_scripts(entries: tuple[Entry, ...], settings: Settings) -> tuple[Entry, ...]:
    """Mark the scripts of a run: what has no ending, or one that tells nothing, and is for a shell to run."""
    return tuple(
        entry._replace(kind="other", script=True) if _is_script(entry, settings) else entry
        for entry in entries
    )


def _is_script(entry: Entry, settings: Settings) -> bool:
    named = entry.kind == "source" and "." not in posixpath.basename(entry.path)  # by a person, alone
    if entry.kind != "maybe" and not named:
        return False
    with suppress(HipifyError, OSError), open(entry.path, "rb") as file:  # what fails is said later
        if file.read(2) != b"#!":
            return False
    with suppress(HipifyError):
        data = files.read(entry.path, limit=settings.max_size).data
        return b"nvcc" in data and is_script(data)
    return False
