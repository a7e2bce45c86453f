"""How far the counts of loops lead that grow, or begin at half of another: `for (d = 1; d <= 16; d *= 2)`.

Loops that halve from a number on are read in `lane_steps`; a bound of 32 is told as such.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lanes.find.own_warpsize import owned
from hipify_py.lanes.flow.constant_folding import TOLD
from hipify_py.lanes.flow.counted_loops import MOST_GIVEN, is_update
from hipify_py.lanes.hazards.doubled_distances import BELOW, TWICE
from hipify_py.lanes.hazards.halving_trees import HALVES
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import model, names
from hipify_py.source.spans import holds

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.integers import Number
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Loop
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

OWN_WIDTH = b"warpSize"
MOST = 1 << 16  # further no lane is
DEEPEST = 3  # loops, one in the other
TOLD_BOUNDS = frozenset((31, 32, 33))  # of the loop itself: 31 and 32 are told as what counts lanes


class Growing:
    """The counts of the loops of one function."""

    def __init__(
        self, unit: Unit, function: Function, constants: ConstantTable, *, untold: bool = False
    ) -> None:
        """Read nothing yet; bounds of 32 lanes are told by others, but where they are `untold`."""
        self.told = frozenset[int]() if untold else TOLD_BOUNDS
        self.code, self.constants, self.is_owned = unit.code, constants, bool(owned(unit))
        self.model, self.names = model(unit, function), names(unit, function)
        self._known: dict[tuple[Loop, bytes, int], int] = {}

    def farthest(self, loop: Loop, name: bytes, left: int = DEEPEST) -> int:
        """Give the greatest value that a name has in the turns of a loop, or 0 where that is not known."""
        asked = loop, name, left
        if asked not in self._known:
            self._known[asked] = self._farthest(loop, name, left)
        return self._known[asked]

    def _farthest(self, loop: Loop, name: bytes, left: int) -> int:
        inside = self.names.given_in(name, loop.whole)
        if len(inside) > MOST_GIVEN:
            return 0
        steps = [one for one in inside if self._sign(one, name)]
        others = [one for one in inside if one not in steps]
        before = others[0] if others else self.names.sole_before(name, loop.whole.start)
        if len(steps) != 1 or before is None or before.operator or holds(loop.body, before.value):
            return 0
        first = expression(self.code[slice(*before.value)])
        number = self._number(first)
        if self._sign(steps[0], name) in HALVES:
            half = self._half(loop, first, left - 1) if left else 0
            return number.value if number else half
        bound = self._bound(loop, name)
        if left == DEEPEST and bound in self.told:
            return 0
        return self._doubled(number.value, bound) if number else 0

    def _number(self, node: Expression) -> Number | None:
        """Give what an expression is worth that does not ask for the width of a wavefront."""
        asks = not self.is_owned and any(one.text == OWN_WIDTH for one in node.walk())
        return None if asks else self.constants.of(node, TOLD)

    def _sign(self, one: Assignment, name: bytes) -> bytes:
        """Give the sign by which a name is doubled, or halved."""
        node = expression(self.code[slice(*one.value)])
        sign, by = one.operator, node
        if not sign:
            plain = node.kind == "binary" and node.parts[0].text == name
            sign, by = (node.text, node.parts[1]) if plain else (b"", node)
        if sign == b"+" and bare(by).text == name:
            return b"" if is_update(self.code, one) else b"*"
        number = self.constants.of(by)
        wanted = (TWICE | HALVES).get(sign)
        return sign if number is not None and number.value == wanted else b""

    def _bound(self, loop: Loop, name: bytes) -> int:
        """Give what the condition of a loop keeps a name below, or 0."""
        node = bare(expression(self.code[slice(*loop.condition)]))
        if node.kind != "binary" or node.text not in BELOW or bare(node.parts[0]).text != name:
            return 0
        number = self._number(node.parts[1])
        return number.value + BELOW[node.text] if number else 0

    def _doubled(self, first: int, bound: int) -> int:
        last = 0
        while 0 < first < min(bound, MOST):
            last, first = first, 2 * first
        return last

    def _half(self, loop: Loop, node: Expression, left: int) -> int:
        """Give half of the greatest value of the count of a loop around."""
        node = bare(node)
        by = self.constants.of(node.parts[1]) if node.kind == "binary" and node.text in HALVES else None
        if by is None or by.value != HALVES[node.text]:
            return 0
        name, around = bare(node.parts[0]).text, self._around(loop)
        return max((self.farthest(one, name, left) for one in around), default=0) // 2

    def _around(self, loop: Loop) -> Iterable[Loop]:
        """Give the loops in whose bodies a loop stands, of those before it."""
        end = bisect_left(self.model.loops, loop.whole.start, key=lambda one: one.whole.start)
        return (
            one for one in self.model.loops[max(0, end - DEEPEST) : end] if one.body.end >= loop.whole.end
        )
