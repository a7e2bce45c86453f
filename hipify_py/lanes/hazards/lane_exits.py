"""What leaves a function or a turn of a loop under conditions that only some lanes of a warp meet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hipify_py.lanes.hazards.backward_jumps import backward_jumps
from hipify_py.lanes.hazards.even_turns import LANES, has_even_turns
from hipify_py.lanes.hazards.group_numbers import alike, hangs_on_groups
from hipify_py.lazy import cached_property
from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_model import LOOPS
from hipify_py.source.function_reading import names, path
from hipify_py.source.spans import holds, merged, overlaps
from hipify_py.source.tokens import A_NAME, token_at

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.lanes.flow.lattice import Level
    from hipify_py.source.function_model import Condition, Jump, Loop, Model
    from hipify_py.source.unit import Unit

STEPS = frozenset({b"+", b"-"})
Leaves = list[tuple[int, "Span"]]


def level_of(text: bytes, at: Span, values: LazyValues) -> Level:
    """Say between whom what is asked at a place may differ; without a name in it, it does between nobody."""
    return values.at(at.start).level(text) if A_NAME.search(text) else "uniform"


class LaneExits:
    """What leaves a function or a turn of a loop under conditions that only some lanes meet.

    Each of them is known by its condition and the first place, or the last, at which it leaves under that.
    """

    def __init__(
        self, unit: Unit, model: Model, values: LazyValues, lanes: int = LANES, group: bytes = b""
    ) -> None:
        """Remember where to look, and how many lanes work together there.

        With a `group`, the width of a shuffle as it is written, lanes of one group alone are told apart.
        """
        self.unit, self.model, self.values, self.lanes = unit, model, values, lanes
        self.known: dict[Span, bool] = {}
        self.group = group
        self.facts: dict[Callable[..., Any], Any] = {}
        self._of_width: dict[tuple[bytes, int], LaneExits] = {}

    def of_width(self, group: bytes, lanes: int | None = None) -> LaneExits:
        """Give the same for the lanes of a group; of the whole warp where nothing is given.

        `lanes` says how many work together there, where that is known.
        """
        lanes = min(lanes or self.lanes, self.lanes)
        if (group, lanes) == (self.group, self.lanes) or not (group or lanes < self.lanes):
            return self
        if (group, lanes) not in self._of_width:
            made = LaneExits(self.unit, self.model, self.values, lanes, group)
            self._of_width[group, lanes] = made
        return self._of_width[group, lanes]

    @cached_property
    def tables(self) -> tuple[dict[Span, Leaves], dict[Span, Leaves], dict[Span, Leaves]]:
        """Give what returns from each function or lambda, what leaves a turn of each loop, and what ends it.

        Of the last, the last comes first.
        """
        returned: dict[Span, dict[Span, int]] = {}
        turns: dict[Span, dict[Span, int]] = {}
        ends: dict[Span, dict[Span, int]] = {}
        for jump in self.model.jumps:
            around = [one for one in self.model.path(jump.at) if holds(jump.home, one.span)]
            loops = [one for one in around if one.keyword in LOOPS]
            if jump.kind == "return":
                self._take(returned.setdefault(jump.home, {}), around, jump.at)
                left = loops[0] if loops else None
            elif left := _left(jump, around, loops):
                self._take(turns.setdefault(left.span, {}), around, jump.at)
            if left and jump.kind in {"return", "break"}:
                self._take(ends.setdefault(left.span, {}), around[around.index(left) + 1 :], -jump.at)
        return by_place(returned), by_place(turns), by_place(ends)

    def _take(self, first: dict[Span, int], around: Sequence[Condition], at: int) -> None:
        for one in around:
            if self.differs(one):
                first[one.span] = min(at, first.get(one.span, at))

    def is_repeated(self, place: int) -> bool:
        """Say whether only some lanes come to a place again, by a jump back to a label before it."""
        return overlaps(self._repeated, Span(place, place + 1))

    @cached_property
    def _repeated(self) -> tuple[Span, ...]:
        """Give what the jumps back to labels repeat that only some lanes make."""
        found = []
        for jump in backward_jumps(self.unit, self.model):
            whole = jump.loop.whole
            around = [one for one in self.model.path(jump.shown.start) if holds(whole, one.span)]
            if any(one.keyword not in LOOPS and self.differs(one) for one in around):
                found.append(whole)
        return merged(found)

    def left_around(self, place: int) -> tuple[list[Leaves], set[Span]]:
        """Give what leaves the function and the turns of loops around a place, and the conditions there."""
        returned, turns, _ = self.tables
        around = {one.span for one in path(self.unit, self.model, place)}
        tables = [returned.get(self.model.home(place)), *(turns.get(one) for one in around)]
        return [one for one in tables if one], around

    def differs(self, condition: Condition) -> bool:
        """Say whether a condition does not hold for all lanes of a warp alike."""
        if condition.span not in self.known:
            loop = self._counting.get(condition.span)
            at = loop.condition if loop and loop.condition.start < loop.condition.end else condition.span
            differs = level_of(self.unit.code[slice(*at)], at, self.values) == "lane"
            if differs and loop and self._goes_over_an_array(condition):
                differs = False
            if differs and loop:
                differs = level_of(self._asked(condition), at, self.values) == "lane"
            if differs and loop:
                differs = not has_even_turns(self.unit, self.model, loop, self.values, self.lanes)
            if differs and self.group:
                begins = loop and loop.start.start < loop.start.end
                asked = self._asked(condition) if begins else self._asked_of_turns(condition)
                differs = not hangs_on_groups(asked, at.start, self.values, self.group)
            if differs and condition.keyword == "if" and self.lanes <= LANES:
                asked = self.unit.code[slice(*condition.span)]
                differs = alike(expression(asked), condition.span.start, self.values) < self.lanes
            self.known[condition.span] = differs
        return self.known[condition.span]

    def _goes_over_an_array(self, condition: Condition) -> bool:
        """Say whether a loop is over all elements of an array of the function's: as many for all lanes."""
        code = self.unit.code
        over = _range_of(code[slice(*condition.span)])
        return over != b"" and any(
            made.name == over and token_at(code, made.at.end).text == b"[" for made in self.model.declarations
        )

    def _asked(self, condition: Condition) -> bytes:
        """Give what a condition hangs on: a loop that counts, on where its count begins, and on the rest."""
        loop = self._counting.get(condition.span)
        code = self.unit.code
        if loop is None:
            return code[slice(*condition.span)]
        if loop.condition.start >= loop.condition.end and b";" in code[slice(*loop.head)]:
            return b""  # it is left from inside
        made = self.model.assigned_in(loop.start)
        rest = b" ; ".join((code[slice(*loop.condition)], code[slice(*loop.step)]))
        counts = {one.name for one in made if one.name}
        rest = A_NAME.sub(lambda word: b" " if word[0] in counts else word[0], rest)
        return b" ; ".join((*(code[slice(*one.value)] for one in made), rest))

    def _asked_of_turns(self, condition: Condition) -> bytes:
        """Give the same for what counts from a value of before it: it goes on by as much for all lanes."""
        code = self.unit.code
        loop = self.model.loop(condition.span) if condition.keyword in {"while", "for"} else None
        text = code[slice(*(loop.condition if loop else condition.span))]
        if loop is None or not text.strip():
            return self._asked(condition)
        known, asked = names(self.unit, self.model.function), {*A_NAME.findall(text)}
        stepped = (*self.model.assigned_in(loop.body), *self.model.assigned_in(loop.step))
        steps = [one for one in stepped if one.name in asked]
        begun: list[bytes] = []
        for name in {one.name for one in steps}:
            before = [one for one in known.given_at(name, loop.condition.start) if one not in steps]
            if len(before) != 1 or before[0].operator or before[0].target.strip() != name:
                return text
            begun.append(code[slice(*before[0].value)])
        inside = len(self.model.path(loop.body.start + 1))
        always = (len(self.model.path(one.value.start)) <= inside for one in steps)
        last = max((one.value.start for one in steps), default=0)
        skips = any(
            jump.kind in {"goto", "continue"} and jump.at < last for jump in self.model.jumps_in(loop.body)
        )
        if skips or not all(one.operator in STEPS for one in steps) or not all(always):
            return text
        rest = A_NAME.sub(lambda word: b" " if any(word[0] == one.name for one in steps) else word[0], text)
        return b" ; ".join((*begun, *(code[slice(*one.value)] for one in steps), rest))

    @cached_property
    def _counting(self) -> dict[Span, Loop]:
        return {one.head: one for one in self.model.loops if one.keyword == "for"}


def _left(jump: Jump, around: Sequence[Condition], loops: Sequence[Condition]) -> Condition | None:
    """Give the loop of which a `break` or a `continue` leaves a turn; none for a `break` of a `switch`."""
    heads = [one for one in around if one.keyword in LOOPS or one.keyword == "switch"]
    if jump.kind == "goto" or (jump.kind == "break" and heads and heads[-1].keyword == "switch"):
        return None
    return loops[-1] if loops else None


def by_place(found: dict[Span, dict[Span, int]]) -> dict[Span, Leaves]:
    """Put the conditions under which something leaves in order of where it does so, each with that."""
    return {of: sorted((at, span) for span, at in first.items()) for of, first in found.items()}


def leaves_before(place: int, left: Sequence[tuple[int, Span]], spans: set[Span]) -> bool:
    """Say whether something leaves before a place under a condition that does not hold there."""
    for at, span in left:
        if at >= place:
            return False
        if span not in spans:
            return True
    return False


def _range_of(head: bytes) -> bytes:
    """Give what a loop goes over by its head, `int v : list`; nothing of a loop that counts."""
    _, _, over = head.replace(b"::", b"  ").partition(b":")
    return b"" if b";" in head else over.strip()
