"""Put headers of ours where the files that were converted find them, and say by which path they include them.

One copy of each that is called for stands at the top of each tree, or in a folder of it that the settings
name, and each file includes it by the way from its own folder to there, so that no build needs another
include path. It is written before the first file that includes it, and again where it is missing. A copy ends
in a checksum: one that somebody changed is no longer ours to replace.
"""

from __future__ import annotations

import os
import posixpath
import stat
from contextlib import suppress
from functools import lru_cache
from importlib.util import source_hash
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.choices import OWN_HEADERS, SIZE_LIMIT
from hipify_py.lazy import re
from hipify_py.model import HipifyError, Span
from hipify_py.outcomes import finding
from hipify_py.project.atomic import content, write_below
from hipify_py.project.failures import printable, refusal
from hipify_py.project.files import read
from hipify_py.project.marks import is_marked
from hipify_py.project.placing import stands
from hipify_py.report.model import FileReport

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.model import Finding
    from hipify_py.project.entries import Entry
    from hipify_py.project.temporary_files import Slot
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Settings


FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "include")
NAMES = "|".join(map(re.escape, OWN_HEADERS)).encode()
INCLUDE = re.compile(rb'(?m)^[ \t]*#[ \t]*include[ \t]*"((?:[^"\n]*/)?(?:%b))"' % NAMES)
SUM = b"/* hipify-py replaces this file while its checksum is %b. */\n"
WRITING = {"output", "in-place"}


class _Copy(NamedTuple):
    """A copy of a header: its path as a user would type it, the tree's top, the path from there, the name."""

    shown: str
    top: str
    place: str
    header: str


@lru_cache
def shipped(header: str) -> bytes:
    """Give a header, as it ships with the package."""
    with open(os.path.join(FOLDER, header), "rb") as file:
        return file.read()


@lru_cache
def text(header: str) -> bytes:
    """Give a header as it is written into a tree."""
    return _summed(shipped(header))


def _summed(data: bytes) -> bytes:
    return data + SUM % source_hash(data).hex().encode()


def is_own(entry: Entry, data: bytes) -> bool:
    """Say whether a file is a copy of one of our headers, or of a shim: nothing in it is to be converted."""
    return is_copy(posixpath.basename(entry.relative), data)


def is_copy(name: str, data: bytes) -> bool:
    """Say whether a file of some name holds one of our headers, or a shim's."""
    return is_marked(data) or (name in OWN_HEADERS and _is_ours(data, name))


def _is_ours(data: bytes, header: str) -> bool:
    """Say whether a file is a copy of a header, of whatever version, that nobody changed."""
    body, last, _ = data.rpartition(SUM.partition(b"%b")[0])
    return data == shipped(header) or (bool(last) and data == _summed(body)) or _is_cut(data, header)


def _is_cut(data: bytes, header: str) -> bool:
    """Say whether a file is empty, or a header of which the end is gone."""
    return data not in {text(header), shipped(header)} and text(header).startswith(data)


def folder_of(entry: Entry, settings: Settings) -> str:
    """Give the folder of the headers as a file includes them: empty, or a path that ends in `/`."""
    own = posixpath.dirname(_inside(entry, settings))
    way = posixpath.relpath(settings.warp_header_dir or ".", own or ".")
    return "" if way == "." else f"{way}/"


def _inside(entry: Entry, settings: Settings) -> str:
    return entry.target if settings.mode == "output" else entry.relative


def called_for(output: bytes, entry: Entry, settings: Settings) -> tuple[str, ...]:
    """Give the headers of which the output of a file that is written includes the copy atop its tree."""
    if settings.mode not in WRITING:
        return ()
    folder = posixpath.dirname(_inside(entry, settings))
    ways = [found[1].decode("utf-8", "replace") for found in _includes(output)]
    places = {posixpath.normpath(posixpath.join(folder, way)) for way in ways}
    return tuple(header for header in OWN_HEADERS if _place(header, settings) in places)


def _place(header: str, settings: Settings) -> str:
    """Give the path of a header's copy from the top of its tree on."""
    return posixpath.join(settings.warp_header_dir, header)


def missing(source: bytes, entry: Entry, settings: Settings, rules: RuleSet) -> Iterator[Finding]:
    """Report the includes of a source by which no copy is found that is whole, nor written now."""
    for found in _includes(source):
        way = found[1].decode("utf-8", "surrogateescape")
        if not called_for(found[0], entry, settings) and (what := _lacks(way, entry, settings)):
            yield finding(rules, "F004", Span(*found.span(1)), path=printable(way), what=what)


def _includes(data: bytes) -> list[re.Match[bytes]]:
    return [*INCLUDE.finditer(data)] if b"hipify_" in data else []


