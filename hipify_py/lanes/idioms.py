"""What a rewrite of intrinsics does not mend: barriers in branches, lanes that have left or are elsewhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.hits import matches
from hipify_py.lanes.blocks import LOOPS
from hipify_py.lanes.sites import is_sync
from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hipify_py.lanes.blocks import Condition, Path, Paths
    from hipify_py.lanes.sites import Site
    from hipify_py.lanes.values import Held
    from hipify_py.syntax import Unit

BARRIER = re.compile(rb"\b__syncthreads(?:_count|_and|_or)?(?=\s*\()")
BLOCK = re.compile(rb"\bthread_block\b[\s&]+(\w+)|\b(\w+)\s*=\s*(?:\w+\s*::\s*)*this_thread_block\s*\(")
WORD = re.compile(rb"[a-z]")
NAMES = re.compile(rb"\b[A-Z]*[a-z]")  # what is all capitals is a constant
MARK = re.compile(rb"&&|\|\||[?;{}()\[\],]|(?<![=!<>])=(?!=)|\breturn\b")
CAPITALS = re.compile(rb"\b[A-Z][A-Z0-9_]*\b")
JOINS = {"sync", "vote", "match"}


class Trouble(NamedTuple):
    """A place that a person has to look at: the id of the rule that speaks of it, and what it says there."""

    rule: str
    span: Span
    said: str = ""


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


def barriers(unit: Unit, spans: list[Span], around: Paths, held: Held) -> Iterator[Trouble]:
    """Report barriers of the whole block that only some of its threads reach."""
    for span in spans:
        for condition in around.of.get(span.start, ()):
            text = CAPITALS.sub(b"0", unit.code[slice(*condition.span)])
            if (
                condition.keyword in {b"if", b"switch"}
                and WORD.search(text)
                and held().level(text) != "uniform"
            ):
                yield Trouble("G016", span)
                break


def missing_lanes(unit: Unit, found: Sequence[Site], around: Paths, held: Held) -> Iterator[Trouble]:
    """Report shuffles and reductions for all lanes that some lanes have left or never reach."""
    yield from _apart(unit, found, around, held)
    for site in found:
        if site.kind not in {"shuffle", "reduce"} or site.call is None or not site.call.arguments:
            continue
        if is_sync(site) and not _all_lanes(unit, site, held):
            continue
        if said := _missing(unit, site.span.start, around, held):
            yield Trouble("W023", site.span, said)


def _missing(unit: Unit, place: int, around: Paths, held: Held) -> str:
    """Say why lanes may be missing at a place; nothing where none are."""
    path = around.of.get(place, ())
    spans = {condition.span for condition in path}
    if any(_differs(unit, condition.span, held) for condition in path if condition.keyword != b"switch"):
        return "not every lane gets here"
    if any(_differs(unit, span, held) for span in _beside(unit.code, place)):
        return "not every lane gets here"
    if _left(unit, place, around.returns, spans, held):
        return "some lanes may have returned"
    in_turn = [(at, left) for at, left in around.leaves if (loop := _loop(left)) and loop.span in spans]
    if _left(unit, place, in_turn, spans, held):
        return "some lanes may have left this turn of the loop"
    later = _ends(unit, place, around, spans)
    return "some lanes may have left the loop in an earlier turn" if _breaks(unit, later, spans, held) else ""


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


def _breaks(unit: Unit, ends: Iterable[Path], spans: set[Span], held: Held) -> bool:
    """Say whether some lanes end a loop by conditions that do not hold for all."""
    return any(
        condition.span not in spans and _differs(unit, condition.span, held)
        for path in ends
        for condition in path
    )


def _left(unit: Unit, place: int, leaves: Sequence[tuple[int, Path]], spans: set[Span], held: Held) -> bool:
    """Say whether some lanes leave before a place, by conditions that do not hold there."""
    return any(
        at < place
        and not {c.span for c in left} <= spans
        and any(_differs(unit, c.span, held) and c.span not in spans for c in left)
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


def _apart(unit: Unit, found: Sequence[Site], around: Paths, held: Held) -> Iterator[Trouble]:
    """Report votes and warp barriers for all lanes to which the lanes of a warp come from two branches."""
    met: dict[Span, set[bool]] = {}
    sites = [site for site in found if site.kind in JOINS and is_sync(site) and _all_lanes(unit, site, held)]
    for site in sites:
        for condition in _choices(unit, around.of.get(site.span.start, ()), held):
            met.setdefault(condition.span, set()).add(condition.otherwise)
    for site in sites:
        path = _choices(unit, around.of.get(site.span.start, ()), held)
        if any(len(met[condition.span]) > 1 for condition in path):
            yield Trouble("W023", site.span, "the lanes come to it from different branches")


def _choices(unit: Unit, path: Path, held: Held) -> list[Condition]:
    return [one for one in path if one.keyword == b"if" and _differs(unit, one.span, held)]


def _all_lanes(unit: Unit, site: Site, held: Held) -> bool:
    """Say whether an intrinsic speaks of all lanes of the warp."""
    if site.call is None or not site.call.arguments:
        return site.kind == "sync" and site.call is not None
    value = held.known.number(unit.code[slice(*site.call.arguments[0])])
    return value is not None and value.value in {0xFFFFFFFF, 2**64 - 1}


def _differs(unit: Unit, span: Span, held: Held) -> bool:
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
    return NAMES.search(text) is not None and held().level(text) == "lane"
