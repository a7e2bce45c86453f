"""Loops that each lane begins below the step, up to a multiple of that: all of them make as many turns.

So they do in `for (i = threadIdx.x % 32; i < (n + 31) / 32 * 32; i += 32)` on wavefronts of 64 lanes, too, in
`for (i = threadIdx.x / 8; i < (n + per - 1) / per * per; i += per)` with `per = blockDim.x / 8`, and,
below `if (threadIdx.x < 32)` in a loop that begins with `threadIdx.x` and goes on by 32.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.followed import held
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import MIRRORED, alike, bare
from hipify_py.source.function_reading import names

if TYPE_CHECKING:
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Model
    from hipify_py.source.unit import Unit

LANES = 32  # of which a block has a whole number
LESS = frozenset((b"<", b"<="))
PARTS = frozenset((b"/", b">>"))


class Rounded:
    """Reads where loops of one function begin, and how far they go, beside their step."""

    def __init__(self, unit: Unit, of: Model, constants: ConstantTable) -> None:
        """Remember where to look."""
        self.unit, self.of = unit, of
        self.names, self._number = names(unit, of.function), constants.plain

    def turns_alike(self, start: Expression, most: Expression, step: Expression, at: int) -> bool:
        """Say whether each thread begins a loop below its step, and the loop ends at a multiple of that."""
        return self.ends_at(most, step, at) and self._is_below(start, step, at)

    def rest_below(self, start: Expression, step: Expression, at: int) -> int:
        """Give a step that is a number, where a loop begins with a rest or low bits below it; else 0."""
        most = self._number(bare(step)) or 0
        begins = bare(held(self.unit.code, self.names, bare(start), at))
        return most if 0 < self._kept_below(begins) <= most else 0

    def ends_at(self, node: Expression, step: Expression, at: int) -> bool:
        """Say whether a value is a product with the step, or what is left without a rest by that."""
        node, step = bare(held(self.unit.code, self.names, bare(node), at)), bare(step)
        by = self._number(step)
        if by is None and not self._is_kept(step):
            return False
        if (node.kind, node.text) == ("binary", b"-"):
            whole, rest = map(bare, node.parts)
            is_rest = (rest.kind, rest.text) == ("binary", b"%") and alike(whole, bare(rest.parts[0]))
            return is_rest and self._is_kept(whole) and self._is_step(rest.parts[1], step, by)
        while (node.kind, node.text) == ("binary", b"*"):
            if self._is_step(node.parts[1], step, by):
                return True
            node = bare(node.parts[0])
        number = self._number(node)
        return self._is_step(node, step, by) or bool(by and number is not None and number % by == 0)

    def _is_step(self, node: Expression, step: Expression, by: int | None) -> bool:
        number = self._number(bare(node))
        return alike(bare(node), step) if by is None else number is not None and number % by == 0

    def _is_below(self, start: Expression, step: Expression, at: int) -> bool:
        """Say whether each thread that comes to a loop begins it with less than a step."""
        start, step = (bare(held(self.unit.code, self.names, bare(one), at)) for one in (start, step))
        if (most := self._number(step)) is not None:
            return most > 0 and self._is_thread(start) and self._bounded(at) <= most
        parts = self._part(start), self._part(step)
        of, by = (node for node, _ in parts)
        is_part = parts[0][1] == parts[1][1] and LANES % max(parts[0][1], 1) == 0 < parts[0][1]
        return is_part and self._is_thread(of) and _is_along_x(by, b"blockDim")

    def _kept_below(self, node: Expression) -> int:
        """Give below what the rest of a division is, or a value's low bits; 0 where it is neither."""
        if node.kind != "binary":
            return 0
        left, right = map(bare, node.parts)
        number = self._number(right)
        if number is None or number < 0:
            return 0
        is_rest = node.text == b"%" and self._is_thread(left)  # which is not negative
        return number if is_rest else number + 1 if node.text == b"&" else 0

    def _part(self, node: Expression) -> tuple[Expression, int]:
        """Give what is divided and by which number: 1 where nothing is divided, 0 where it is not known."""
        if node.kind != "binary" or node.text not in PARTS:
            return node, 1
        by = self._number(bare(node.parts[1]))
        number = 0 if by is None or not 0 <= by <= LANES else by
        return bare(node.parts[0]), 1 << number if node.text == b">>" and by is not None else number

    def _bounded(self, at: int) -> int:
        """Give below what the threads that come to a place are, by the conditions around it."""
        asked = (one for one in self.of.path(at) if one.keyword == "if" and not one.otherwise)
        found = (self._bound(expression(self.unit.code[slice(*one.span)])) for one in asked)
        return min(filter(None, found), default=1 << 31)

    def _bound(self, node: Expression) -> int:
        """Give below what a condition lets threads through; 0 where it does not tell."""
        node = bare(node)
        if node.kind != "binary":
            return 0
        if node.text == b"&&":
            return min(filter(None, map(self._bound, node.parts)), default=0)
        (left, right), sign = map(bare, node.parts), node.text
        if self._is_thread(right):
            left, right, sign = right, left, MIRRORED.get(sign, sign)
        most = self._number(right) if sign in LESS and self._is_thread(left) else None
        return most + (sign == b"<=") if most is not None else 0

    def _is_thread(self, node: Expression) -> bool:
        return _is_along_x(bare(held(self.unit.code, self.names, bare(node))), b"threadIdx")

    def _is_kept(self, node: Expression) -> bool:
        """Say whether a value is one name alone that is given it once, or is not changed."""
        given = self.names.given.get(node.text, ()) if node.kind == "name" else ()
        once = len(given) <= (node.text not in self.of.parameters)
        one = node.kind == "name" and len(self.names.declared.get(node.text, ())) <= 1
        return (one and once and not any(each.operator for each in given)) or _is_along_x(node, b"blockDim")


def _is_along_x(node: Expression, name: bytes) -> bool:
    return (node.kind, node.text) == ("member", b"x") and node.parts[0].text == name
