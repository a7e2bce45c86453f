"""Sums by halves of which the first lane alone uses what comes out: lanes that are missing give it nothing.

In `if (t < n) for (d = n / 2; d > 0; d /= 2) v += __shfl_down_sync(all, v, d)` the first lane's `v` is made
of those of `n` lanes at most, and all of these are there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.flow.lattice import LANE, LANE_INDEX, OF_LANE, THREAD, THREAD_INDEX, plain
from hipify_py.lanes.hazards.group_numbers import is_aligned
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import alike, bare
from hipify_py.source.function_model import LOOPS
from hipify_py.source.function_reading import names
from hipify_py.source.tokens import token_before, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.hazards.lane_exits import LaneExits
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Condition, Loop
    from hipify_py.source.unit import Unit

DOWN = frozenset({b"__shfl_down", b"__shfl_down_sync"})
LANES = 32
WIDTH = b"warpSize"
MOST_STEPS = 6  # of a tree that is written out
DEEPEST = 4  # names that are followed, one from the other
HALVES = {b"/": 2, b">>": 1}
ENDS = {b">": 0, b"!=": 0, b">=": 1}  # what the last distance is compared with


class Part(NamedTuple):
    """A part of a value: `whole / by`, whole being a name or nothing for a number."""

    whole: bytes
    by: int


class Group(NamedTuple):
    """How many lanes work together: as it is written, and the number if that is known."""

    width: bytes
    lanes: int | None


def is_for_leader(unit: Unit, op: WarpOp, found: Sequence[WarpOp], exits: LaneExits) -> bool:
    """Say whether a shuffle is a step of such a sum."""
    return _Tree(unit, exits).holds(op, found)


def group_of_sum(unit: Unit, op: WarpOp, exits: LaneExits) -> Group | None:
    """Give the group of lanes the first of which alone uses what comes out of a sum by halves.

    As in `for (d = n / 2; d > 0; d /= 2) v += __shfl_down(v, d); if (lane % n == 0) *p = v;`.
    """
    return _Tree(unit, exits).group(op)


class _Tree:
    def __init__(self, unit: Unit, exits: LaneExits) -> None:
        self.unit, self.exits, self.of = unit, exits, exits.model
        self.names, self.values = names(unit, exits.model.function), exits.values
        self._number = self.values.constants.plain

    def holds(self, op: WarpOp, found: Sequence[WarpOp]) -> bool:
        around = self.of.path(op.span.start)
        apart = [one for one in around if self.exits.differs(one)]
        value, distance = self._given(op)
        loops = [one for one in around if one.keyword in LOOPS]
        if len(apart) != 1 or len(loops) > 1 or not value or distance is None:
            return False
        bound = self._bound(apart[0])
        if bound is None:
            return False
        index, most = bound
        if loops:
            loop = self.of.loop(loops[0].span)
            first = self._first(loop, distance) if loop else None
            inside = loop is not None and self._only_summed(value, loop.body)
            if loop is None or first is None or not inside or not self._is_half(first, most):
                return False
            return self._left_to_leader(value, loop.whole.end, [], index)
        return self._written_out(value, found, most, index)

    def group(self, op: WarpOp) -> Group | None:
        """Give the group over whose lanes a shuffle is a step of a sum that its first lane uses."""
        around = [one for one in self.of.path(op.span.start) if one.keyword in LOOPS]
        value, distance = self._given(op)
        loop = self.of.loop(around[-1].span) if around and value and distance else None
        first = self._first(loop, distance) if loop and distance else None
        if loop is None or first is None or not self._only_summed(value, loop.body):
            return None
        turn = self.of.loop(around[-2].span) if len(around) > 1 else None
        named = words(self.unit.code, value, within=self.of.function.body)
        if any(token_before(self.unit.code, word.start).text == b"&" for word in named):
            return None  # a pointer to it may be used by any lane
        made = self.names.declared[value][0]
        if len(around) > 1 and not (turn and turn.body.start <= made.at.start < turn.body.end):
            return None  # what it is may be used in the next turn
        width = self._doubled(bare(first))
        behind = self.of.function.body._replace(start=loop.whole.end)
        used = words(self.unit.code, value, within=behind)
        led = width and all(
            any(self._leads_group(one, width) for one in self.of.path(word.start)) for word in used
        )
        return Group(width, self._number(expression(width))) if led else None

    def _doubled(self, half: Expression) -> bytes:
        """Give the width of which a first distance is the half; nothing where that cannot be told."""
        number = self._number(half)
        if number is not None:
            return b"%d" % (2 * number) if 0 < number < LANES else b""
        if (
            half.kind != "binary"
            or half.text not in HALVES
            or self._number(half.parts[1]) != HALVES[half.text]
        ):
            return b""
        whole = bare(half.parts[0])
        return whole.text if whole.kind == "name" else b""

    def _leads_group(self, condition: Condition, width: bytes) -> bool:
        """Say whether a condition lets the first lane of each group through alone."""
        if condition.keyword != "if" or condition.otherwise:
            return False
        todo, at = [self._node(condition.span)], condition.span.start
        while todo:
            node = bare(todo.pop())
            if (node.kind, node.text) == ("binary", b"&&"):
                todo += node.parts
            is_not = (node.kind, node.text) == ("unary", b"!")
            is_0 = (node.kind, node.text) == ("binary", b"==") and self._number(node.parts[1]) == 0
            if (is_not or is_0) and self._is_place(node.parts[0], width, at):
                return True
        return False

    def _is_place(self, node: Expression, width: bytes, at: int) -> bool:
        """Say whether something is the place of a lane in its group: `lane % width`."""
        node = bare(node)
        once = self.names.once(node.text) if node.kind == "name" else None
        if once and once.target.strip() == node.text:
            node, at = bare(self._node(once.value)), once.value.start
        if node.kind != "binary" or node.text not in {b"%", b"&"}:
            return False
        index, by = map(bare, node.parts)
        number = self._number(expression(width))
        if node.text == b"%":
            fits = alike(by, expression(width)) or (number is not None and self._number(by) == number)
        else:
            less = (by.kind, by.text) == ("binary", b"-") and self._number(by.parts[1]) == 1
            fits = less and alike(bare(by.parts[0]), expression(width))
            fits = fits or (number is not None and self._number(by) == number - 1)
        return fits and is_aligned(index, at, self.values, expression(width), DEEPEST)

    def _given(self, op: WarpOp) -> tuple[bytes, Span | None]:
        """Give the name that a shuffle passes down, and the span of its distance."""
        given = op.call.arguments[int(is_sync(op)) :] if op.call and op.name in DOWN else ()
        if len(given) < 2 or (len(given) > 2 and self._number(self._node(given[2])) != LANES):
            return b"", None
        node = self._node(given[0])
        made = self.names.declared.get(node.text, ()) if node.kind == "name" else ()
        own = len(made) == 1 and not made[0].pointers and not made[0].sign_in(self.unit.code)
        return (node.text, given[1]) if own else (b"", None)

    def _bound(self, condition: Condition) -> tuple[int, Expression] | None:
        """Give the mark of the index that a condition bounds, and below what: `t < n`."""
        node = self._node(condition.span)
        if condition.keyword != "if" or condition.otherwise or (node.kind, node.text) != ("binary", b"<"):
            return None
        left, right = node.parts
        known = self.values.at(condition.span.start)
        index = {THREAD: THREAD_INDEX, OF_LANE: LANE_INDEX}.get(plain(known.value(bare(left))))
        return None if index is None or known.value(right).level == LANE else (index, right)

    def _first(self, loop: Loop, distance: Span) -> Expression | None:
        """Give the distance with which a loop begins that halves it down to 1."""
        begun, steps = self.of.assigned_in(loop.start), self.of.assigned_in(loop.step)
        name = self._node(distance).text
        if len(begun) != 1 or len(steps) != 1 or {begun[0].name, steps[0].name} != {name}:
            return None
        if any(one.name == name for one in self.of.assigned_in(loop.body)):
            return None
        step, sign = self._node(steps[0].value), steps[0].operator
        if not sign and step.kind == "binary" and step.parts[0].text == name:
            step, sign = step.parts[1], step.text
        asked = self._node(loop.condition)
        ends = asked.kind == "name" or (
            asked.kind == "binary"
            and asked.text in ENDS
            and asked.parts[0].text == name
            and self._number(asked.parts[1]) == ENDS[asked.text]
        )
        halves = sign in HALVES and self._number(step) == HALVES[sign]
        return self._node(begun[0].value) if ends and halves else None

    def _is_half(self, first: Expression, most: Expression) -> bool:
        """Say whether twice a distance is not more than a bound."""
        numbers = self._number(first), self._number(most)
        if numbers[0] is not None and numbers[1] is not None:
            return 2 * numbers[0] <= numbers[1]
        half, whole = self._part(first), self._part(most)
        return bool(half.whole) and half.whole == whole.whole and half.by >= 2 * whole.by

    def _part(self, node: Expression, depth: int = 0) -> Part:
        """Read a value as a part of another, through names that are given theirs once."""
        node = bare(node)
        if node.kind == "binary" and node.text in HALVES:
            by = self._number(node.parts[1])
            of = self._part(node.parts[0], depth)
            if node.text == b"/" and self._is_width(node.parts[1]):  # 32 or 64, whichever: as another name
                return of._replace(whole=of.whole + b"/" + WIDTH) if of.whole else of
            by = 1 << by if by is not None and node.text == b">>" and by < LANES else by
            return Part(of.whole, of.by * by) if by else Part(b"", 1)
        once = self.names.once(node.text) if node.kind == "name" else None
        if once and depth < DEEPEST:
            return self._part(self._node(once.value), depth + 1)
        is_dimension = node.kind == "member" and node.parts[0].text == b"blockDim"
        named = node.text if node.kind == "name" and not self.names.given.get(node.text) else b""
        return Part(b"blockDim." + node.text if is_dimension else named, 1)

    def _is_width(self, node: Expression) -> bool:
        node = bare(node)
        return (node.kind, node.text) == ("name", WIDTH) and WIDTH not in self.names.declared

    def _written_out(self, value: bytes, found: Sequence[WarpOp], most: Expression, index: int) -> bool:
        """Say whether steps that stand one behind the other reach over fewer lanes than are there."""
        steps = [one for one in found if self._given(one)[0] == value][: MOST_STEPS + 1]
        reached = [self._number(self._node(span)) for one in steps if (span := self._given(one)[1])]
        bound = self._number(most)
        if bound is None or len(steps) > MOST_STEPS or None in reached:
            return False
        if sum(one for one in reached if one) >= bound:
            return False
        sums = [one.value for one in self.of.assignments if one.name == value]
        last = max(one.span.start for one in steps)
        inner = [one for one in sums if any(one.start <= step.span.start < one.end for step in steps)]
        return len(inner) == len(steps) and self._left_to_leader(value, last, inner, index)

    def _only_summed(self, value: bytes, within: Span) -> bool:
        """Say whether a name stands in a loop for nothing else than what is summed up in it."""
        made = [one for one in self.of.assigned_in(within) if one.name == value]
        used = [*words(self.unit.code, value, within=within)]
        inside = [one for one in used if any(each.value.start <= one.start < each.value.end for each in made)]
        return len(made) == 1 and len(used) == len(inside) + 1

    def _left_to_leader(self, value: bytes, behind: int, sums: Sequence[Span], index: int) -> bool:
        """Say whether all that uses a name behind a place is for the first lane, or thread, alone."""
        body = self.of.function.body
        used = words(self.unit.code, value, within=body._replace(start=behind))
        return all(
            any(one.start <= word.start < one.end for one in sums)
            or any(self._leads(one, index) for one in self.of.path(word.start))
            for word in used
        )

    def _leads(self, condition: Condition, index: int) -> bool:
        """Say whether a condition lets the first lane of a warp through alone, or the first thread."""
        node = self._node(condition.span)
        if condition.keyword != "if" or condition.otherwise:
            return False
        known = self.values.at(condition.span.start)
        side = node.parts[0] if node.parts else node
        is_first = (node.kind, node.text) == ("unary", b"!") or (
            (node.kind, node.text) == ("binary", b"==") and self._number(node.parts[1]) == 0
        )
        of = plain(known.value(bare(side)))
        return is_first and (of == THREAD or (of == OF_LANE and index == LANE_INDEX))

    def _node(self, span: Span) -> Expression:
        return expression(self.unit.code[slice(*span)])
