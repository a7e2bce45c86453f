"""Under which conditions a place in a function is reached, as far as the text tells."""

from __future__ import annotations

import re
from collections import deque
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.model import Span
from hipify_py.source.brackets import closings

if TYPE_CHECKING:
    from collections.abc import Iterable

FLAT = re.compile(  # all closed, and no blocks
    rb"\([^(){}]*(?:\([^(){}]*(?:\([^(){}]*\)[^(){}]*)*\)[^(){}]*)*\)"
)
# Words begin a word, which is asked behind their first letter: so the search is one for a set of bytes.
MARK = re.compile(
    rb"\(|\{|\}|;|i(?<!\wi)f\b|w(?<!\ww)hile\b|f(?<!\wf)or\b|s(?<!\ws)witch\b|e(?<!\we)lse\b|r(?<!\wr)eturn\b"
    rb"|b(?<!\wb)reak\b|c(?<!\wc)ontinue\b"
)
LOOPS = frozenset((b"for", b"while"))
DEEPEST = 100  # conditions around a place that are followed


class Condition(NamedTuple):
    """A condition: its keyword, the span of its text without brackets, and whether this is its `else`."""

    keyword: bytes
    span: Span
    otherwise: bool = False


Path = tuple[Condition, ...]


class Paths(NamedTuple):
    """For each place asked for, the conditions around it from the outside in; and what leaves before it.

    `leaves` has each `break` and `continue` of a loop; of what comes later, all that leaves a loop around a
    place is there. Of more than `DEEPEST` conditions around a place the innermost are given, and it is among
    the `deep` ones, of which nobody knows who gets there.
    """

    of: dict[int, Path]
    returns: tuple[tuple[int, Path], ...]
    leaves: tuple[tuple[int, Path], ...] = ()
    deep: frozenset[int] = frozenset()


def paths(code: bytes, body: Span, places: Iterable[int]) -> Paths:
    """Walk a body once and give the conditions around each place, and around each `return`."""
    walk = _Walk(code, body, sorted(set(places)))
    walk.run()
    return Paths(walk.of, tuple(walk.returns), tuple(walk.leaves), frozenset(walk.deep))


class _Walk:
    """The state of one walk: conditions of open blocks, and those whose statement has yet to come."""

    def __init__(self, code: bytes, body: Span, places: list[int]) -> None:
        self.code, self.body, self.places = code, body, deque(places)
        self.of: dict[int, Path] = {}
        self.returns: list[tuple[int, Path]] = []
        self.leaves: list[tuple[int, Path]] = []
        self.deep: list[int] = []
        self.open: list[Path] = []
        self.conditions: list[Condition] = []  # of all open blocks
        self.loops = 0  # among them
        self.pending: Path = ()
        self.last: Path = ()  # the conditions of the statement that has just ended, for an `else`

    def around(self) -> Path:
        return (*self.conditions[-DEEPEST:], *self.pending)

    @cached_property
    def closed(self) -> dict[int, int]:
        return closings(self.code, *self.body)

    def run(self) -> None:
        at, end, places = self.body.start, self.body.end, self.places
        while (places or self.loops) and (mark := MARK.search(self.code, at, end)):
            if mark[0] == b";" and not self.pending and not self.last:
                at = mark.end()
                continue
            if places and places[0] < mark.start():
                self.answer(mark.start())
            at = self.step(mark)
        self.answer(self.body.end)

    def answer(self, until: int) -> None:
        while self.places and self.places[0] < until:
            if len(self.conditions) + len(self.pending) >= DEEPEST:
                self.deep.append(self.places[0])
            self.of[self.places.popleft()] = self.around()

    def step(self, mark: re.Match[bytes]) -> int:
        """Take one mark and give where to go on."""
        text = mark[0]
        if text in {b"if", b"while", b"for", b"switch"}:
            return self.head(mark)
        if text == b"else":
            self.pending = tuple(c._replace(otherwise=True) for c in self.last[-1:])
        elif text == b"{":
            self.open.append(self.pending)
            self.conditions += self.pending
            self.loops += sum(one.keyword in LOOPS for one in self.pending)
            self.pending = ()
        elif text == b"}":
            finished = self.open.pop() if self.open else ()
            del self.conditions[len(self.conditions) - len(finished) :]
            self.loops -= sum(one.keyword in LOOPS for one in finished)
            self.end(finished)
        elif text == b";":
            self.end(self.pending)
        elif text in {b"return", b"break", b"continue"}:
            (self.returns if text == b"return" else self.leaves).append((mark.start(), self.around()))
        elif text == b"(":
            if flat := FLAT.match(self.code, mark.start(), self.body.end):
                return flat.end()
            end = self.closed.get(mark.start(), self.body.end)
            if self.code.find(b"{", mark.start(), end) < 0:
                self.answer(end)
                return end
        return mark.end()

    def end(self, finished: Path) -> None:
        self.last, self.pending = finished, ()

    def head(self, mark: re.Match[bytes]) -> int:
        opening = self.code.find(b"(", mark.end(), mark.end() + 16)
        if opening < 0:
            return mark.end()
        flat = FLAT.match(self.code, opening, self.body.end)
        end = flat.end() if flat else self.closed.get(opening, self.body.end)
        self.answer(end)
        self.pending = (*self.pending[1 - DEEPEST :], Condition(mark[0], Span(opening + 1, end - 1)))
        return end
