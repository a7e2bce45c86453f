"""Functions that a file calls in templates and does not see, and where its units declare them."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.project.facts import Facts
    from hipify_py.project.inclusion import Inclusion

UNITS = (".cu",)
MOST_UNITS = 32  # that are looked through for a file


class LaterFunctions:
    """The functions of a run that its files call in templates and do not see there."""

    def __init__(self, found: Mapping[str, Facts], inclusion: Inclusion) -> None:
        """Look for the files that declare them."""
        self._inclusion = inclusion
        asked = frozenset[bytes]().union(*(fact.undeclared for fact in found.values()))
        self._declaring: dict[bytes, set[str]] = {}
        self._making: dict[bytes, set[str]] = {}  # by macros, too
        for path, fact in found.items() if asked else ():
            for name in asked & fact.marked:
                self._declaring.setdefault(name, set()).add(path)
            for name in asked & (fact.marked | fact.macros):
                self._making.setdefault(name, set()).add(path)

    def of(self, path: str, fact: Facts) -> dict[bytes, str]:
        """Give the functions that a file does not see, with the way to a file that declares each."""
        folder = posixpath.dirname(path) or "."
        names = fact.undeclared & self._declaring.keys()
        found = self._behind(path, names) if names else {}
        read = self._inclusion.below((path,)) - {path} if names & fact.marked else frozenset[str]()
        found |= {name: path for name in names & fact.marked if self._making[name].isdisjoint(read)}
        return {name: posixpath.relpath(other, folder) for name, other in sorted(found.items())}

    def _behind(self, path: str, names: frozenset[bytes]) -> dict[bytes, str]:
        """Give for names the file that declares each in a unit which reads it behind a file that calls it."""
        found: dict[bytes, str] = {}
        below = self._inclusion.below((path,))  # which it reads itself, wherever
        names = frozenset(name for name in names if self._making[name].isdisjoint(below))
        units = sorted(one for one in self._inclusion.above((path,)) if one.endswith(UNITS) and one != path)
        for unit in units[:MOST_UNITS]:
            order = [*self._order(unit)]
            at = order.index(path) if path in order else len(order)
            for name in names - found.keys():
                behind = next((one for one in order[at + 1 :] if one in self._declaring[name]), None)
                if behind and self._making[name].isdisjoint(order[: at + 1]):
                    found[name] = behind
        return found

    def _order(self, unit: str) -> Iterator[str]:
        """Give the files that a unit reads, each once, in the order in which they begin."""
        stack, read = [unit], set[str]()
        while stack:
            path = stack.pop()
            if path not in read:
                read.add(path)
                yield path
                targets = self._inclusion.targets.get(path, ())
                stack += [one for one in reversed(targets) if one is not None and one not in read]
