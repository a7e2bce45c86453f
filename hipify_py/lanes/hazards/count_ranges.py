"""From where to where what counts a shift may go, as far as a function tells: by masks, lanes and loops.

What data holds is not known, but what a mask or a remainder leaves of it is: `x & 63` may be 63, and `d << 3`
then 504. Of what may hang together, as the sides of `lane - (lane & 3)` do, nothing is told.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.counted_loops import is_update
from hipify_py.lanes.flow.leads import aliases
from hipify_py.lanes.flow.made_members import refers
from hipify_py.lanes.flow.reaching import pointed_at
from hipify_py.lanes.hazards.word_offsets import is_lane
from hipify_py.lazy import cached_property
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.tokens import A_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.lanes.hazards.lane_counts import LaneCounts
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Loop, Model

DEEPEST = 8  # names that are followed, one from the other
MOST = 1 << 32  # what ranges may go to; with more nothing is calculated
LAST_LANE = 31
NO_NAMES = frozenset[bytes]()
TRUTHS = frozenset((b"<", b">", b"<=", b">=", b"==", b"!=", b"&&", b"||"))
LESS = frozenset((b"min", b"umin"))
STEPS = {b"+": 1, b"-": -1}
ENDS = {  # where a loop ends that counts up or down: before the bound, or one behind that
    1: {b"<": 0, b"<=": 1, b"!=": 0},
    -1: {b">": 0, b">=": -1, b"!=": 0},
}


class Range(NamedTuple):
    """From where to where a value goes, with the names it goes by, and those of which it is a part.

    Who asks for the first asks for the value; a question about the others tells no more than what it compares
    them with.
    """

    low: int
    high: int
    names: frozenset[bytes] = NO_NAMES
    parts_of: frozenset[bytes] = NO_NAMES

    def hangs_on(self, other: Range) -> bool:
        """Say whether two values may hang together."""
        return not (self.names | self.parts_of).isdisjoint(other.names | other.parts_of)


class CountRanges:
    """The ranges in one function, whose `counts` by masks know its names and what is asked in it."""

    def __init__(self, of: Model, values: LazyValues, counts: LaneCounts) -> None:
        """Remember where to look."""
        self.code, self.model, self.values, self.counts = values.unit.code, of, values, counts
        self.names, self.number = counts.names, counts.number
        self._kept: dict[tuple[bytes, int], Range | None] = {}  # of what names are given, by its place

    def said(self, shift: Expression, at: int, bits: int) -> str:
        """Say how far a count goes that may be as many as all bits, or wraps, where nothing asks for it."""
        base, count = map(bare, shift.parts)
        once = self.names.once(count.text, at) if count.kind == "name" else None
        held = bare(expression(self.code[slice(*once.value)])) if once else count
        worths = [self.number(bare(part)) for part in held.parts] if held.kind == "binary" else []
        if worths and held.text == b"-" and worths[0] == bits:
            return ""  # what is left of a word, of which `word_offsets` tells
        found = self.of(count, at)
        if found is None:
            return self._spread(count, at, bits)
        if found.low >= 0 and found.high < bits:
            return ""
        # Compilers make `(C << n) << x` of a constant's shift by `x + n`, which is right.
        more = next((one for one in worths if one), 0) if held.text == b"+" else 0
        if found.low >= 0 and found.high - more < bits and self.number(base) is not None:
            return ""
        if self.counts.is_known(at, partial(self._is_asked, found)):
            return ""
        return f"up to {found.high}" if found.high >= bits else f"{found.low} at the least, which wraps"

    def _spread(self, count: Expression, at: int, bits: int) -> str:
        """Say so of `(value - turn) << 4` with a value that no turn changes: not all counts are places."""
        parts = [*map(bare, count.parts)] if count.kind == "binary" else []
        by = self.number(parts[1]) if len(parts) == 2 and count.text in {b"*", b"<<"} else None
        if by is None or not 0 < by <= LAST_LANE or (parts[0].kind, parts[0].text) != ("binary", b"-"):
            return ""
        value, turn = map(bare, parts[0].parts)
        counter, loop = self.of(turn, at), self._loop_of(turn.name) if turn.kind == "name" else None
        over = (counter.high - counter.low) * (1 << by if count.text == b"<<" else by) if counter else 0
        names = _names(value)
        if counter is None or loop is None or over < bits or value.kind not in {"name", "member"}:
            return ""
        changed = {one.name or _root(one.target) for one in self.model.assigned_in(loop.body)}
        asked = partial(self._is_asked, counter._replace(names=counter.names | names))
        return (
            ""
            if names & changed or self.counts.is_known(at, asked)
            else f"{over} more or less by the loop's turn"
        )

    def _loop_of(self, name: bytes) -> Loop | None:
        """Give the loop whose turns a name counts."""
        given = (one.value.start for one in self.names.given.get(name, ()))
        return next((self._counting[at] for at in given if at in self._counting), None)

    def _is_asked(self, found: Range, at: int) -> bool:
        """Say whether something but how loops count asks for a value before a place."""
        asks = self.counts.asks
        by_name = asks.is_asked(found.names, frozenset(), at, but="for")
        return by_name or asks.is_compared(found.parts_of, at)

    def of(self, node: Expression, at: int, left: int = DEEPEST) -> Range | None:
        """Give the range of an expression that stands at a place; None where it is not told."""
        node = bare(node)
        if (worth := self.number(node)) is not None:
            return Range(worth, worth)
        if node.kind == "name":
            found = self._of_name(node, at, left)
            return found and found._replace(names=found.names | {node.name})
        if node.kind == "?" and len(node.parts) == 3:
            return _either(self.of(node.parts[1], at, left), self.of(node.parts[2], at, left))
        if node.kind == "call":
            return self._of_call(node, at, left)
        return self._of_two(node, at, left) if node.kind == "binary" and len(node.parts) == 2 else None

    def _of_call(self, node: Expression, at: int, left: int) -> Range | None:
        """Read the less of two, or a function that gives the lane."""
        if node.name not in LESS or len(node.parts) != 2:
            return self._of_lane(node, at)
        one, other = (self.of(part, at, left) for part in node.parts)
        found = _together(one, other)
        return (
            found
            and one
            and other
            and found._replace(low=min(one.low, other.low), high=min(one.high, other.high))
        )

    def _of_lane(self, node: Expression, at: int) -> Range | None:
        return Range(0, LAST_LANE, parts_of=_names(node)) if is_lane(node, self.values.at(at)) else None

    def _of_two(self, node: Expression, at: int, left: int) -> Range | None:
        """Read what is made of two values, or the part of one that another leaves."""
        if node.text in TRUTHS:
            return Range(0, 1, _names(node))
        one, other = (self.of(part, at, left) for part in node.parts)
        if node.text == b"%":
            return _part(one, node.parts[0], other.low - 1) if other and other.low == other.high > 0 else None
        if node.text == b"&":
            if one and one.low == one.high:
                one, other, node = other, one, node._replace(parts=node.parts[::-1])
            return _part(one, node.parts[0], other.low) if other and other.low == other.high >= 0 else None
        return _made(node.text, one, other)

    def _of_name(self, node: Expression, at: int, left: int) -> Range | None:
        """Read a name by what it is given once, or by how a loop counts it."""
        made = self.names.declaration(node.name, at)
        if made is None or made.kind == "parameter" or made.pointers or made.sign_in(self.code):
            return None
        given = self.names.given_at(node.name, at) if node.name not in self._lent else ()
        if len(given) == 1 and given[0].operator == b"asm":
            return self._of_lane(node, at)
        if (
            not given
            or given[0].operator
            or given[0].value.start >= at
            or given[0].target.strip() != node.name
        ):
            return None
        if len(given) > 1 and not (len(given) == 2 and self._is_counted_at(given[1], at)):
            return None
        place = node.name, given[-1].value.start
        if place not in self._kept:
            self._kept[place] = None  # for what is given itself
            once = len(given) == 1
            self._kept[place] = (
                self._given(given[0], left) if once else self._of_loop(given[0], given[1], left)
            )
        return self._kept[place]

    @cached_property
    def _lent(self) -> frozenset[bytes]:
        """Give the names that something else may change: what has an address of them, or a reference."""
        unit, read = self.values.unit, self.model
        calls = (
            text
            for call in read.calls
            for number, one in enumerate(call.arguments)
            if A_NAME.fullmatch(text := self.code[slice(*one)].strip())
            and refers(unit, self.code[slice(*call.name)], number)
        )
        led = (name for to in aliases(unit, read).values() for name in to)
        return frozenset((*pointed_at(self.code, read.function.body), *led, *calls))

    def _given(self, one: Assignment, left: int) -> Range | None:
        text = self.code[slice(*one.value)]
        return self.of(expression(text), one.value.start, left - 1) if left else None

    def _is_counted_at(self, step: Assignment, at: int) -> bool:
        """Say whether a step is that of a loop around a place."""
        loop = self._counting.get(step.value.start)
        return loop is not None and loop.body.start <= at < loop.body.end

    def _of_loop(self, first: Assignment, step: Assignment, left: int) -> Range | None:
        """Read what counts the turns of a loop, up or down, by steps that are told."""
        loop = self._counting[step.value.start]
        if not loop.start.start <= first.value.start < loop.start.end:
            return None
        begin, by = self._given(first, left), self._step(step)
        asked = expression(self.code[slice(*loop.condition)])
        ends = ENDS[1 if by > 0 else -1].get(asked.text) if by and asked.kind == "binary" else None
        if begin is None or ends is None:
            return None
        bound = self.of(asked.parts[1], loop.condition.start, left - 1) if left else None
        if bare(asked.parts[0]).text != step.name or bound is None or bound.low != bound.high:
            return None
        return _counted(begin, by, bound.low + ends)

    def _step(self, step: Assignment) -> int:
        """Give by how much a loop counts; 0 where that is not told."""
        sign = STEPS.get(step.operator, 0)
        if is_update(self.code, step):
            return sign
        return sign * (self.number(expression(self.code[slice(*step.value)])) or 0)

    @cached_property
    def _counting(self) -> dict[int, Loop]:
        """Give the loops by the places of the values in their steps."""
        found = (loop for loop in self.model.loops if loop.keyword == "for")
        return {one.value.start: loop for loop in found for one in self.model.assigned_in(loop.step)}


def _root(target: bytes) -> bytes:
    """Give the name of an object of which something is assigned."""
    found = A_NAME.match(target.strip())
    return found[0] if found else b""


def _counted(begin: Range, by: int, end: int) -> Range | None:
    """Give from where to where a loop counts that stops at an end."""
    if begin.low != begin.high and abs(by) > begin.high - begin.low + 1:
        return None
    if by > 0:
        last = end - 1 - (end - 1 - begin.low) % by if begin.low == begin.high else end - 1
        return begin._replace(high=last) if last >= begin.low else None
    last = end + 1 + (begin.low - end - 1) % -by if begin.low == begin.high else end + 1
    return begin._replace(low=last) if last <= begin.high else None


def _part(whole: Range | None, node: Expression, most: int) -> Range:
    """Give what a mask or a remainder leaves of a value: all that it may, where more is not told."""
    if whole is None:
        return Range(0, most, parts_of=_names(node))
    fits = whole.low >= 0 and whole.high <= most and (most + 1) & most == 0
    return whole if fits else whole._replace(low=0, high=min(most, whole.high) if whole.low >= 0 else most)


def _made(operator: bytes, one: Range | None, other: Range | None) -> Range | None:
    """Give what an operator makes of two ranges."""
    if one is None or other is None or (one.hangs_on(other) and operator in STEPS):
        return None
    low, high = one.low, one.high
    if operator == b"+":
        low, high = low + other.low, high + other.high
    elif operator == b"-":
        low, high = low - other.high, high - other.low
    elif operator == b"*":
        ends = [a * b for a in (low, high) for b in (other.low, other.high)]
        low, high = min(ends), max(ends)
    elif other.low != other.high or not 0 <= other.low <= LAST_LANE:
        return None
    elif operator == b"<<":
        low, high = low << other.low, high << other.low
    elif operator in {b">>", b"/"} and low >= 0:
        by = 1 << other.low if operator == b">>" else other.low
        if not by:
            return None
        low, high = low // by, high // by
    else:
        return None
    found = _together(one, other)
    return found._replace(low=low, high=high) if found and -MOST < low <= high < MOST else None


def _either(one: Range | None, other: Range | None) -> Range | None:
    found = _together(one, other)
    if found is None or one is None or other is None:
        return None
    return found._replace(low=min(one.low, other.low), high=max(one.high, other.high))


def _together(one: Range | None, other: Range | None) -> Range | None:
    """Give two ranges' names as those of one."""
    if one is None or other is None:
        return None
    return one._replace(names=one.names | other.names, parts_of=one.parts_of | other.parts_of)


def _names(node: Expression) -> frozenset[bytes]:
    """Give the names of which a value is made, but for those by which elements are found."""
    return frozenset(_named(node))


def _named(node: Expression) -> Iterator[bytes]:
    todo = [node]
    while todo:
        one = todo.pop()
        if one.kind in {"name", "call"}:
            yield one.name
        todo += one.parts[:1] if one.kind == "subscript" else one.parts
