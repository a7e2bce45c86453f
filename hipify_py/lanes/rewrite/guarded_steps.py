"""Steps to a lane before or behind the own one whose value is used only where that is in the same row of 32.

`u = __shfl_up_sync(full, v, d); if (lane >= d) v += u;`, with `lane` counted by 32, scans each half of a
wavefront of 64 lanes by itself, and so does `p = __shfl_up_sync(full, v, 1); if (lane == 0) p = first;`. What
is taken from the other half goes nowhere. With all its steps such a function works on 32 lanes at most.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.constant_folding import TOLD
from hipify_py.lanes.flow.distances import distance
from hipify_py.lanes.flow.followed import held
from hipify_py.lanes.flow.lane_values import INDEX
from hipify_py.lanes.flow.lattice import BEHIND_WARPS, WHOLE
from hipify_py.lanes.hazards.guarded_takes import taken_as_is
from hipify_py.lanes.hazards.multiples import Factors
from hipify_py.lanes.hazards.products import Multiple, terms
from hipify_py.lanes.rewrite.shuffle_widths import is_half
from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import MIRRORED, alike, bare, names_in
from hipify_py.source.function_reading import model, names
from hipify_py.source.tokens import A_NAME
from hipify_py.source.word_places import holds_part, standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Condition, Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

WARP = 32
UP, DOWN, WIDTH = b"__shfl_up", b"__shfl_down", b"warpSize"
OF_THREAD = frozenset((WHOLE, BEHIND_WARPS))
OF_LANE = frozenset(((b"%", WARP), (b"&", WARP - 1)))
OTHERWISE = {b"<": b">=", b"<=": b">", b">": b"<=", b">=": b"<", b"==": b"!=", b"!=": b"=="}
SAME = {sign: sign for sign in OTHERWISE}
ASKS = frozenset(("if", "?", "&&", "||"))
MOST = 16  # uses of a name that are looked at


def without_guarded(unit: Unit, all_facts: Sequence[FunctionFacts]) -> list[FunctionFacts]:
    """Give the same of functions, without such steps; with all in a file that speaks of `warpSize`."""
    if holds_part(unit, WIDTH):
        return [*all_facts]  # what that counts goes by the wavefront
    return [_without_guarded(unit, facts) for facts in all_facts]


def _without_guarded(unit: Unit, facts: FunctionFacts) -> FunctionFacts:
    home, values = facts.function, facts.values
    shuffles = (op for op in facts.ops if op.kind == "shuffle" and op.name.startswith((UP, DOWN)))
    steps = [op for op in shuffles if not is_half(unit, op, facts.constants)]
    if home is None or values is None or home.kind == "macro" or not steps:
        return facts
    guarded = {op for op in steps if _Guards(unit, home, values, op).hold()}
    return facts._replace(ops=tuple(op for op in facts.ops if op not in guarded)) if guarded else facts


class _Asked(NamedTuple):
    """What a condition holds a lane of a row against: `lane >= d`."""

    sign: bytes
    bound: Expression


class _Guards:
    def __init__(self, unit: Unit, home: Function, values: LazyValues, op: WarpOp) -> None:
        self.unit, self.values, self.op = unit, values, op
        self.model: Model = model(unit, home)
        self.names, self.constants = names(unit, home), values.constants
        self.rows = Factors(unit, self.model, values, WARP)
        far = distance(op)
        self.far = expression(unit.code[slice(*far)]) if far else None
        self.is_up = op.name.startswith(UP)

    def hold(self) -> bool:
        """Say whether each use of what the step takes is guarded."""
        given = taken_as_is(self.unit, self.model, self.op)
        if given is None or self.far is None:
            return False
        end = self.model.turn_end(given.value.end)
        uses = [*islice(standing(self.unit, given.name, Span(given.value.end, end)), MOST + 1)]
        behind = next(standing(self.unit, given.name, Span(end, self.model.function.body.end)), None)
        made = self.names.declaration(given.name, given.value.start)
        is_lasting = behind and self.names.declaration(given.name, behind.start) == made
        if not uses or len(uses) > MOST or is_lasting:
            return False
        if self._is_replaced(given, uses[0].start):
            return True
        around = {*self.model.path(given.value.start)}
        asked = ([one for one in self.model.path(use.start) if one not in around] for use in uses)
        return all(any(self._is_guard(one, given.value.end) for one in each) for each in asked)

    def _is_replaced(self, given: Assignment, first: int) -> bool:
        """Say whether the first that is done with a name is to set it anew where there is no such lane."""
        found = self.model.assignments
        number = bisect_left(found, first, key=lambda one: one.value.start)
        anew = found[number] if number < len(found) else None
        if anew is None or anew.name != given.name or anew.operator:
            return False
        if self.unit.code[first : anew.value.start].partition(b"=")[0].strip() != given.name:
            return False
        ways = [one for one in self.model.path(first) if one not in {*self.model.path(given.value.start)}]
        if len(ways) != 1 or ways[0].keyword != "if" or ways[0].otherwise:
            return False
        if given.name in A_NAME.findall(self.unit.code, *anew.value):
            return False
        asked = self._asked(ways[0].span, given.value.end, is_all=False)
        return any(self._is_there(OTHERWISE[one.sign], one.bound) for one in asked)

    def _is_guard(self, condition: Condition, behind: int) -> bool:
        """Say whether a condition that holds tells that the lane so far on is in the row."""
        if condition.keyword not in ASKS:
            return False
        asked = [*self._asked(condition.span, behind, is_all=not condition.otherwise)]
        signs = OTHERWISE if condition.otherwise else SAME
        return any(self._is_there(signs[one.sign], one.bound) for one in asked)

    def _asked(self, span: Span, behind: int, *, is_all: bool) -> Iterator[_Asked]:
        """Give what the parts of a condition ask of a lane, whose names stay as they are from a place on.

        That is of all that hold together if `is_all`; else of a condition that has no parts.
        """
        todo = [expression(self.unit.code[slice(*span)])]
        while todo:
            node = bare(todo.pop())
            if (node.kind, node.text) == ("binary", b"&&"):
                todo += node.parts if is_all else ()
                continue
            changed = {one.name for one in self.model.assigned_in(Span(behind, span.start))}
            if names_in(node) & changed:
                continue
            yield from self._compared(node, span.start)

    def _compared(self, node: Expression, at: int) -> Iterator[_Asked]:
        if self._is_lane(node, at):
            yield _Asked(b"!=", ZERO)
        elif (node.kind, node.text) == ("unary", b"!") and self._is_lane(node.parts[0], at):
            yield _Asked(b"==", ZERO)
        elif node.kind == "binary" and node.text in OTHERWISE:
            left, right = map(bare, node.parts)
            if self._is_lane(left, at):
                yield _Asked(node.text, right)
            elif self._is_lane(right, at):
                yield _Asked(MIRRORED.get(node.text, node.text), left)

    def _is_lane(self, node: Expression, at: int) -> bool:
        """Say whether an expression is a thread's number in its row of 32."""
        node = held(self.unit.code, self.names, bare(node), at)
        if node.kind != "binary" or any(one.text == WIDTH for one in node.walk()):
            return False
        by = self.constants.of(node.parts[1], TOLD)
        is_row = by is not None and (node.text, by.value) in OF_LANE
        return is_row and self._begins_rows(node.parts[0], at)

    def _begins_rows(self, node: Expression, at: int) -> bool:
        """Say whether an expression is a thread's number, with nothing added but whole rows.

        What a function gives, or a name alone says, is taken for such a number.
        """
        node = held(self.unit.code, self.names, bare(node), at)
        added = terms(node)
        if len(added) > 1:
            left = [one for one in added if not self._is_whole(one[1], at)]
            return [sign for sign, _ in left] == [b"+"] and self._begins_rows(left[0][1], at)
        changes = [one.value for one in self.names.given_at(node.text, at) if one.operator]
        if not all(self._is_whole(expression(self.unit.code[slice(*one)]), one.start) for one in changes):
            return False
        value = self.values.at(at).value(node)
        is_told = node.kind == "name" and not value.by_name
        slopes = OF_THREAD if is_told or node.kind == "binary" else {*OF_THREAD, 1}
        return bool(value.indices & INDEX) and value.slope in slopes

    def _is_whole(self, node: Expression, at: int) -> bool:
        return self.rows.multiple(node, at).holds(Multiple(WARP))

    def _is_there(self, sign: bytes, bound: Expression) -> bool:
        """Say whether the lane so far on is in a row where the own one compares so."""
        assert self.far is not None
        if not self.is_up:
            return self._is_below(sign, bound)
        far, least = self.constants.plain(self.far), self.constants.plain(bound)
        if sign == b"!=":
            return (far, least) == (1, 0)
        if sign not in {b">=", b">"}:
            return False
        if far is not None and least is not None:
            return least + (sign == b">") >= far
        return alike(bound, self.far)

    def _is_below(self, sign: bytes, bound: Expression) -> bool:
        """Say whether a lane that compares so has one so far behind it: `lane < 32 - d`, `lane != 31`."""
        far, most = self.constants.plain(self.far) if self.far else None, self.constants.plain(bound)
        if sign == b"!=":
            return (far, most) == (1, WARP - 1)
        if sign not in {b"<", b"<="}:
            return False
        if far is not None and most is not None:
            return most + (sign == b"<=") <= WARP - far
        if (bound.kind, bound.text) != ("binary", b"-") or self.far is None or sign != b"<":
            return False
        of, by = bound.parts
        return self.constants.plain(of) == WARP and alike(by, self.far)


ZERO = expression(b"0")
