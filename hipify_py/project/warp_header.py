"""Put `hipify_warp32.h` where the files that were converted find it, and say by which path they include it.

One copy stands at the top of each tree, and each file includes it by the way from its own folder to there,
so that no build needs another include path. It is written before the first file that includes it, and again
where it is missing. A copy ends in a checksum: one that somebody changed is no longer ours to replace.
"""

from __future__ import annotations

import os
import posixpath
import re
import stat
from contextlib import suppress
from functools import lru_cache
from importlib.util import source_hash
from typing import TYPE_CHECKING

from hipify_py.choices import WARP_HEADER
from hipify_py.model import HipifyError, Span
from hipify_py.outcomes import finding
from hipify_py.project.atomic import write_below
from hipify_py.project.failures import printable, refusal
from hipify_py.project.files import read
from hipify_py.report.model import FileReport

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hipify_py.model import Finding
    from hipify_py.project.discover import Entry
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Settings


FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "include")
INCLUDE = re.compile(rb'(?m)^[ \t]*#[ \t]*include[ \t]*"((?:[^"\n]*/)?hipify_warp32\.h)"')
SUM = b"/* hipify-py replaces this file while its checksum is %b. */\n"
WRITING = {"output", "in-place"}


@lru_cache(maxsize=1)
def shipped() -> bytes:
    """Give the header, as it ships with the package."""
    with open(os.path.join(FOLDER, WARP_HEADER), "rb") as file:
        return file.read()


@lru_cache(maxsize=1)
def text() -> bytes:
    """Give the header as it is written into a tree."""
    return _summed(shipped())


def _summed(data: bytes) -> bytes:
    return data + SUM % source_hash(data).hex().encode()


def _is_ours(data: bytes) -> bool:
    """Say whether a file is a copy of the header, of whatever version, that nobody changed."""
    body, last, _ = data.rpartition(SUM.partition(b"%b")[0])
    return data == shipped() or (bool(last) and data == _summed(body))


def include_path(entry: Entry, settings: Settings) -> str:
    """Give the path by which a file includes the header."""
    return posixpath.relpath(WARP_HEADER, posixpath.dirname(_inside(entry, settings)) or ".")


def _inside(entry: Entry, settings: Settings) -> str:
    return entry.target if settings.mode == "output" else entry.relative


def is_called_for(output: bytes, entry: Entry, settings: Settings) -> bool:
    """Say whether the output of a file that is written includes the copy at the top of its tree."""
    folder = posixpath.dirname(_inside(entry, settings))
    ways = (found[1].decode("utf-8", "replace") for found in _includes(output))
    return settings.mode in WRITING and any(
        posixpath.normpath(posixpath.join(folder, way)) == WARP_HEADER for way in ways
    )


def missing(source: bytes, entry: Entry, settings: Settings, rules: RuleSet) -> Iterator[Finding]:
    """Report the includes of a source by which no copy is found, nor written now."""
    for found in _includes(source):
        way = found[1].decode("utf-8", "surrogateescape")
        if not is_called_for(found[0], entry, settings) and not _is_there(way, entry, settings):
            yield finding(rules, "F004", Span(*found.span(1)), path=printable(way))


def _includes(data: bytes) -> Iterable[re.Match[bytes]]:
    return INCLUDE.finditer(data) if WARP_HEADER.encode() in data else ()


def _is_there(way: str, entry: Entry, settings: Settings) -> bool:
    from hipify_py.project.include_paths import IncludePaths

    if IncludePaths({}).in_sight(entry.path, os.fsencode(way)) is None:
        return False
    inside = posixpath.normpath(posixpath.join(posixpath.dirname(entry.target), way))
    return settings.output is None or not inside.startswith("../") or _stands(settings.output, inside)


def _stands(folder: str, relative: str) -> bool:
    return os.path.isfile(os.path.join(folder, relative))


def standing(entries: Sequence[Entry], settings: Settings) -> frozenset[str]:
    """Give the places, as a user would type them, at which the header that this version writes stands."""
    if settings.mode not in WRITING:
        return frozenset()
    places = {_shown(entry, settings): _top(entry, settings) for entry in entries}
    return frozenset(shown for shown, top in places.items() if _is_current(top))


def _is_current(top: str) -> bool:
    with suppress(OSError, HipifyError):
        path = os.path.join(top, WARP_HEADER)
        return stat.S_ISREG(os.lstat(path).st_mode) and read(path).data == text()
    return False


def put(entry: Entry, settings: Settings) -> None:
    """Write the header for a file before the file; what fails here fails in `place` again, and is said."""
    top = _top(entry, settings)
    with suppress(HipifyError):
        if not _is_current(top):
            _write(_shown(entry, settings), top, make=settings.mode == "output")


def place(
    entries: Sequence[Entry], reports: Sequence[FileReport], before: frozenset[str], settings: Settings
) -> Iterator[FileReport]:
    """See that the header stands for the files that call for it; report each copy that is new."""
    shown = {entry.shown: entry for entry in entries}
    callers = [shown[each.path] for each in reports if each.calls_for_header and each.path in shown]
    tops = {_shown(entry, settings): _top(entry, settings) for entry in callers}
    for path, top in sorted(tops.items()):
        try:
            _write(path, top, make=settings.mode == "output")
        except HipifyError as error:
            yield FileReport(path, "failed", reason=str(error))
        else:
            if path not in before:
                yield FileReport(path, "converted", target=path, reason="added for the files that include it")


def _shown(entry: Entry, settings: Settings) -> str:
    """Give the path of the copy for a file, as a user would type it."""
    if settings.output is not None:
        return os.path.join(settings.output, WARP_HEADER)
    below = entry.relative if entry.shown.endswith(entry.relative) else os.path.basename(entry.shown)
    return os.path.join(entry.shown.removesuffix(below), WARP_HEADER)


def _top(entry: Entry, settings: Settings) -> str:
    return entry.root if settings.output is None else settings.output


def _write(shown: str, top: str, *, make: bool) -> None:
    """Write one copy where none of the same bytes stands; what is not ours is never overwritten."""
    path = os.path.join(top, WARP_HEADER)
    if os.path.lexists(path):
        if not stat.S_ISREG(os.lstat(path).st_mode):
            raise refusal(shown, "not written: a folder, a link or a device has this name", "move it away")
        if not _is_ours(read(path).data):
            raise refusal(shown, "not written: another file has this name", "move it away")
    write_below(top, WARP_HEADER, text(), make=make)
