"""What a rewrite of intrinsics does not mend: barriers in branches, lanes that have left or are elsewhere."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from hipify_py.lanes.find.group_declarations import declarations
from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.hazard import Hazard
from hipify_py.model import Span
from hipify_py.source.brackets import closing
from hipify_py.source.function_model import DEEPEST, LOOPS, NAME
from hipify_py.source.function_reading import path
from hipify_py.source.search import matches
from hipify_py.source.spans import holds
from hipify_py.source.tokens import token_at, token_before, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.lanes.flow.uniformity import Level
    from hipify_py.source.function_model import Condition, Jump, Loop, Model
    from hipify_py.source.unit import Unit

BARRIER = re.compile(rb"\b__syncthreads(?:_count|_and|_or)?(?=\s*\()")
JOINS = {"sync", "vote", "match"}
Leaves = list[tuple[int, Span]]


def joins(unit: Unit, body: Span) -> list[Span]:
    """Give the barriers of the whole block in a function."""
    found = [Span(*mark.span()) for mark in matches(unit.code, BARRIER, b"__syncthreads", within=body)]
    text = unit.code[slice(*body)]
    if b"sync" in text and b"thread_block" in text:
        blocks = {one.name for one in declarations(text) if one.kind == "block"}
        found += (Span(at, end) for at, end in _synced(unit.code, body, blocks))
    return sorted(found)


def _synced(code: bytes, body: Span, blocks: set[bytes]) -> Iterator[tuple[int, int]]:
    """Give each `sync` of a block, as its member with what it is called on, or as a function of its name."""
    for word in words(code, b"sync", within=body):
        bracket, sign = token_at(code, word.end), token_before(code, word.start)
        if bracket.text != b"(":
            continue
        if sign.text == b".":
            if (start := _block(code, sign.start, blocks)) is not None:
                yield start, word.end
        elif _block(code, closing(code, bracket.start, body.end) - 1, blocks) is not None:
            yield word.start, word.end


def _block(code: bytes, end: int, blocks: set[bytes]) -> int | None:
    """Give where what names a block begins that ends at a place: a name, or the call that gives it."""
    name = token_before(code, end)
    if name.text == b")":
        name = token_before(code, token_before(code, name.start).start)
        return name.start if name.text == b"this_thread_block" else None
    return name.start if name.text in blocks else None


def barriers(unit: Unit, spans: list[Span], model: Model, values: LazyValues) -> Iterator[Hazard]:
    """Report barriers of the whole block that only some of its threads reach."""
    known: dict[Span, bool] = {}

    def parts(condition: Condition) -> bool:
        if condition.keyword in LOOPS:
            return False
        if condition.span not in known:
            text = NAME.sub(_no_constant, unit.code[slice(*condition.span)])
            known[condition.span] = _level(text, condition, values) != "uniform"
        return known[condition.span]

    for span in spans:
        around = path(unit, model, span.start)
        if len(around) >= DEEPEST or any(map(parts, around)):
            yield Hazard("G016", span)


def _no_constant(word: re.Match[bytes]) -> bytes:
    """Give a name, but for one that is all capitals, and so a constant."""
    return b"0" if word[0].isupper() else word[0]


def _level(text: bytes, condition: Condition, values: LazyValues) -> Level:
    """Say between whom what a condition asks may differ; without a name in it, it does between nobody."""
    return "uniform" if text == text.upper() else values.at(condition.span.start).level(text)


class _Exits:
    """What leaves a function or a turn of a loop under conditions that only some lanes meet.

    Each of them is known by its condition and the first place, or the last, at which it leaves under that.
    """

    def __init__(self, unit: Unit, model: Model, values: LazyValues) -> None:
        self.unit, self.model, self.values = unit, model, values
        self.known: dict[Span, bool] = {}

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
        return _in_order(returned), _in_order(turns), _in_order(ends)

    def _take(self, first: dict[Span, int], around: Sequence[Condition], at: int) -> None:
        for one in around:
            if self.differs(one):
                first[one.span] = min(at, first.get(one.span, at))

    def differs(self, condition: Condition) -> bool:
        """Say whether a condition does not hold for all lanes of a warp alike."""
        if condition.span not in self.known:
            text = self._asked(condition)
            self.known[condition.span] = _level(text, condition, self.values) == "lane"
        return self.known[condition.span]

    def _asked(self, condition: Condition) -> bytes:
        """Give what a condition hangs on: a loop that counts, on where its count begins, and on the rest."""
        loop = self._counting.get(condition.span)
        code = self.unit.code
        if loop is None:
            return code[slice(*condition.span)]
        made = self.model.assigned_in(loop.start)
        rest = b" ; ".join((code[slice(*loop.condition)], code[slice(*loop.step)]))
        counts = {one.name for one in made if one.name}
        rest = NAME.sub(lambda word: b" " if word[0] in counts else word[0], rest)
        return b" ; ".join((*(code[slice(*one.value)] for one in made), rest))

    @cached_property
    def _counting(self) -> dict[Span, Loop]:
        return {one.head: one for one in self.model.loops if one.keyword == "for"}


def _left(jump: Jump, around: Sequence[Condition], loops: Sequence[Condition]) -> Condition | None:
    """Give the loop of which a `break` or a `continue` leaves a turn; none for a `break` of a `switch`."""
    heads = [one for one in around if one.keyword in LOOPS or one.keyword == "switch"]
    if jump.kind == "goto" or (jump.kind == "break" and heads and heads[-1].keyword == "switch"):
        return None
    return loops[-1] if loops else None


def _in_order(found: dict[Span, dict[Span, int]]) -> dict[Span, Leaves]:
    return {of: sorted((at, span) for span, at in first.items()) for of, first in found.items()}


def _before(place: int, left: Leaves, spans: set[Span]) -> bool:
    """Say whether something leaves before a place under a condition that does not hold there."""
    for at, span in left:
        if at >= place:
            return False
        if span not in spans:
            return True
    return False


def missing_lanes(unit: Unit, found: Sequence[WarpOp], model: Model, values: LazyValues) -> Iterator[Hazard]:
    """Report shuffles and reductions for all lanes that some lanes have left or never reach."""
    exits = _Exits(unit, model, values)
    yield from _apart(unit, found, exits)
    for op in found:
        if op.kind not in {"shuffle", "reduce"} or op.call is None or not op.call.arguments:
            continue
        if is_sync(op) and not _all_lanes(unit, op, values):
            continue
        if said := _missing(unit, op.span.start, exits):
            yield Hazard("W023", op.span, said)


def _missing(unit: Unit, place: int, exits: _Exits) -> str:
    """Say why lanes may be missing at a place; nothing where none are."""
    around = path(unit, exits.model, place)
    spans = {condition.span for condition in around}
    if len(around) >= DEEPEST or any(exits.differs(one) for one in around if one.keyword != "switch"):
        return "not every lane gets here"
    returned, turns, ends = exits.tables
    if _before(place, returned.get(exits.model.home(place), []), spans):
        return "some lanes may have returned"
    if any(_before(place, turns.get(span, []), spans) for span in spans):
        return "some lanes may have left this turn of the loop"
    if any(_before(-place, ends.get(span, []), spans) for span in spans):
        return "some lanes may have left the loop in an earlier turn"
    return ""


def _apart(unit: Unit, found: Sequence[WarpOp], exits: _Exits) -> Iterator[Hazard]:
    """Report votes and warp barriers for all lanes to which the lanes of a warp come from two branches."""
    met: dict[Span, set[bool]] = {}
    ops = [op for op in found if op.kind in JOINS and is_sync(op) and _all_lanes(unit, op, exits.values)]
    choices = {op: [one for one in exits.model.path(op.span.start) if _parts(one, exits)] for op in ops}
    for condition in chain.from_iterable(choices.values()):
        met.setdefault(condition.span, set()).add(condition.otherwise)
    for op, around in choices.items():
        if any(len(met[condition.span]) > 1 for condition in around):
            yield Hazard("W023", op.span, "the lanes come to it from different branches")


def _parts(condition: Condition, exits: _Exits) -> bool:
    return condition.keyword in {"if", "?"} and exits.differs(condition)


def _all_lanes(unit: Unit, op: WarpOp, values: LazyValues) -> bool:
    """Say whether an intrinsic speaks of all lanes of the warp."""
    if op.call is None or not op.call.arguments:
        return op.kind == "sync" and op.call is not None
    value = values.constants.number(unit.code[slice(*op.call.arguments[0])])
    return value is not None and value.value in {0xFFFFFFFF, 2**64 - 1}
