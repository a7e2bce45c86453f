"""Bounds beyond which a thread stays once it is: `j + t >= n` in a loop in which `j` grows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.hazards.products import operands
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import MIRRORED, bare
from hipify_py.source.function_reading import names
from hipify_py.source.spans import holds

if TYPE_CHECKING:
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Loop, Model
    from hipify_py.source.unit import Unit

BEYOND = frozenset((b">", b">="))
INDICES = frozenset((b"threadIdx", b"blockIdx"))


class LastingBounds:
    """Reads the conditions of one loop, which has to count up by a number."""

    def __init__(self, unit: Unit, read: Model, loop: Loop, constants: ConstantTable) -> None:
        """Read what the loop counts, and by how much."""
        self.unit, self.read, self.loop, self.constants = unit, read, loop, constants
        self.names = names(unit, read.function)
        self.count, self.step = self._counted()

    def lasts(self, condition: Span) -> bool:
        """Say whether a condition that holds for a thread in a turn holds for it in all later ones."""
        node = bare(expression(self.unit.code[slice(*condition)]))
        if node.kind != "binary" or not self.step:
            return False
        (left, right), sign = node.parts, node.text
        if sign not in BEYOND:
            left, right, sign = right, left, MIRRORED.get(sign, b"")
        grows = sum(self._grows(one, condition.start) for one in operands(left, b"+"))
        terms = [bare(one) for one in operands(left, b"+")]
        rest = [one for one in terms if not self._grows(one, condition.start)]
        return sign in BEYOND and grows == 1 and all(map(self._stays, (*rest, *operands(right, b"+"))))

    def _counted(self) -> tuple[bytes, int]:
        """Give the name that a loop counts up and its step; 0 where it does anything else with it."""
        steps = self.read.assigned_in(self.loop.step)
        if len(steps) != 1 or steps[0].operator != b"+" or steps[0].name != steps[0].target:
            return b"", 0
        count, text = steps[0].name, self.unit.code[slice(*steps[0].value)].strip()
        step = 1 if text == count else self.constants.plain(expression(text)) or 0
        given = self.names.given_at(count, self.loop.condition.start)
        others = [one for one in given if one != steps[0] and not holds(self.loop.start, one.value)]
        return (count, step) if step > 0 and not others else (b"", 0)

    def _grows(self, node: Expression, at: int) -> bool:
        """Say whether a term is the count, or a name that is given it, with less than a step beside it."""
        node = bare(node)
        if node.kind != "name":
            return False
        if node.text == self.count:
            return True
        given = self.names.given_at(node.text, at)
        beside = [self._beside(one.value) for one in given if one.target == node.text and not one.operator]
        known = [one for one in beside if one is not None]
        inside = all(holds(self.loop.body, one.value) for one in given)
        return inside and len(known) == len(given) > 0 and max(known) - min(known) <= self.step

    def _beside(self, value: Span) -> int | None:
        """Give what a value adds to the count; None where it is something else."""
        terms = [bare(one) for one in operands(expression(self.unit.code[slice(*value)]), b"+")]
        others = [self.constants.plain(one) for one in terms if one.text != self.count]
        return None if None in others or len(others) + 1 != len(terms) else sum(filter(None, others))

    def _stays(self, node: Expression) -> bool:
        """Say whether a term is worth the same for a thread in all turns."""
        node = bare(node)
        if node.kind == "binary":
            return all(map(self._stays, node.parts))
        if node.kind == "member":
            return node.parts[0].text in INDICES
        made = self.names.declaration(node.text, self.loop.start.start) if node.kind == "name" else None
        given = self.names.given_at(node.text, self.loop.start.start) if made else ()
        is_kept = made is not None and not made.pointers and not made.sign_in(self.unit.code)
        before = all(one.value.end <= self.loop.whole.start and not one.operator for one in given)
        return node.kind == "number" or self.constants.plain(node) is not None or (is_kept and before)
