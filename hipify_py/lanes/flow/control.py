"""What conditions decide: which lanes get somewhere, and how often.

Where lanes come together again behind a branch, a name differs between those for whom the condition does:
control dependence (Ferrante, Ottenstein, Warren: The program dependence graph, 1987). Behind a loop that some
leave earlier than others it does too: temporal divergence, as LLVM's uniformity analysis has it.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.source.function_model import DEEPEST, LEFT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.model import Span
    from hipify_py.source.function_model import Model

MARK = b"?"  # stands in no symbol


class Decision(NamedTuple):
    """What a condition hangs on: the expression at a span, or else other conditions.

    All that decides who leaves a turn of a loop by `continue` goes for one condition too.
    """

    condition: bytes
    asked: Span | None
    others: tuple[bytes, ...] = ()


class Control:
    """The conditions of one function, each named by a mark and where it stands."""

    def __init__(self, model: Model, code: bytes) -> None:
        """Find where `break` and `continue` leave which loop or `switch`, and under which conditions."""
        self._regions = model.regions
        conditions = (one.condition for one in self._regions.listed)
        self._asked = {of(one.span): one.span for one in conditions if one}
        self._asked.update((of(one.head), one.condition) for one in model.loops)
        self._others: dict[bytes, dict[bytes, None]] = {}
        self.left: dict[tuple[int, str], list[int]] = {}
        """The places of the jumps that leave a region, by its number and their kind."""
        self.ended: set[int] = set()
        """The regions whose end nobody comes to, for a jump before it; a directive may leave that out."""
        with_directives = set[int]()
        for jump in model.jumps:
            within: list[bytes] = []
            for number in islice(self._regions.numbers(jump.at), DEEPEST if jump.kind in LEFT else 1):
                condition = self._regions.listed[number].condition
                if condition is None:
                    break
                seen = number in self.ended or number in with_directives
                if not within and condition.keyword != "switch" and not seen:
                    plain = b"#" not in code[slice(*self._regions.listed[number].span)]
                    (self.ended if plain else with_directives).add(number)
                key = of(condition.span)
                if condition.keyword in LEFT.get(jump.kind, ()):
                    self.left.setdefault((number, jump.kind), []).append(jump.at)
                    hangs = key if jump.kind == "break" else turn(key)
                    self._others.setdefault(hangs, {}).update(dict.fromkeys(within))
                    break
                within.append(key)

    def condition(self, number: int) -> bytes:
        """Name the condition of a region; a lambda's is that nothing is asked."""
        condition = self._regions.listed[number].condition
        return of(condition.span) if condition else MARK

    def decisions(self, asked: Iterable[bytes]) -> Iterator[Decision]:
        """Say what conditions hang on, and those that they hang on in turn."""
        found, todo = set[bytes](), [*asked]
        while todo:
            key = todo.pop()
            if key in found:
                continue
            found.add(key)
            span = self._asked.get(key)
            if span and span.start < span.end:
                yield Decision(key, span)
            if others := (*self._others.get(key, ()),):
                yield Decision(key, None, others)
                todo += others


def of(condition: Span) -> bytes:
    """Name a condition."""
    return b"%b%d.%d" % (MARK, *condition)


def turn(loop: bytes) -> bytes:
    """Name what decides who leaves a turn of a loop early."""
    return loop + MARK
