"""How far the steps in a loop lead from turn to turn: `1 << i` under `for (int i = 5; i-- > 0;)`.

A loop is gone through as it runs: by what its count is given first, how it goes on, and what ends it.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.lanes.find.own_warpsize import owned
from hipify_py.lanes.flow.counted_loops import CountedLoops
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import names
from hipify_py.source.spans import holds
from hipify_py.source.tokens import OWN_NAME

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.lanes.flow.counted_loops import Count
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Loop
    from hipify_py.source.unit import Unit

MOST = 32  # distances in a loop that are looked at
OWN_WIDTH = b"warpSize"
DEEPEST = 3  # names that stand for a distance, one given the other


class TurnedDistances:
    """The distances in the loops of one function."""

    def __init__(self, unit: Unit, facts: FunctionFacts) -> None:
        """Read nothing yet."""
        assert facts.function is not None
        self.code, self.is_owned = unit.code, bool(owned(unit))
        self.names = names(unit, facts.function)
        self.loops = CountedLoops(unit.code, self.names, facts.constants)
        self._named: dict[Span, frozenset[bytes]] = {}

    def of(self, loop: Loop, distances: Iterable[Span]) -> frozenset[int]:
        """Give what distances in the body of a loop come to in its turns; nothing where that is not told."""
        inside = [*islice((one for one in distances if holds(loop.body, one)), MOST)]
        named = frozenset().union(*(self._names(one) for one in inside))
        if not inside or self._asks_width(loop.whole):
            return frozenset()
        made = [one for name in named if (one := self.loops.counted(loop, name))]
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

    def _asks_width(self, loop: Span) -> bool:
        """Say whether a loop may go by the width of a wavefront."""
        return not self.is_owned and self.code.find(OWN_WIDTH, *loop) >= 0

    def _over(self, loop: Loop, count: Count, distance: Span) -> Iterator[int]:
        """Give what a distance comes to, turn by turn."""
        node = self._meant(loop, distance, count.name)
        if node is not None and node.kind != "name":  # what is halved or doubled is read in `growing_steps`
            yield from self.loops.turns(loop, count, node, distance.start)

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
