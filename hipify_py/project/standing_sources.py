"""Refuse, before anything is written, files named alone that would take the place of other CUDA sources.

`convert t/main.cu -o t/src` means a folder, and a source of the same name may live there. An output of an
earlier run is told from it by what it is: no CUDA names are left in it that a conversion replaces.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from hipify_py.model import HipifyError
from hipify_py.project import files
from hipify_py.project.failures import printable, refusal
from hipify_py.rules.load import ruleset_of
from hipify_py.settings import Options

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.project.entries import Entry
    from hipify_py.settings import Settings


def check_standing(
    paths: Iterable[str], targets: Iterable[tuple[Entry, str]], out: str, settings: Settings
) -> None:
    """Raise HipifyError if `paths` are files, and one would be written to `out` over a source of CUDA."""
    if not all(map(os.path.isfile, paths)):
        return
    for entry, target in targets:
        place = os.path.join(out, target)
        if entry.kind == "source" and os.path.isfile(place) and _is_cuda(place, settings):
            cause = f"a CUDA source stands there, which {printable(entry.shown)} would replace"
            raise refusal(place, cause, "name another folder with -o DIR, or move that source away")


def _is_cuda(place: str, settings: Settings) -> bool:
    """Say whether a conversion would replace a line of a file that speaks of CUDA; no other may be sure."""
    from hipify_py.conversion import convert

    with suppress(HipifyError):
        data = files.read(place, limit=settings.max_size).data
        if b"cuda" not in data.lower() or files.binary_reason(data):
            return False
        left = {*convert(data, ruleset_of(settings), Options()).output.splitlines()}
        return any(b"cuda" in line.lower() and line not in left for line in data.splitlines())
    return False
