"""What a rewrite of intrinsics does not mend: barriers in branches, lanes that have left or are elsewhere."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.flow.control_flow import LOOPS
from hipify_py.lanes.hazard import Hazard
from hipify_py.model import Span
from hipify_py.source.search import matches

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.control_flow import Condition, Path, Paths
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.source.unit import Unit

BARRIER = re.compile(rb"\b__syncthreads(?:_count|_and|_or)?(?=\s*\()")
BLOCK = re.compile(rb"\bthread_block\b[\s&]+(\w+)|\b(\w+)\s*=\s*(?:\w+\s*::\s*)*this_thread_block\s*\(")
SYNC = re.compile(  # of the block, or of what is named
    rb"\b(?:this_thread_block\s*\(\s*\)|(\w+))\s*\.\s*sync(?=\s*\()"
    rb"|\bsync(?=\s*\(\s*(?:this_thread_block\s*\(\s*\)|(\w+))\s*\))"
)
WORD = re.compile(rb"[a-z]")
NAMES = re.compile(rb"\b[A-Z]*[a-z]")  # what is all capitals is a constant
MARK = re.compile(rb"&&|\|\||[?;{}()\[\],]|(?<![=!<>])=(?!=)|\breturn\b")
CAPITALS = re.compile(rb"\b[A-Z][A-Z0-9_]*\b")
JOINS = {"sync", "vote", "match"}
Leaves = list[tuple[int, Span]]


def joins(unit: Unit, body: Span) -> list[Span]:
    """Give the barriers of the whole block in a function."""
    found = [Span(*mark.span()) for mark in matches(unit.code, BARRIER, b"__syncthreads", within=body)]
    text = unit.code[slice(*body)]
    if b"sync" not in text or (b"this_thread_block" not in text and b"thread_block" not in text):
        return found
    names = {None, *(one or other for one, other in BLOCK.findall(text))}
    synced = (mark for mark in SYNC.finditer(unit.code, *body) if (mark[1] or mark[2]) in names)
    return sorted([*found, *(Span(*mark.span()) for mark in synced)])


def barriers(unit: Unit, spans: list[Span], around: Paths, values: LazyValues) -> Iterator[Hazard]:
    """Report barriers of the whole block that only some of its threads reach."""
    known: dict[Span, bool] = {}

    def parts(condition: Condition) -> bool:
        if condition.keyword not in {b"if", b"switch"}:
            return False
        if condition.span not in known:
            text = CAPITALS.sub(b"0", unit.code[slice(*condition.span)])
            known[condition.span] = WORD.search(text) is not None and values().level(text) != "uniform"
        return known[condition.span]

    for span in spans:
        if span.start in around.deep or any(parts(one) for one in around.of.get(span.start, ())):
            yield Hazard("G016", span)


class _Exits:
    """What leaves a function or a turn of a loop under conditions that only some lanes meet.

    Each of them is known by its condition and the first place, or the last, at which it leaves under that.
    """

    def __init__(self, unit: Unit, around: Paths, values: LazyValues) -> None:
        self.unit, self.around, self.values = unit, around, values
        self.known: dict[Span, bool] = {}

    @cached_property
    def tables(self) -> tuple[Leaves, dict[Span, Leaves], dict[Span, Leaves]]:
        """Give what returns, what leaves a turn of each loop, and what ends each loop, the last first."""
        returned: dict[Span, int] = {}
        turns: dict[Span, dict[Span, int]] = {}
        ends: dict[Span, dict[Span, int]] = {}
        for at, left in self.around.returns:
            self._take(returned, left, at)
            if loops := [one for one in left if one.keyword in LOOPS][:1]:
                self._take(ends.setdefault(loops[0].span, {}), left[left.index(loops[0]) + 1 :], -at)
        for at, left in self.around.leaves:
            if loop := _loop(left):
                self._take(turns.setdefault(loop.span, {}), left, at)
                if self.unit.code.startswith(b"break", at):
                    self._take(ends.setdefault(loop.span, {}), left[left.index(loop) + 1 :], -at)
        return (
            _in_order(returned),
            {span: _in_order(found) for span, found in turns.items()},
            {span: _in_order(found) for span, found in ends.items()},
        )

    def _take(self, first: dict[Span, int], left: Path, at: int) -> None:
        for one in left:
            if self.differs(one.span):
                first[one.span] = min(at, first.get(one.span, at))

    def differs(self, span: Span) -> bool:
        """Say whether a condition does not hold for all lanes of a warp alike."""
        if span not in self.known:
            self.known[span] = _differs(self.unit, span, self.values)
        return self.known[span]


def _in_order(first: dict[Span, int]) -> Leaves:
    return sorted((at, span) for span, at in first.items())


def _before(place: int, left: Leaves, spans: set[Span]) -> bool:
    """Say whether something leaves before a place under a condition that does not hold there."""
    for at, span in left:
        if at >= place:
            return False
        if span not in spans:
            return True
    return False


def missing_lanes(unit: Unit, found: Sequence[WarpOp], around: Paths, values: LazyValues) -> Iterator[Hazard]:
    """Report shuffles and reductions for all lanes that some lanes have left or never reach."""
    exits = _Exits(unit, around, values)
    yield from _apart(unit, found, around, exits)
    for op in found:
        if op.kind not in {"shuffle", "reduce"} or op.call is None or not op.call.arguments:
            continue
        if is_sync(op) and not _all_lanes(unit, op, values):
            continue
        if said := _missing(unit, op.span.start, around, exits):
            yield Hazard("W023", op.span, said)


def _missing(unit: Unit, place: int, around: Paths, exits: _Exits) -> str:
    """Say why lanes may be missing at a place; nothing where none are."""
    path = around.of.get(place, ())
    spans = {condition.span for condition in path}
    if place in around.deep or any(exits.differs(one.span) for one in path if one.keyword != b"switch"):
        return "not every lane gets here"
    if any(_differs(unit, span, exits.values) for span in _beside(unit.code, place)):
        return "not every lane gets here"
    returned, turns, ends = exits.tables
    if _before(place, returned, spans):
        return "some lanes may have returned"
    if any(_before(place, turns.get(span, []), spans) for span in spans):
        return "some lanes may have left this turn of the loop"
    if any(_before(-place, ends.get(span, []), spans) for span in spans):
        return "some lanes may have left the loop in an earlier turn"
    return ""


def _loop(path: Path) -> Condition | None:
    """Give the loop that a `break` or a `continue` under some conditions leaves."""
    heads = [one for one in path if one.keyword in LOOPS | {b"switch"}]
    return heads[-1] if heads and heads[-1].keyword != b"switch" else None


def _beside(code: bytes, place: int) -> Iterator[Span]:
    """Give the left sides of `?`, `&&` and `||` on which it hangs whether an expression is worked out."""
    depth, passed, end = 0, False, 0
    for mark in reversed([*MARK.finditer(code, max(0, place - 400), place)]):
        text = mark[0]
        if text in {b")", b"]"}:
            depth += 1
        elif text in {b"(", b"["} and depth:
            depth -= 1
        elif depth == 0 and (text in b";{}([,=" or text == b"return"):
            if end:
                yield Span(mark.end(), end)
            passed, end = text == b",", 0
            if text in b";{}" or text == b"return":
                return
        elif depth == 0 and not passed and not end:
            end = mark.start()


def _apart(unit: Unit, found: Sequence[WarpOp], around: Paths, exits: _Exits) -> Iterator[Hazard]:
    """Report votes and warp barriers for all lanes to which the lanes of a warp come from two branches."""
    met: dict[Span, set[bool]] = {}
    ops = [op for op in found if op.kind in JOINS and is_sync(op) and _all_lanes(unit, op, exits.values)]
    for op in ops:
        for condition in _choices(around.of.get(op.span.start, ()), exits):
            met.setdefault(condition.span, set()).add(condition.otherwise)
    for op in ops:
        path = _choices(around.of.get(op.span.start, ()), exits)
        if any(len(met[condition.span]) > 1 for condition in path):
            yield Hazard("W023", op.span, "the lanes come to it from different branches")


def _choices(path: Path, exits: _Exits) -> list[Condition]:
    return [one for one in path if one.keyword == b"if" and exits.differs(one.span)]


def _all_lanes(unit: Unit, op: WarpOp, values: LazyValues) -> bool:
    """Say whether an intrinsic speaks of all lanes of the warp."""
    if op.call is None or not op.call.arguments:
        return op.kind == "sync" and op.call is not None
    value = values.constants.number(unit.code[slice(*op.call.arguments[0])])
    return value is not None and value.value in {0xFFFFFFFF, 2**64 - 1}


def _differs(unit: Unit, span: Span, values: LazyValues) -> bool:
    text = unit.code[slice(*span)]
    parts = text.split(b";")
    if len(parts) == 3:  # a for loop counts with a variable of its own, whatever the name means elsewhere
        start = re.fullmatch(rb".*?\b(\w+)\s*(?:=|\()(.*)", parts[0], re.DOTALL)
        own = re.compile(rb"\b" + start[1] + rb"\b") if start else None
        text = (
            b" ; ".join([start[2], own.sub(b" ", parts[1]), own.sub(b" ", parts[2])])
            if start and own
            else parts[1]
        )
    return NAMES.search(text) is not None and values().level(text) == "lane"
