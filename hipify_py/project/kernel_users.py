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
    speaking = {path: names for path, fact in found.items() if (names := fact.spoken_of & offered)}
    readers = {path: _sources(path, inclusion) for path in speaking}
    return {
        path: names
        for path, fact in found.items()
        if (names := fact.offered & _said(path, speaking, readers))
    }


def _sources(path: str, inclusion: Inclusion) -> frozenset[str]:
    """Give the sources that read a file; of a header that none includes, itself."""
    sources = frozenset(one for one in inclusion.above({path}) if not one.endswith(HEADERS))
    return sources or frozenset((path,))


def _said(
    path: str, speaking: Mapping[str, frozenset[bytes]], readers: Mapping[str, frozenset[str]]
) -> frozenset[bytes]:
    said = (names for one, names in speaking.items() if readers[one] - {path})
    return frozenset[bytes]().union(*said)
