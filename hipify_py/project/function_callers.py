"""Functions of the device that no source of a run calls, nor whatever else of the program names them."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from hipify_py.project.files import folders_around
from hipify_py.project.includers import contents
from hipify_py.source.unit import Unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hipify_py.project.facts import Facts

OFFERED = re.compile(r"(?i)(?:.*/)?(?:inc|include|includes|public|api|sdk)\Z")
"""Folders of headers that other programs include, and whose functions these call."""
MOST_NAMES = 512  # of functions that are looked for in all files of a run
WORD = re.compile(rb"\w+")


def never_called(
    found: Mapping[str, Facts], others: Iterable[str], limit: int
) -> dict[str, frozenset[bytes]]:
    """Give for files the functions among those that they do not call that no other file names either.

    Another that has one of the same name and does not call it names it not. `others` are the paths of what
    else lies in the run, as build files that have sources made.
    """
    asked: dict[bytes, set[str]] = defaultdict(set)
    for path, fact in found.items():
        if fact.uncalled and not any(map(OFFERED.fullmatch, folders_around(path))):
            for name in fact.uncalled:
                asked[name].add(path)
    for path in (*found, *others) if 0 < len(asked) <= MOST_NAMES else ():
        for name in _named(path, asked.keys(), limit):
            if path not in found or name not in found[path].uncalled:
                asked.pop(name, None)
    told: dict[str, set[bytes]] = defaultdict(set)
    for name, paths in asked.items() if len(asked) <= MOST_NAMES else ():
        for path in paths:
            told[path].add(name)
    return {path: frozenset(names) for path, names in told.items()}


def _named(path: str, names: Iterable[bytes], limit: int) -> set[bytes]:
    """Give those of some names that the code of a file says."""
    text = contents(path, limit)
    there = {name for name in names if name in text}
    return there & {*WORD.findall(Unit(text).code)} if there else there
