"""The versions of one name: where each begins, and which others come together in it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.control import turn
from hipify_py.lanes.flow.places import WHOLE
from hipify_py.source.function_model import DEEPEST
from hipify_py.source.spans import holds

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.flow.control import Control
    from hipify_py.lanes.flow.places import Places
    from hipify_py.model import Span
    from hipify_py.source.function_model import Region

BEGIN = 0  # the offset at which a region begins
MARK = b"="  # stands in no symbol


class Written(NamedTuple):
    """A value that a symbol is given: its span, and whether nothing of what it had before is left.

    `scope` is that of the symbol's declaration, if the function has it, and `first` says that it begins with
    the value. What conditions decide shows in it where it is `decided`: not in what all threads of a block
    share.
    """

    symbol: bytes
    value: Span
    anew: bool
    scope: Span | None = None
    decided: bool = True
    first: bool = False


class Merge(NamedTuple):
    """A version in which others come together, and the conditions that decide which of them it is."""

    version: bytes
    sources: tuple[bytes, ...]
    conditions: tuple[bytes, ...] = ()


def named(symbol: bytes, number: int, offset: int) -> bytes:
    """Name the version of a symbol that begins at an offset of a region."""
    return b"%b%b%d.%d" % (symbol, MARK, number, offset)


def versions(
    places: Places, control: Control, symbol: bytes, written: Sequence[Written]
) -> tuple[dict[int, list[int]], list[Merge]]:
    """Give the offsets in regions at which versions of a symbol begin, and what comes together in them."""
    made = _Versions(places, control, symbol, written)
    return made.offsets, [*made.merges()]


class _Versions:
    """The versions of a symbol. `ends` gives where the one before that at an offset ends."""

    def __init__(self, places: Places, control: Control, symbol: bytes, written: Sequence[Written]) -> None:
        self.places, self.control, self.symbol, self.written = places, control, symbol, written
        self.ends: dict[int, dict[int, int]] = {}
        self.parents: dict[int, tuple[int, int]] = {}
        """Of each region in which the symbol is assigned, the one around it and its own offset in that."""
        self.kept: list[tuple[int, int]] = []
        """The places at which the version before is added to."""
        self.others: dict[int, int] = {}
        """Of an `else` the branch that it stands against."""
        for one in written:
            self._take(one)
        self._pair()
        for number in self.parents:
            self.ends.setdefault(number, {})[BEGIN] = BEGIN
            if number in places.loops:
                end = self._region(number).span.end
                self.ends[number].setdefault(end, end)
        self.offsets = {number: sorted(ends) for number, ends in self.ends.items()}

    def _region(self, number: int) -> Region:
        return self.places.regions.listed[number]

    def _take(self, one: Written) -> None:
        """Find the regions around an assignment in which it makes a version, and those it comes out of."""
        inner = None
        for number, offset in self.places.around(one.value.start):
            if inner is None:
                at = offset + one.value.end - one.value.start
                self.ends.setdefault(number, {})[at] = at
                if not one.anew or self._is_switch(number):
                    self.kept.append((number, at))
            else:
                self.parents[inner] = number, offset
                span = self._region(inner).span
                self.ends.setdefault(number, {})[offset + span.end - span.start] = offset
            if number in self.parents or number == WHOLE or self._region(number).condition is None:
                return
            if one.scope and not holds(one.scope, self._region(number).span):
                return
            inner = number

    def _is_switch(self, number: int) -> bool:
        condition = self._region(number).condition if number != WHOLE else None
        return condition is not None and condition.keyword == "switch"

    def _pair(self) -> None:
        """Let what both branches of a condition leave behind come together in one version."""
        branches: dict[tuple[int, Span], int] = {}
        for number, (parent, _) in sorted(self.parents.items()):
            condition = self._region(number).condition
            if condition is None or condition.keyword not in {"if", "?"}:
                continue
            if not condition.otherwise:
                branches[parent, condition.span] = number
            elif (other := branches.pop((parent, condition.span), None)) is not None:
                self.others[number] = other
                self.ends[parent].pop(self._end(other))
                self.ends[parent][self._end(number)] = self.parents[other][1]

    def _end(self, number: int) -> int:
        """Give at which offset of the region around it one ends."""
        span = self._region(number).span
        return self.parents[number][1] + span.end - span.start

    def _last(self, number: int, before: int | None = None) -> bytes:
        """Give the version with which a region ends, or which holds right before an offset."""
        offsets = self.offsets[number]
        at = len(offsets) if before is None else bisect_left(offsets, before)
        return named(self.symbol, number, offsets[at - 1]) if at else self.symbol

    def merges(self) -> Iterator[Merge]:
        """Give the versions in which others come together."""
        decided = all(one.decided for one in self.written)
        for number, offset in self.kept:
            yield Merge(named(self.symbol, number, offset), (self._last(number, offset),))
        for one in self._of_regions(self._out()):
            yield one if decided else one._replace(conditions=())

    def _of_regions(self, out: dict[tuple[int, str], list[bytes]]) -> Iterator[Merge]:
        paired, scope = {*self.others.values()}, self.written[0].scope
        for number, (parent, offset) in self.parents.items():
            other = self.others.get(number)
            outer = self._last(parent, (offset if other is None else self.parents[other][1]) + 1)
            begin, behind = named(self.symbol, number, BEGIN), named(self.symbol, parent, self._end(number))
            condition, left = self.control.condition(number), out.get((number, "break"), [])
            if loop := self.places.loops.get(number):
                body = self._region(number).span
                ended = [] if number in self.control.ended else [self._last(number, body.end)]
                turned = (*ended, *out.get((number, "continue"), ()))
                yield Merge(begin, (outer, self._last(number)))
                yield self._merged(named(self.symbol, number, body.end), turned, turn(condition))
                asked = self._last(number) if loop.keyword == "do" else self._last(number, body.start)
                own = scope is not None and holds(loop.whole, scope)
                yield Merge(behind, (asked, *left), () if own else (condition,))
                continue
            yield Merge(begin, (outer,))
            if number in paired:
                continue
            if other is None:
                left = [*left, outer]
            left += [
                self._last(one)
                for one in (number, other)
                if one is not None and one not in self.control.ended
            ]
            yield self._merged(behind, tuple(left) or (outer,), condition)

    @staticmethod
    def _merged(version: bytes, sources: tuple[bytes, ...], condition: bytes) -> Merge:
        """Give a version that is one of others as a condition decides, or else the only one."""
        return Merge(version, sources, (condition,) if len(set(sources)) > 1 else ())

    def _out(self) -> dict[tuple[int, str], list[bytes]]:
        """Give the versions with which jumps leave regions, by the region's number and the kind of jump."""
        found: dict[tuple[int, str], list[bytes]] = {}
        for number, offsets in self.offsets.items():
            ends = [*(self.ends[number][offset] for offset in offsets[1:]), None]
            targets = [*self._targets(number)]
            for offset, end in zip(offsets, ends, strict=True) if targets else ():
                for target, kind, jumps in targets:
                    first = bisect_left(jumps, offset)
                    if first < len(jumps) and (end is None or jumps[first] < end):
                        found.setdefault((target, kind), []).append(named(self.symbol, number, offset))
        return found

    def _targets(self, number: int) -> Iterator[tuple[int, str, list[int]]]:
        """Give the regions which jumps in a region leave, with where those jumps stand.

        None leaves a loop around the innermost, nor one further out than jumps are followed.
        """
        target: int | None = number if self.control.left else None
        for _ in range(DEEPEST):
            if target is None or target == WHOLE:
                return
            start, end = self._region(number).span
            for kind in ("break", "continue"):
                jumps = self.control.left.get((target, kind), [])
                if bisect_left(jumps, start) < bisect_right(jumps, end):
                    within = jumps[bisect_left(jumps, start) : bisect_right(jumps, end)]
                    yield target, kind, within
            if target in self.places.loops or target not in self.parents:
                return
            target = self.parents[target][0]
