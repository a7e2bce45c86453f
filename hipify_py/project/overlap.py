"""Refuse, before anything is written, a run that would write over its own input.

Places are told apart by what the file system says they are (device and inode), not by their names: one place
may have many, by links, mounts, and case.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from hipify_py.project.failures import printable, refusal
from hipify_py.project.files import identity
from hipify_py.project.foreign_links import check_links

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hipify_py.project.entries import Entry
    from hipify_py.project.files import Identity


def check_output(paths: Iterable[str], out: str) -> None:
    """Raise HipifyError if the folder `out` is an input, holds one, or lies in one and is there already.

    An output that does not exist yet may lie in an input: the run looks for its files before it makes it.
    """
    paths = [*paths]
    check_folder(out, paths)
    own = identity(out)
    if own is None:
        check_way(out)
        return
    above = set(_upward(os.path.realpath(out)))
    for given in paths:
        place = os.path.realpath(given)
        if identity(place) == own:
            cause = f"the output folder is the input {printable(given)}"
            raise refusal(out, cause, "name another one with -o DIR, or use --in-place")
        if own in _upward(place):
            cause = f"the input {printable(given)} lies in the output folder"
            raise refusal(out, cause, "name a folder outside with -o DIR, or use --in-place")
        if identity(place) in above:
            cause = f"the output folder lies in the input {printable(given)} and exists already"
            raise refusal(out, cause, "name a folder outside with -o DIR, or remove this one")


def check_folder(out: str, scanned: Iterable[str] = ()) -> None:
    """Raise HipifyError if no folder stands at `out`, but something else, or a foreign link."""
    check_links(out, "write to this folder", scanned)
    if os.path.lexists(out) and not os.path.isdir(out):
        raise refusal(out, "the output is not a folder", "name a folder with -o DIR, or move the file away")


def check_way(out: str) -> None:
    """Raise HipifyError if a path leads out of a folder again that is not there: nobody knows where to."""
    place = out
    while place not in {"", os.path.dirname(place)} and not os.path.lexists(place):
        place, name = os.path.split(place.rstrip(os.sep))
        if name == os.pardir and not os.path.lexists(place):
            cause = f"the folder {printable(place)}, out of which it leads again, does not exist"
            raise refusal(out, cause, "name the output folder without ..")


def _upward(place: str) -> Iterator[Identity]:
    """Give what stands at a path and what all the folders above it are."""
    while True:
        found = identity(place)
        if found is not None:
            yield found
        if place == os.path.dirname(place):
            return
        place = os.path.dirname(place)


def check_targets(targets: Sequence[tuple[Entry, str]], out: str) -> None:
    """Raise HipifyError if two entries would write the same target under `out`, or one would write an input.

    Folders may meet. Where the file system takes names that differ in case for one, so does this.
    """
    fold = folds_case(out)
    seen: dict[str, Entry] = {}
    for entry, target in targets:
        other = seen.setdefault(target.casefold() if fold else target, entry)
        if other is not entry and not entry.kind == other.kind == "folder":
            cause = f"{printable(other.shown)} and {printable(entry.shown)} would both be written there"
            raise refusal(target, cause, "convert them in two runs, with two output folders")
    if os.path.isdir(out):
        _check_folders(targets, out)


def _check_folders(targets: Iterable[tuple[Entry, str]], out: str) -> None:
    """Raise HipifyError if a folder of the output is one of the input by another name, a mount perhaps."""
    folders = [(e.path, t) if _is_folder(e) else map(os.path.dirname, (e.path, t)) for e, t in targets]
    sources, places = ({*each} for each in zip(*folders, strict=True)) if folders else (set(), set())
    read = {identity(source): source for source in sources}
    for place in sorted(os.path.join(out, place) for place in places):
        same = None if os.path.islink(place) else identity(place)
        if same is not None and same in read:
            cause = f"it is the input {printable(read[same])} by another name"
            raise refusal(place, cause, "name a folder outside with -o DIR")


def _is_folder(entry: Entry) -> bool:
    if entry.kind == "skip":
        return os.path.isdir(entry.path) and not os.path.islink(entry.path)
    return entry.kind == "folder"


def folds_case(place: str) -> bool:
    """Say whether the file system at a path, which need not be there yet, takes `a` and `A` for one name."""
    while place != os.path.dirname(place):
        folder, name = os.path.split(os.path.abspath(place))
        other = os.path.join(folder, name.swapcase())
        if name.swapcase() != name and os.path.lexists(place):
            with suppress(OSError):
                return os.path.samestat(os.lstat(place), os.lstat(other))
            return False
        place = folder
    return False
