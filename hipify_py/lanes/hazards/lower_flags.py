"""Waits for flags below the one that is the block's own: look-back over tiles, be they in rows.

One thread of the block alone sets flags, at the number of its tile, and all that is asked lies below that:
`flag[tile - 1 - lane]`, or `flag[row * columns + p]` with `p` below the tile's own column. Whoever sets these
is of another block.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.handed_arguments import handed
from hipify_py.lanes.flow.counted_loops import is_update
from hipify_py.lanes.flow.lane_values import LazyValues
from hipify_py.lanes.flow.lattice import LANE_INDEX, THREAD_INDEX
from hipify_py.lanes.flow.storage import led_to
from hipify_py.lanes.hazards.block_numbers import hangs_on_blocks
from hipify_py.lanes.hazards.earlier_blocks import asked_places
from hipify_py.lanes.hazards.lane_exits import level_of
from hipify_py.lanes.hazards.one_thread import one_thread
from hipify_py.lanes.hazards.posted_before import MOST, first_posts, flags_of
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import model
from hipify_py.source.tokens import OWN_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.lanes.hazards.loop_exits import LoopExits
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Loop
    from hipify_py.source.functions import Function

    Sum = Mapping[bytes, int]

DEEPEST = 8  # names that are given one another, and terms in one another
ONE = b""
"""The term of a sum that is a number."""
ROW, COLUMN = b"/", b"%"
RISES = frozenset((b"", b"+"))
INDICES = frozenset(b"threadIdx blockIdx".split())


def asks_lower_flags(of: LoopExits, loop: Loop, values: LazyValues) -> bool:
    """Say whether a loop waits for flags that lie below what one thread of the block sets in a turn."""
    flags = flags_of(of, loop) if of.model.home(loop.whole.start) == of.model.function.body else frozenset()
    if len(flags) != 1:
        return False
    (flag,) = flags
    own = {*_set_at(of, flag, values)}
    if len(own) != 1 or not (tile := own.pop()) or not _is_of_block(of, tile, values):
        return False
    if of.model.function.kind != "kernel" and _is_set_by_callers(of, flag):
        return False
    below = _Below(of, tile, values)
    places = [*asked_places(of, loop)]
    return bool(places) and all(place is not None and below.holds(place) for place in places)


def _set_at(of: LoopExits, flag: bytes, values: LazyValues) -> Iterator[bytes]:
    """Give the names that are the indices at which one thread of a block sets flags; nothing for others."""
    made = first_posts(of.unit, of, frozenset({flag}))
    if len(made) > MOST or not all(one.name for one in made):
        yield b""
        return
    for one in made:
        alone = one_thread(of.unit, of.model.path(one.at), values)
        yield _index(of, one.at, flag) if alone else b""


def _index(of: LoopExits, at: int, flag: bytes) -> bytes:
    """Give the name that is the index of an element which a store at a place sets."""
    code = of.unit.code
    stores = (expression(one.target) for one in of.model.assignments if one.value.start == at)
    calls = (one.arguments[0] for one in of.model.calls if one.name.start == at and one.arguments)
    node = next(stores, None) or bare(expression(code[slice(*next(calls, (0, 0)))]))
    if (node.kind, node.text) == ("unary", b"&"):
        node = bare(node.parts[0])
    named = node.kind == "subscript" and len(node.parts) > 1 and node.parts[0].text == flag
    index = bare(node.parts[1]) if named else node
    return index.text if named and index.kind == "name" else b""


def _is_of_block(of: LoopExits, tile: bytes, values: LazyValues) -> bool:
    """Say whether a name is the number of a block's tile, which only rises: drawn, or handed on."""
    given = of.names.given.get(tile, ())
    if tile in of.model.parameters:
        calls = handed(of.unit, of.model.function, tile) if of.model.function.kind == "device" else ()
        return not given and all(_is_alike(of, *one, values) for one in calls)
    return (
        bool(given)
        and all(one.operator in RISES for one in given)
        and all(hangs_on_blocks(of, one.value) for one in given if not one.operator)
        and all(values.at(one.value.start).level(tile) == "uniform" for one in given)
    )


def _is_alike(of: LoopExits, argument: Span, home: Function, values: LazyValues) -> bool:
    """Say whether what a function is handed is one for all threads of the block."""
    known = LazyValues(of.unit, home, values.constants)
    return level_of(of.unit.code[slice(*argument)], argument, known) == "uniform"


def _is_set_by_callers(of: LoopExits, flag: bytes) -> bool:
    """Say whether a function of the file that hands on flags sets such itself, or may."""
    code = of.unit.code
    for argument, home in handed(of.unit, of.model.function, flag):
        name, read = led_to(expression(code[slice(*argument)])).name, model(of.unit, home)
        stored = any(led_to(expression(one.target)).name == name != one.target for one in read.assignments)
        others = (one for one in read.calls if argument not in one.arguments)
        if stored or any(name in OWN_NAME.findall(code, *each) for one in others for each in one.arguments):
            return True
    return False


