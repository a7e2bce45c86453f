"""Put `hipify_warp32.h` where the files that were converted find it, and say by which path they include it.

One copy stands at the top of each tree, and each file includes it by the way from its own folder to there,
so that no build needs another include path.
"""

from __future__ import annotations

import os
import posixpath
import stat
from functools import lru_cache
from typing import TYPE_CHECKING

from hipify_py.choices import WARP_HEADER
from hipify_py.model import HipifyError
from hipify_py.project.failures import refusal
from hipify_py.project.files import read, write_atomic
from hipify_py.report.model import FileReport

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.project.discover import Entry
    from hipify_py.settings import Settings


FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "include")


@lru_cache(maxsize=1)
def text() -> bytes:
    """Give the header, as it ships with the package."""
    with open(os.path.join(FOLDER, WARP_HEADER), "rb") as file:
        return file.read()


def include_path(entry: Entry, settings: Settings) -> str:
    """Give the path by which a file includes the header."""
    inside = entry.target if settings.mode == "output" else entry.relative
    return posixpath.relpath(WARP_HEADER, posixpath.dirname(inside) or ".")


def place(
    entries: Sequence[Entry], reports: Sequence[FileReport], settings: Settings
) -> Iterator[FileReport]:
    """Write the header for the files whose conversion calls for it, and report each copy."""
    if settings.mode not in {"output", "in-place"}:
        return
    shown = {entry.shown: entry for entry in entries}
    wanted = {_home(shown[each.path], settings) for each in reports if each.path in shown and _calls(each)}
    for path in sorted(wanted):
        try:
            yield from _write(path)
        except HipifyError as error:
            yield FileReport(path, "failed", reason=str(error))


def _calls(report: FileReport) -> bool:
    return any("hipify_warp32" in change.after for change in report.changes)


def _home(entry: Entry, settings: Settings) -> str:
    """Give the path of the copy for a file, as a user would type it."""
    if settings.output is not None:
        return os.path.join(settings.output, WARP_HEADER)
    below = entry.relative if entry.shown.endswith(entry.relative) else os.path.basename(entry.shown)
    return os.path.join(entry.shown.removesuffix(below), WARP_HEADER)


def _write(path: str) -> Iterator[FileReport]:
    """Write one copy where none of the same bytes stands; what is not ours is never overwritten."""
    if os.path.lexists(path):
        if not stat.S_ISREG(os.lstat(path).st_mode):
            raise refusal(path, "not written: a folder, a link or a device has this name", "move it away")
        old = read(path).data
        if WARP_HEADER.encode() not in old[:200]:
            raise refusal(path, "not written: another file has this name", "move it away")
        if old == text():
            return
    write_atomic(path, text())
    yield FileReport(path, "converted", target=path, reason="added for the files that include it")
