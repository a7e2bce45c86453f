"""Distances that loops halve from turn to turn, in their heads or bodies, and with what they begin.

`for (h = 16; h > 0; h /= 2)` says so in its head; `while (n != 1) { h = n >> 1; ...; n = h; }` in its turn.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare, names_in
from hipify_py.source.function_reading import names

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Loop, Model
    from hipify_py.source.unit import Unit

HALVES = frozenset((b">>1", b"/2"))
MOST = 4  # places that give a name its value, and names in a loop's condition, that are looked at


def halved_distances(unit: Unit, read: Model, loop: Loop, values: LazyValues) -> Mapping[bytes, int | None]:
    """Give the names that hold a distance which a loop halves, with the first one where that is known."""
    halved = {one.name for one in read.assigned_in(loop.step) if is_half(unit, one)}
    begun = {one.name: one.value for one in read.assigned_in(loop.start) if one.name in halved}
    if begun:
        worth = values.constants.worth
        return {name: worth(unit.code[slice(*value)].strip()) for name, value in begun.items()}
    if not halved and not _is_innermost(read, loop):
        return {}
    return dict(_Turn(unit, read, loop, values).distances(halved))


def halves_of(first: Mapping[bytes, int | None]) -> Mapping[bytes, tuple[bytes, int | None]]:
    """Give the texts of halves of what a loop halves, `i/2`, each with that name and its first half."""
    return {
        name + sign: (name, None if begins is None else begins // 2)
        for name, begins in first.items()
        for sign in HALVES
    }


def is_half(unit: Unit, given: Assignment, of: bytes = b"") -> bool:
    """Say whether an assignment halves a name, its own or another: `o >>= 1`, `o = o >> 1`, `h = o / 2`."""
    text = b"".join(unit.code[slice(*given.value)].split()).strip(b"()").rstrip(b"uU")
    name = of or given.name
    sign = given.operator or text[len(name) : -1]
    return sign + text[-1:] in HALVES and text[:-1] in {b"", name + sign} and not (of and given.operator)


def _is_innermost(read: Model, loop: Loop) -> bool:
    behind = bisect_right(read.loops, loop.whole.start, key=lambda one: one.whole.start)
    return behind == len(read.loops) or read.loops[behind].whole.start >= loop.whole.end


def _options(node: Expression) -> Iterator[Expression]:
    """Give what a conditional may come to."""
    todo = [node]
    while todo:
        one = bare(todo.pop())
        if one.kind == "?":
            todo += one.parts[1:]
        else:
            yield one


class _Turn:
    """A loop that halves a name within its turn: at its own level, once, and by itself or another name."""

    def __init__(self, unit: Unit, read: Model, loop: Loop, values: LazyValues) -> None:
        self.unit, self.read, self.loop, self.values = unit, read, loop, values
        self.names = names(unit, read.function)

    def distances(self, in_head: Collection[bytes]) -> Iterator[tuple[bytes, int | None]]:
        """Give them: those of the loop's `in_head`, or what its condition asks for."""
        if in_head:
            yield from ((name, self._first(name)) for name in sorted(in_head))
            return
        asked = names_in(expression(self.unit.code[slice(*self.loop.condition)]))
        for name in sorted(asked) if len(asked) <= MOST else ():
            given = self.names.given_in(name, self.loop.body)
            if len(given) != 1 or not self._is_each_turn(given[0]):
                continue
            if is_half(self.unit, given[0]):
                yield name, self._first(name)
            elif (half := self._half(given[0], name)) is not None:
                first = self._first(name)
                yield half.name, None if first is None else first // 2

    def _is_each_turn(self, one: Assignment) -> bool:
        """Say whether an assignment is made in each turn: under no condition but the loop's."""
        return self.read.path(one.value.start)[-1].span == self.loop.head

    def _half(self, given: Assignment, name: bytes) -> Assignment | None:
        """Give what makes the half of a name that it is given behind: `h = n >> 1; ...; n = h;`."""
        node = bare(expression(self.unit.code[slice(*given.value)]))
        if node.kind != "name" or given.operator:
            return None
        made = self.names.given_in(node.name, self.loop.body)
        is_one = len(made) == 1 and made[0].value.start < given.value.start and self._is_each_turn(made[0])
        return made[0] if is_one and is_half(self.unit, made[0], name) else None

    def _first(self, name: bytes) -> int | None:
        """Give the most with which a loop begins; None where no number is known to be among that."""
        around = {*self.read.path(self.loop.body.start)}
        given = self.names.given_at(name, self.loop.body.start)[:MOST]
        before = [one for one in given if self._is_before(one)]
        if not before or before[-1].operator or not around.issuperset(self.read.path(before[-1].value.start)):
            return None
        options = _options(bare(expression(self.unit.code[slice(*before[-1].value)])))
        known = [worth for one in options if (worth := self.values.constants.plain(one)) is not None]
        return max(known, default=None)

    def _is_before(self, one: Assignment) -> bool:
        """Say whether something else than a half is given before a loop's turns."""
        if one.value.start >= self.loop.body.start:
            return False
        node = bare(expression(self.unit.code[slice(*one.value)]))
        made = self.names.given_at(node.name, one.value.start)[:MOST] if node.kind == "name" else ()
        halves = any(is_half(self.unit, half, one.name) for half in made)
        return not halves and not is_half(self.unit, one)