def _lacks(way: str, entry: Entry, settings: Settings) -> str:
    """Say what is wrong with the header that a file includes by some way; nothing of one that is whole."""
    from hipify_py.project.include_paths import IncludePaths

    path = IncludePaths({}).in_sight(entry.path, os.fsencode(way))
    inside = posixpath.normpath(posixpath.join(posixpath.dirname(entry.target), way))
    if path is not None and settings.output is not None and inside.startswith("../"):
        path = os.path.join(settings.output, inside)
    if path is None or not os.path.isfile(path):
        return "missing"
    with suppress(OSError, HipifyError):
        data = read(path).data
        if _is_cut(data, posixpath.basename(way)):
            return "empty or cut short"
        return "" if b"hipify" in data else "another file of that name, to be moved away"
    return ""  # the compiler will say what it cannot read


def standing(entries: Sequence[Entry], settings: Settings) -> frozenset[str]:
    """Give the paths, as a user would type them, at which a header that this version writes stands."""
    if settings.mode not in WRITING:
        return frozenset()
    tops = {_shown(entry, settings): _top(entry, settings) for entry in entries}
    copies = (_copy(each, shown, top, settings) for shown, top in tops.items() for each in OWN_HEADERS)
    return frozenset(copy.shown for copy in copies if _is_current(copy))


def _copy(header: str, shown: str, top: str, settings: Settings) -> _Copy:
    place = _place(header, settings)
    return _Copy(os.path.join(shown, place), top, place, header)


def _is_current(copy: _Copy) -> bool:
    with suppress(OSError, HipifyError):
        path = os.path.join(copy.top, copy.place)
        return stat.S_ISREG(os.lstat(path).st_mode) and read(path).data == text(copy.header)
    return False


def put(headers: Sequence[str], entry: Entry, settings: Settings) -> None:
    """Write headers for a file before the file; what fails here fails in `place` again, and is said."""
    for copy in _copies(headers, entry, settings):
        with suppress(HipifyError):
            if not _is_current(copy):
                _write(copy, make=_makes(settings))


def place(
    entries: Sequence[Entry], reports: Sequence[FileReport], before: frozenset[str], settings: Settings
) -> Iterator[FileReport]:
    """See that the headers stand for the files that call for them; report each copy that is new."""
    shown = {entry.shown: entry for entry in entries}
    callers = [(each.calls_for, shown[each.path]) for each in reports if each.path in shown]
    copies = {copy for headers, entry in callers for copy in _copies(headers, entry, settings)}
    for copy in sorted(copies):
        try:
            _write(copy, make=_makes(settings))
        except HipifyError as error:
            yield FileReport(copy.shown, "failed", reason=str(error))
        else:
            if copy.shown not in before:
                reason = "added for the files that include it"
                yield FileReport(copy.shown, "converted", target=copy.shown, reason=reason)


def _makes(settings: Settings) -> bool:
    """Say whether the folder of the copies is made: the output, or one that the settings name."""
    return settings.mode == "output" or bool(settings.warp_header_dir)


def put_atop(folder: str, header: str) -> None:
    """Write a header into a folder, which is made, where it does not stand there; raises HipifyError."""
    _write(_Copy(os.path.join(folder, header), folder, header, header), make=True)


def _copies(headers: Sequence[str], entry: Entry, settings: Settings) -> Iterator[_Copy]:
    """Give the copies of headers that a file includes."""
    folder, top = _shown(entry, settings), _top(entry, settings)
    return (_copy(header, folder, top, settings) for header in headers)


def _shown(entry: Entry, settings: Settings) -> str:
    """Give the folder of the copies for a file, as a user would type it."""
    if settings.output is not None:
        return settings.output
    below = entry.relative if entry.shown.endswith(entry.relative) else os.path.basename(entry.shown)
    return entry.shown.removesuffix(below)


def _top(entry: Entry, settings: Settings) -> str:
    return entry.root if settings.output is None else settings.output


def _write(copy: _Copy, *, make: bool) -> None:
    """Write one copy where none of the same bytes stands; what is not ours is never overwritten."""
    path = os.path.join(copy.top, copy.place)
    if os.path.lexists(path):
        if not stat.S_ISREG(os.lstat(path).st_mode):
            raise refusal(
                copy.shown, "not written: a folder, a link or a device has this name", "move it away"
            )
        if not _is_ours(read(path).data, copy.header):
            raise _another(copy)

    def guard(at: Slot) -> None:
        there = content(at, SIZE_LIMIT)
        if stands(at) and (there is None or not _is_ours(there, copy.header)):
            raise _another(copy)

    write_below(copy.top, copy.place, text(copy.header), make=make, guard=guard)


def _another(copy: _Copy) -> HipifyError:
    return refusal(copy.shown, "not written: another file has this name", "move it away")
