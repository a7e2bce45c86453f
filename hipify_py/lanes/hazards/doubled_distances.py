"""Distances that loops double from turn to turn within a warp: `for (h = 1; h < 32; h *= 2)`, or `1 << d`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.counted_loops import is_update
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Loop, Model
    from hipify_py.source.unit import Unit

WARP, STEPS = 32, 5
LEAST = 8  # as far as steps lead at least that are told
BELOW = {b"<": 0, b"<=": 1, b"!=": 0}
TWICE = {b"*": 2, b"<<": 1}


def doubled_in_warp(unit: Unit, read: Model, loop: Loop, values: LazyValues) -> frozenset[bytes]:
    """Give the distances that a loop doubles within a warp, as they are written but for blanks."""
    return frozenset(_Reading(unit, read, values).distances(loop))


class _Reading:
    def __init__(self, unit: Unit, read: Model, values: LazyValues) -> None:
        self.unit, self.read, self.number = unit, read, values.constants.plain

    def distances(self, loop: Loop) -> Iterator[bytes]:
        begun, stepped = self.read.assigned_in(loop.start), self.read.assigned_in(loop.step)
        asked = self._node(loop.condition.start, loop.condition.end)
        if len(stepped) != 1 or asked.kind != "binary" or asked.text not in BELOW:
            return
        name, bound = stepped[0].name, self.number(bare(asked.parts[1]))
        first = [self._worth(one) for one in begun if one.name == name]
        if bare(asked.parts[0]).text != name or bound is None or len(first) != 1 or first[0] is None:
            return
        last = bound + BELOW[asked.text]
        if self._doubles(stepped[0]) and first[0] > 0 and LEAST < last <= WARP + (asked.text == b"<="):
            yield name
        elif self._counts(stepped[0]) and first[0] == 0 and LEAST < 1 << max(0, min(last, WARP)) <= WARP:
            yield from self._powers(loop, name)

    def _powers(self, loop: Loop, name: bytes) -> Iterator[bytes]:
        """Give the powers of 2 by a count of turns, written out and by the names that hold them."""
        for one in (b"1", b"1u", b"1U"):
            yield one + b"<<" + name
        for given in self.read.assigned_in(loop.body):
            node = bare(self._node(given.value.start, given.value.end))
            is_power = (node.kind, node.text) == ("binary", b"<<") and bare(node.parts[1]).text == name
            if not given.operator and is_power and self.number(bare(node.parts[0])) == 1:
                yield given.target.strip()

    def _doubles(self, given: Assignment) -> bool:
        node, sign = bare(self._node(given.value.start, given.value.end)), given.operator
        if not sign and node.kind == "binary" and bare(node.parts[0]).text == given.name:
            sign, node = node.text, bare(node.parts[1])
        twice = TWICE.get(sign)
        added = sign == b"+" and node.text == given.name and not is_update(self.unit.code, given)
        return added or (twice is not None and self.number(node) == twice)

    def _counts(self, given: Assignment) -> bool:
        node = bare(self._node(given.value.start, given.value.end))
        return given.operator == b"+" and (self.number(node) == 1 or is_update(self.unit.code, given))

    def _worth(self, given: Assignment) -> int | None:
        node = bare(self._node(given.value.start, given.value.end))
        return None if given.operator else self.number(node)

    def _node(self, start: int, end: int) -> Expression:
        return expression(self.unit.code[start:end])
