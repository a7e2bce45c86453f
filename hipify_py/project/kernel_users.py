"""Kernels and functions of the device of which other files of a run speak: these may start or call them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.source.includes import HEADERS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hipify_py.project.facts import Facts
    from hipify_py.project.inclusion import Inclusion


def named_by_others(found: Mapping[str, Facts], inclusion: Inclusion) -> dict[str, frozenset[bytes]]:
    """Give for sources those of theirs of which another file speaks.

    A header that they alone include speaks for them.
    """
    offered = frozenset[bytes]().union(*(fact.offered for fact in found.values()))
    speakers: dict[bytes, set[str]] = {}  # of each name, the sources for which a file speaks of it
    for path, fact in found.items():
        for name in fact.spoken_of & offered:
            speakers.setdefault(name, set()).update(_sources(path, inclusion))
    named = {
        path: frozenset(name for name in fact.offered if speakers.get(name, set()) - {path})
        for path, fact in found.items()
        if fact.offered
    }
    return {path: names for path, names in named.items() if names}


def _sources(path: str, inclusion: Inclusion) -> frozenset[str]:
    """Give the sources that read a file; of a header that none includes, itself."""
    sources = frozenset(one for one in inclusion.above({path}) if not one.endswith(HEADERS))
    return sources or frozenset((path,))
