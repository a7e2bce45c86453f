"""Files whose names do not tell that they are read: what calls nvcc, settings, Python, other languages."""

from __future__ import annotations

import posixpath
from contextlib import suppress
from typing import TYPE_CHECKING

from hipify_py.build.file_names import CYTHON, is_extension_script, is_put_aside, is_script, language_of
from hipify_py.model import HipifyError
from hipify_py.project import files

if TYPE_CHECKING:
    from hipify_py.project.entries import Entry, Kind
    from hipify_py.settings import Settings

MATLAB = ".m"


def with_scripts(entries: tuple[Entry, ...], settings: Settings) -> tuple[Entry, ...]:
    """Mark the scripts of a run: of shells what has no ending, or one that tells nothing, and of Python.

    Those of Python build an extension, or hold device code in strings. Sources of languages that are not
    converted are marked where they may name CUDA.

    What sets names of CUDA's for a build that reads it by ways of its own is marked alike.
    """
    return tuple(_marked(entry, settings) for entry in entries)


def _marked(entry: Entry, settings: Settings) -> Entry:
    if entry.path.endswith((".py", MATLAB)) or language_of(entry.path):  # no C++, whoever names it
        kind: Kind = "other" if entry.kind in {"source", "maybe"} else entry.kind
        return entry._replace(kind=kind, script=_is_read(entry, settings))
    return entry._replace(kind="other", script=True) if _is_script(entry, settings) else entry


def _is_script(entry: Entry, settings: Settings) -> bool:
    if is_put_aside(posixpath.basename(entry.path)):
        return False
    named = entry.kind == "source" and "." not in posixpath.basename(entry.path)  # by a person, alone
    if entry.kind != "maybe" and not named:
        return False
    from hipify_py.build.settings_files import READ, is_settings  # start-up: a run over sources has none

    with suppress(HipifyError, OSError), open(entry.path, "rb") as file:  # what fails is said later
        first = file.read(2)
        if first != b"#!":
            return entry.kind == "maybe" and is_settings(first + file.read(READ))
    with suppress(HipifyError):
        data = files.read(entry.path, limit=settings.max_size).data
        return b"nvcc" in data and is_script(data)
    return False


def _is_read(entry: Entry, settings: Settings) -> bool:
    if entry.kind not in {"other", "source", "maybe"} or entry.reason:
        return False
    from hipify_py.build.other_builders import calls_nvcc
    from hipify_py.build.other_languages import names_cuda
    from hipify_py.build.python_strings import holds_device_code
    from hipify_py.build.settings_files import writes_makefile

    with suppress(HipifyError, OSError):
        source = files.read(entry.path, limit=settings.max_size).data
        if entry.path.endswith(MATLAB):
            return calls_nvcc(source)
        if language_of(entry.path):
            in_strings = entry.path.endswith(CYTHON) and holds_device_code(source)
            return in_strings or names_cuda(source, entry.path)
        return is_extension_script(source) or writes_makefile(source) or holds_device_code(source)
    return False
