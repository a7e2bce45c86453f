"""What a rewrite of intrinsics does not mend: barriers in branches, lanes that have left or are elsewhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.flow.control_flow import LOOPS
from hipify_py.lanes.hazard import Hazard
from hipify_py.model import Span
from hipify_py.source.search import matches

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.control_flow import Condition, Path, Paths
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.source.unit import Unit

BARRIER = re.compile(rb"\b__syncthreads(?:_count|_and|_or)?(?=\s*\()")
BLOCK = re.compile(rb"\bthread_block\b[\s&]+(\w+)|\b(\w+)\s*=\s*(?:\w+\s*::\s*)*this_thread_block\s*\(")
WORD = re.compile(rb"[a-z]")
NAMES = re.compile(rb"\b[A-Z]*[a-z]")  # what is all capitals is a constant
MARK = re.compile(rb"&&|\|\||[?;{}()\[\],]|(?<![=!<>])=(?!=)|\breturn\b")
CAPITALS = re.compile(rb"\b[A-Z][A-Z0-9_]*\b")
JOINS = {"sync", "vote", "match"}


def joins(unit: Unit, body: Span) -> list[Span]:
    """Give the barriers of the whole block in a function."""
    found = [Span(*mark.span()) for mark in matches(unit.code, BARRIER, b"__syncthreads", within=body)]
    text = unit.code[slice(*body)]
    if b"sync" not in text or (b"this_thread_block" not in text and b"thread_block" not in text):
        return found
    names = [one or other for one, other in BLOCK.findall(text)]
    group = rb"(?:" + b"|".join([rb"this_thread_block\s*\(\s*\)", *sorted(set(names))]) + rb")"
    sync = re.compile(rb"\b" + group + rb"\s*\.\s*sync(?=\s*\()|\bsync(?=\s*\(\s*" + group + rb"\s*\))")
    return sorted([*found, *(Span(*mark.span()) for mark in sync.finditer(unit.code, *body))])


def barriers(unit: Unit, spans: list[Span], around: Paths, values: LazyValues) -> Iterator[Hazard]:
    """Report barriers of the whole block that only some of its threads reach."""
    for span in spans:
        for condition in around.of.get(span.start, ()):
            text = CAPITALS.sub(b"0", unit.code[slice(*condition.span)])
            if (
                condition.keyword in {b"if", b"switch"}
                and WORD.search(text)
                and values().level(text) != "uniform"
            ):
                yield Hazard("G016", span)
                break


def missing_lanes(unit: Unit, found: Sequence[WarpOp], around: Paths, values: LazyValues) -> Iterator[Hazard]:
    """Report shuffles and reductions for all lanes that some lanes have left or never reach."""
    yield from _apart(unit, found, around, values)
    for op in found:
        if op.kind not in {"shuffle", "reduce"} or op.call is None or not op.call.arguments:
            continue
        if is_sync(op) and not _all_lanes(unit, op, values):
            continue
        if said := _missing(unit, op.span.start, around, values):
            yield Hazard("W023", op.span, said)


def _missing(unit: Unit, place: int, around: Paths, values: LazyValues) -> str:
    """Say why lanes may be missing at a place; nothing where none are."""
    path = around.of.get(place, ())
    spans = {condition.span for condition in path}
    if any(_differs(unit, condition.span, values) for condition in path if condition.keyword != b"switch"):
        return "not every lane gets here"
    if any(_differs(unit, span, values) for span in _beside(unit.code, place)):
        return "not every lane gets here"
    if _left(unit, place, around.returns, spans, values):
        return "some lanes may have returned"
    in_turn = [(at, left) for at, left in around.leaves if (loop := _loop(left)) and loop.span in spans]
    if _left(unit, place, in_turn, spans, values):
        return "some lanes may have left this turn of the loop"
    later = _ends(unit, place, around, spans)
    return (
        "some lanes may have left the loop in an earlier turn" if _breaks(unit, later, spans, values) else ""
    )


def _ends(unit: Unit, place: int, around: Paths, spans: set[Span]) -> Iterator[Path]:
    """Give, from the loop on, the conditions of what ends a loop around a place behind the place."""
    for at, left in around.leaves:
        loop = _loop(left) if at > place and unit.code.startswith(b"break", at) else None
        if loop and loop.span in spans:
            yield left[left.index(loop) + 1 :]
    for at, left in around.returns:
        loops = [one for one in left if one.keyword in LOOPS and one.span in spans]
        if at > place and loops:
            yield left[left.index(loops[0]) + 1 :]


def _breaks(unit: Unit, ends: Iterable[Path], spans: set[Span], values: LazyValues) -> bool:
    """Say whether some lanes end a loop by conditions that do not hold for all."""
    return any(
        condition.span not in spans and _differs(unit, condition.span, values)
        for path in ends
        for condition in path
    )


def _left(
    unit: Unit, place: int, leaves: Sequence[tuple[int, Path]], spans: set[Span], values: LazyValues
) -> bool:
    """Say whether some lanes leave before a place, by conditions that do not hold there."""
    return any(
        at < place
        and not {c.span for c in left} <= spans
        and any(_differs(unit, c.span, values) and c.span not in spans for c in left)
        for at, left in leaves
    )


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


def _apart(unit: Unit, found: Sequence[WarpOp], around: Paths, values: LazyValues) -> Iterator[Hazard]:
    """Report votes and warp barriers for all lanes to which the lanes of a warp come from two branches."""
    met: dict[Span, set[bool]] = {}
    ops = [op for op in found if op.kind in JOINS and is_sync(op) and _all_lanes(unit, op, values)]
    for op in ops:
        for condition in _choices(unit, around.of.get(op.span.start, ()), values):
            met.setdefault(condition.span, set()).add(condition.otherwise)
    for op in ops:
        path = _choices(unit, around.of.get(op.span.start, ()), values)
        if any(len(met[condition.span]) > 1 for condition in path):
            yield Hazard("W023", op.span, "the lanes come to it from different branches")


def _choices(unit: Unit, path: Path, values: LazyValues) -> list[Condition]:
    return [one for one in path if one.keyword == b"if" and _differs(unit, one.span, values)]


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
