"""Headers of C that a project's own headers bring to those which include them."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hipify_py.project.facts import Facts
    from hipify_py.project.inclusion import Places


def c_headers(found: Mapping[str, Facts], places: Places) -> dict[str, frozenset[bytes]]:
    """Give for files the headers of C that others bring which they include, on no condition that is known."""
    including: dict[str, set[str]] = defaultdict(set)
    for path, fact in found.items():
        gone = fact.untaken.union(number for number, _ in fact.behind)
        for number, place in enumerate(places[path]):
            if place is not None and number not in gone:
                including[place].add(path)
    told: dict[str, set[bytes]] = defaultdict(set)
    for name in frozenset[bytes]().union(*(fact.c_headers for fact in found.values())):
        queue = [path for path, fact in found.items() if name in fact.c_headers]
        seen = set[str]()
        while queue:
            more = including.get(queue.pop(), set()) - seen
            seen |= more
            queue += more
        for path in seen:
            told[path].add(name)
    return {path: frozenset(names) for path, names in told.items()}
