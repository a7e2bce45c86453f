"""How far the steps in a loop lead from turn to turn: `1 << i` under `for (int i = 5; i-- > 0;)`.

A loop is gone through as it runs: by what its count is given first, how it goes on, and what ends it.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.own_warpsize import owned
from hipify_py.lanes.flow import integers
from hipify_py.lanes.flow.constant_folding import TOLD
from hipify_py.lanes.flow.integers import Number
from hipify_py.lanes.hazards.doubled_distances import UPDATES, is_update
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import names
from hipify_py.source.spans import holds
from hipify_py.source.tokens import OWN_NAME

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Loop
    from hipify_py.source.unit import Unit

MOST_TURNS = 64  # there are no more lanes
MOST = 32  # distances in a loop that are looked at
ONE = Number(1, 32)
OWN_WIDTH = b"warpSize"
DEEPEST = 3  # names that stand for a distance, one given the other


class _Count(NamedTuple):
    """What counts the turns of a loop: its name, what it is first, and how it goes on."""

    name: bytes
    first: Number
    step: Assignment


class TurnedDistances:
    """The distances in the loops of one function."""

    def __init__(self, unit: Unit, facts: FunctionFacts) -> None:
        """Read nothing yet."""
        assert facts.function is not None
        self.code, self.constants, self.is_owned = unit.code, facts.constants, bool(owned(unit))
        self.names = names(unit, facts.function)
        self._named: dict[Span, frozenset[bytes]] = {}

    def of(self, loop: Loop, distances: Iterable[Span]) -> frozenset[int]:
        """Give what distances in the body of a loop come to in its turns; nothing where that is not told."""
        inside = [*islice((one for one in distances if holds(loop.body, one)), MOST)]
        named = frozenset().union(*(self._names(one) for one in inside))
        made = [one for name in named if (one := self._count(loop, name))]
        return frozenset(far for one in made for at in inside for far in self._over(loop, one, at))

    def _names(self, distance: Span) -> frozenset[bytes]:
        """Give what a distance hangs on, but for one that is a name as it stands."""
        if distance not in self._named:
            now = found = {*OWN_NAME.findall(self.code, *distance)}
            for _ in range(DEEPEST):
                given = [one.value for name in now if (one := self.names.once(name, distance.start))]
                now = {name for value in given for name in OWN_NAME.findall(self.code, *value)} - found
                found = found | now
            self._named[distance] = frozenset(found)
        return self._named[distance]

    def _count(self, loop: Loop, name: bytes) -> _Count | None:
        """Give how a name is counted that one place of a loop changes, and one before gives its value."""
        all_given = self.names.given.get(name, ())
        own = [one for one in all_given if holds(loop.whole, one.value)]
        first = [one for one in own if holds(loop.start, one.value)]
        steps = [one for one in own if one not in first]
        before = (one for one in all_given if one.value.start < loop.whole.start)
        given = first or [*before]
        if len(steps) != 1 or len(given) != 1 or given[0].operator or self._asks_width(loop.whole):
            return None
        value = self.constants.of(expression(self.code[slice(*given[0].value)]), TOLD)
        return _Count(name, value, steps[0]) if value else None

    def _asks_width(self, loop: Span) -> bool:
        """Say whether a loop may go by the width of a wavefront."""
        return not self.is_owned and self.code.find(OWN_WIDTH, *loop) >= 0

    def _over(self, loop: Loop, count: _Count, distance: Span) -> Iterator[int]:
        """Give what a distance comes to, turn by turn."""
        node, value = self._meant(loop, distance, count.name), count.first
        if node is None or node.kind == "name":  # what is halved or doubled itself is read in `growing_steps`
            return
        found: list[int] = []
        early = holds(loop.body, count.step.value) and count.step.value.start < distance.start
        asks_first = loop.keyword != "do"
        for turn in range(MOST_TURNS):
            if turn or asks_first:
                goes_on, value = self._asked(loop, count, value)
                if goes_on is None:
                    return
                if not goes_on:
                    yield from found
                    return
            stepped = self._stepped(count, value) if not holds(loop.condition, count.step.value) else value
            far = self.constants.of(node, TOLD, {count.name: stepped if early and stepped else value})
            if far is None or stepped is None:
                return
            found.append(far.value)
            value = stepped

    def _meant(self, loop: Loop, distance: Span, name: bytes) -> Expression | None:
        """Give what a distance hangs on a count by, be it under names that the loop gives once."""
        node = expression(self.code[slice(*distance)])
        for _ in range(DEEPEST):
            if any(one.text == name for one in node.walk() if one.kind == "name"):
                return node
            once = self.names.once(node.text, distance.start) if node.kind == "name" else None
            if once is None or not holds(loop.body, once.value):
                return None
            node = expression(self.code[slice(*once.value)])
        return None

    def _asked(self, loop: Loop, count: _Count, value: Number) -> tuple[bool | None, Number]:
        """Say whether a loop goes on with a value of its count, and give what that is behind the question."""
        node = expression(self.code[slice(*loop.condition)])
        asked, after = value, value
        for one in node.walk():
            if one.kind == "unary" and one.text in UPDATES and one.parts[0].text == count.name:
                stepped = integers.applied(UPDATES[one.text], value, ONE)
                if stepped is None:
                    return None, value
                is_behind = one.parts[0].span.start == one.span.start
                asked, after = value if is_behind else stepped, stepped
        answer = self.constants.of(_without_updates(node), TOLD, {count.name: asked})
        return (bool(answer.value) if answer else None), after

    def _stepped(self, count: _Count, value: Number) -> Number | None:
        """Give what a count holds behind its step."""
        one = count.step
        node, given = expression(self.code[slice(*one.value)]), {count.name: value}
        if not one.operator:
            return self.constants.of(node, TOLD, given)
        by = ONE if is_update(self.code, one) else self.constants.of(node, TOLD, given)
        return integers.applied(one.operator, value, by) if by and one.operator in integers.RESULTS else None


def _without_updates(node: Expression) -> Expression:
    """Give an expression in which names stand for what they are counted up or down to."""
    if node.kind == "unary" and node.text in UPDATES:
        return node.parts[0]
    return node._replace(parts=tuple(map(_without_updates, node.parts)))
