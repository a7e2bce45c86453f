"""Files that a run reads or writes: no report, baseline or depfile takes the place of one."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from hipify_py.model import HipifyError
from hipify_py.project.failures import printable
from hipify_py.project.files import read
from hipify_py.project.foreign_links import check_links
from hipify_py.project.own_headers import is_copy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from hipify_py.cli.resolve import Resolved
    from hipify_py.report.model import Report


def read_beside(holds: Resolved) -> Iterator[str]:
    """Give what the outcome hangs on beside the sources: settings, baseline and rules of a user's own."""
    from hipify_py.rules.load import files_of

    given = holds.values
    own = [str(path) for folder in given["rules"] for path in files_of(folder)]
    yield from (path for path in (holds.path, given.get("baseline"), *own) if path)


def copied_from(path: str, holds: Resolved) -> Iterator[str]:
    """Give the file of the input that a file in the output folder is a copy of."""
    out = holds.values.get("output")
    if not out:
        return
    below = os.path.relpath(os.path.realpath(path), os.path.realpath(out))
    for given in holds.values["paths"] if below.split(os.sep)[0] != os.pardir else ():
        places = (os.path.join(folder, below) for folder in (given, os.path.dirname(os.path.abspath(given))))
        yield from filter(os.path.lexists, places)


def apart(report: Report, holds: Resolved | None = None, beside: Iterable[str] = ()) -> Callable[[str], None]:
    """Give the check of where a report goes; `beside` are further files that the run reads."""
    return partial(check_apart, report=report, action="write the report", holds=holds, beside=tuple(beside))


def check_apart(
    path: str, report: Report, action: str, holds: Resolved | None = None, beside: Iterable[str] = ()
) -> None:
    """Raise `HipifyError` for the path of a file that the run is about, that it reads, or that it wrote.

    Links and hard links to one count as it; and for a place to which a link of the repository's leads.
    """
    check_links(path, action, holds.values.get("paths", ()) if holds else ())
    try:
        own = os.stat(
            os.path.realpath(path)
        )  # where it is written, out of folders too that are not there yet
    except OSError:
        return
    places = [place for file in report.files for place in (file.path, file.target) if place]
    places += (*beside, *(read_beside(holds) if holds else ()))
    if any(_is_one(own, place) for place in places) or _is_header(path):
        raise _refused(path, action)
    if holds and any(copied_from(path, holds)):
        raise _refused(path, action)


def check_outputs(path: str, targets: Iterable[str], action: str) -> None:
    """Raise `HipifyError` for the path of a file that is going to be written, and of one elsewhere."""
    check_links(path, action)
    if os.path.realpath(path) in map(os.path.realpath, targets):
        raise _refused(path, action)


def _is_one(own: os.stat_result, place: str) -> bool:
    with suppress(OSError, ValueError):
        return os.path.samestat(own, os.stat(place))
    return False


def _is_header(path: str) -> bool:
    """Say whether a file is a header of ours, or one of a shim."""
    name = os.path.basename(os.path.realpath(path))
    with suppress(OSError, HipifyError):
        return is_copy(name, read(path).data)
    return False


def _refused(path: str, action: str) -> HipifyError:
    text = f"{printable(path)}: cannot {action}: it is a file of this run; name another one"
    return HipifyError(text)
