"""What the files of a run see of each other by their includes: its translation units.

A file sees what it makes, what the files make that it includes, directly or through others, and of each
unit that includes it what stands there before the include. A set of what can be seen is an `int` with a bit
for each thing that is told, so that a run of many files costs little more than the sum of its includes.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from hipify_py.resolve.told import Kind, Told

    Targets = Mapping[str, Sequence[str | None]]


class Seen(NamedTuple):
    """What one file sees: in some of the units that it is part of, and in every one of them; as bits."""

    ever: int
    always: int


class IncludeGraph:
    """What the files of a run see of each other. A declaration is a thing of its own in each file."""

    def __init__(self, told: Mapping[str, Sequence[Told]], targets: Targets) -> None:
        """Take what each file tells, and the file that each of its includes names, None where none does."""
        self.targets = targets
        self._bits: dict[tuple[Kind, bytes, bytes], int] = {}
        self._told: list[Told] = []
        self._of_name: dict[tuple[Kind, bytes], int] = {}
        self._pieces: dict[str, list[tuple[int, int]]] = {}
        self._give_bits(told)
        self._circles = list(circles(targets))
        self._circle = {path: index for index, files in enumerate(self._circles) for path in files}
        self._below: dict[str, int] = {}
        for files in self._circles:
            self._see_below(files)
        self._above: dict[str, Seen] = {}
        self._see_above()

    def seen(self, path: str) -> Seen:
        """Give what a file sees."""
        below, above = self._below.get(path, 0), self._above.get(path, Seen(0, 0))
        return Seen(below | above.ever, below | above.always)

    def in_circle(self, path: str, target: str) -> bool:
        """Say whether a file includes another that includes it, so that either may be read first."""
        return path != target and path in self._circle and self._circle[path] == self._circle.get(target)

    def taken_from(self, path: str, bits: int) -> int | None:
        """Give the place of the first include by which a file sees some bits.

        It is -1 where every unit has them before the file, and None where it sees them by none.
        """
        if self._above.get(path, Seen(0, 0)).always & bits:
            return -1
        for place, target in enumerate(self.targets.get(path, ())):
            outside = target is not None and target != path and not self.in_circle(path, target)
            if target and outside and self._below.get(target, 0) & bits:
                return place
        return None

    def bits(self, kind: Kind, name: bytes, seen: int) -> int:
        """Give the bits of what is seen of a name, be it that of a function that gives a constant."""
        return self._of_name.get((kind, name), 0) & seen

    def bits_of(self, told: Iterable[Told]) -> int:
        """Give the bits of things that are told, but for declarations, of which each file has its own."""
        found = 0
        for one in told:
            found |= self._bits[one.kind, one.name, one.value]
        return found

    def names(self, *kinds: Kind) -> frozenset[bytes]:
        """Give the names of which anything of some kinds is told, as `bits` knows them."""
        return frozenset(name for kind, name in self._of_name if kind in kinds)

    def told(self, bits: int) -> Iterator[Told]:
        """Give the things that have some bits."""
        while bits:
            lowest = bits & -bits
            yield self._told[lowest.bit_length() - 1]
            bits ^= lowest

    def _give_bits(self, told: Mapping[str, Sequence[Told]]) -> None:
        for path, listed in told.items():
            pieces: dict[int, int] = {}
            for one in listed:
                pieces[one.after] = pieces.get(one.after, 0) | self._bit(path, one)
            self._pieces[path] = sorted(pieces.items())

    def _bit(self, path: str, one: Told) -> int:
        key = one.kind, one.name, os.fsencode(path) if one.kind == "declared" else one.value
        if key not in self._bits:
            bit = self._bits[key] = 1 << len(self._told)
            self._told.append(one)
            bare = one.kind, one.name.removesuffix(b"()")
            self._of_name[bare] = self._of_name.get(bare, 0) | bit
        return self._bits[key]

    def _see_below(self, files: Sequence[str]) -> None:
        """Note what the files of a circle see by their includes, given what those outside of it see."""
        found = 0
        for path in files:
            for _, piece in self._pieces.get(path, ()):
                found |= piece
            for target in self.targets.get(path, ()):
                found |= self._below.get(target, 0) if target else 0
        self._below.update(dict.fromkeys(files, found))

    def _see_above(self) -> None:
        """Note what stands before the places where files are included, from the units downward.

        A circle is entered from outside of it: what its own files include of it has been read by then.
        """
        circle = self._circle
        entered: dict[int, Seen] = {}
        for index in range(len(self._circles) - 1, -1, -1):
            above = entered.get(index, Seen(0, 0))
            for path in self._circles[index]:
                self._above[path] = above
                for target, before in self._before(path):
                    into = circle[target]
                    if into != index:
                        ever, always = above.ever | before, above.always | before
                        known = entered.get(into, Seen(ever, always))
                        entered[into] = Seen(known.ever | ever, known.always & always)

    def _before(self, path: str) -> Iterator[tuple[str, int]]:
        """Give each file that one includes, with what stands in it before that include."""
        pieces, at, before = self._pieces.get(path, []), 0, 0
        for place, target in enumerate(self.targets.get(path, ())):
            while at < len(pieces) and pieces[at][0] <= place:
                before |= pieces[at][1]
                at += 1
            if target is not None:
                yield target, before
                before |= self._below.get(target, 0)


def circles(targets: Targets) -> Iterator[tuple[str, ...]]:
    """Give the files, each with those that include it and that it includes in a circle; the included first.

    Tarjan's algorithm for strongly connected components, without recursion.
    """
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    waiting: set[str] = set()
    for root in targets:
        work = [] if root in order else [(root, iter(targets.get(root, ())))]
        while work:
            path, rest = work[-1]
            if path not in order:
                order[path] = low[path] = len(order)
                stack.append(path)
                waiting.add(path)
            for target in rest:
                if target is not None and target not in order:
                    work.append((target, iter(targets.get(target, ()))))
                    break
                if target in waiting:
                    low[path] = min(low[path], low[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[path])
                if low[path] == order[path]:
                    yield tuple(_popped(stack, waiting, path))


def _popped(stack: list[str], waiting: set[str], last: str) -> Iterator[str]:
    while True:
        path = stack.pop()
        waiting.discard(path)
        yield path
        if path == last:
            return