class _Below:
    """What is told of an index beside the number of a tile."""

    def __init__(self, of: LoopExits, tile: bytes, values: LazyValues) -> None:
        self.of, self.tile, self.values = of, tile, values

    def holds(self, place: Span) -> bool:
        """Say whether an index lies below the tile's number for certain."""
        found = self._most(expression(self.of.unit.code[slice(*place)]), place.start, DEEPEST)
        if found is None:
            return False
        left = {name: number for name, number in found.items() if number}
        less = left.pop(ONE, 0)
        if left == {self.tile: 1}:
            return less < 0
        rows = {name[1:] for name in left if name[:1] == COLUMN}
        if len(rows) != 1:
            return False
        (width,) = rows
        whole = (left.pop(ROW + width + b"*" + width, 0), left.pop(COLUMN + width, 0)) == (1, 1)
        back = left.pop(width, 0)  # of whole rows; a row is of one tile at least
        return whole and not left and (less < 0 if back == 0 else back < 0 and less <= 0)

    def _most(self, node: Expression, at: int, deep: int) -> Sum | None:
        """Give a sum of which a value is at most as much; None where none is told."""
        node = bare(node)
        number = self.of.constants.of(node)
        if number is not None:
            return {ONE: number.value}
        if deep == 0 or node.kind not in {"name", "binary"}:
            return None
        if node.kind == "name":
            return {node.text: 1} if node.text == self.tile else self._given(node.text, at, deep - 1)
        return self._of_two(node.text, *map(bare, node.parts), at=at, deep=deep - 1)

    def _of_two(self, sign: bytes, left: Expression, right: Expression, *, at: int, deep: int) -> Sum | None:
        """Give as much for what an operator makes of two values."""
        if sign in {ROW, COLUMN}:
            return self._part(sign, left, right)
        if sign == b"*":
            return self._times(left, right, at, deep) or self._times(right, left, at, deep)
        first = self._most(left, at, deep) if sign in {b"+", b"-"} else None
        second = self._most(right, at, deep) if first and sign == b"+" else None
        if first and sign == b"-":
            number = self.of.constants.of(right)
            second = {ONE: -number.value} if number else {} if self._is_index(right, at) else None
        return None if first is None or second is None else _sum(first, second)

    def _given(self, name: bytes, at: int, deep: int) -> Sum | None:
        """Give as much for a name that begins with one value and only falls from there."""
        given = self.of.names.given_at(name, at)
        begun = [one for one in given if not one.operator and not is_update(self.of.unit.code, one)]
        if len(begun) != 1 or not all(one is begun[0] or self._falls(one) for one in given):
            return None
        value = begun[0].value
        return self._most(expression(self.of.unit.code[slice(*value)]), value.start, deep)

    def _falls(self, one: Assignment) -> bool:
        """Say whether what gives a name another value takes something from it, and no less than 0."""
        number = self.of.constants.number(self.of.unit.code[slice(*one.value)].strip())
        by = is_update(self.of.unit.code, one) or (number is not None and number.value >= 0)
        return one.operator == b"-" and by

    def _part(self, sign: bytes, left: Expression, right: Expression) -> Sum | None:
        """Give the row of a tile, or the column, by the name of how many tiles a row has."""
        plain = right.kind == "name" and self._is_kept(right.text)
        return {sign + right.text: 1} if plain and left.text == self.tile else None

    def _times(self, row: Expression, width: Expression, at: int, deep: int) -> Sum | None:
        """Give what a row, or one of rows above it, is with the tiles of a row."""
        if width.kind != "name":
            return None
        found = self._most(row, at, deep) or {}
        if {*found} - {ONE} != {ROW + width.text}:
            return None
        number = found[ROW + width.text]
        return {ROW + width.text + b"*" + width.text: number, width.text: found.get(ONE, 0)}

    def _is_kept(self, name: bytes) -> bool:
        """Say whether a name is a parameter that a function leaves as it is."""
        return name in self.of.model.parameters and not self.of.names.given.get(name)

    def _is_index(self, node: Expression, at: int) -> bool:
        """Say whether something is the index of a thread or a lane, which is never below 0."""
        if node.kind == "member" and node.parts[0].text in INDICES:
            return True
        found = self.values.at(at).indices(node.text) if node.kind == "name" else 0
        return bool(found & (THREAD_INDEX | LANE_INDEX))


def _sum(one: Sum, other: Sum) -> Sum:
    return {name: one.get(name, 0) + other.get(name, 0) for name in {**one, **other}}
