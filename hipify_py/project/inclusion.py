"""Which files of a program include which, directly and through others."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hipify_py.project.facts import Facts

    Places = Mapping[str, Sequence[str | None]]


class Inclusion:
    """The includes of a program: `found`, `places` and `renamed` are those of `TranslationUnits`.

    `targets` are what the includes of each file name, in order, None for one outside of the program or of
    which nothing is read; `includers` the files that include each.
    """

    def __init__(self, found: Mapping[str, Facts], places: Places, renamed: Mapping[str, str]) -> None:
        """Follow every include once."""
        self._found, self._renamed = found, renamed
        self.targets = {path: tuple(self._read_by(path, place) for place in places[path]) for path in found}
        self.includers: dict[str, list[str]] = defaultdict(list)
        for path, targets in self.targets.items():
            for target in targets:
                if target is not None:
                    self.includers[target].append(path)

    def _read_by(self, path: str, place: str | None) -> str | None:
        """Give what a file reads of a place on disk."""
        target = self._target(place)
        return target if target and self.is_read(path, target) else None

    def is_read(self, path: str, target: str) -> bool:
        """Say whether a file reads anything of another that it includes: not where both have one guard."""
        guard = self._found[path].guard
        return not guard or target not in self._found or self._found[target].guard != guard

    def _target(self, place: str | None) -> str | None:
        """Give the file of the program, by its name now, that is meant by a place on disk."""
        now = place if place in self._found or place is None else self._renamed.get(place)
        return now if now in self._found else None

    def above(self, files: Iterable[str]) -> frozenset[str]:
        """Give some files, and those that include one of them, directly or through others."""
        found, queue = set(files), list(files)
        while queue:
            more = [path for path in self.includers.get(queue.pop(), ()) if path not in found]
            found.update(more)
            queue += more
        return frozenset(found | {old for old, new in self._renamed.items() if new in found})

    def below(self, files: Iterable[str]) -> frozenset[str]:
        """Give some files, and what they include, directly or through others."""
        found, queue = set(files), list(files)
        while queue:
            more = self.included_by(queue.pop()) - found
            found |= more
            queue += more
        return frozenset(found)

    def only_of(self, files: Iterable[str]) -> frozenset[str]:
        """Give those of some files that no other includes, and what only they include, through others too."""
        found = set(files)
        while shared := {one for one in found if not found.issuperset(self.includers.get(one, ()))}:
            found -= shared
        queue = list(found)
        while queue:
            below = self.included_by(queue.pop()) - found
            more = {path for path in below if found.issuperset(self.includers[path])}
            found |= more
            queue += more
        return frozenset(found)

    def included_by(self, path: str) -> set[str]:
        """Give the files of the program that one includes by itself."""
        return {one for one in self.targets.get(path, ()) if one is not None}
