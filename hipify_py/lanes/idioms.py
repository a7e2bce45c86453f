"""What a rewrite of intrinsics does not mend: waiting between lanes, barriers in branches, early returns."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.hits import matches
from hipify_py.lanes.blocks import closing, paths
from hipify_py.lanes.sites import is_sync
from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.blocks import Path, Paths
    from hipify_py.lanes.functions import Function
    from hipify_py.lanes.sites import Site
    from hipify_py.lanes.values import Held
    from hipify_py.syntax import Unit

BARRIER = re.compile(rb"\b__syncthreads(?:_count|_and|_or)?\s*\(")
LOOP = re.compile(rb"\bwhile\s*\(")
LOCK = re.compile(rb"\batomic(CAS|Exch)(?:_block|_system)?\s*\(")
IDLE = re.compile(rb"\s*(?:;|\{\s*(?:(?:__nanosleep|__threadfence\w*|__syncwarp)?[^;{}]*;\s*)?\})")
WATCHED = re.compile(
    rb"\bvolatile\b|\batomic(?:Add|Or|Max)\s*\([^;{}]*,\s*0\w*\s*\)|\bld_(?:acquire|volatile)\w*\s*\("
)
VOLATILE = re.compile(rb"\bvolatile\b[^;(){}=]*?[\s*&]([A-Za-z_]\w*)\s*(?:\[[^;]*?|=[^;]*?)?[;,)]")
ONE_THREAD = re.compile(
    rb"\bthreadIdx\s*\.\s*x\s*==|==\s*threadIdx\s*\.\s*x\b|!\s*threadIdx\s*\.\s*x\b|\bthread_rank\s*\(\s*\)\s*=="
)
EQUALS = re.compile(rb"\b([A-Za-z_]\w*)\s*==\s*\w+|!\s*([A-Za-z_]\w*)\b")
STEP = re.compile(
    rb"([A-Za-z_]\w*)\s*\[\s*([A-Za-z_][\w.]*)\s*\]\s*(?:[-+*|&^]=|=)[^;{}]*?\[\s*([A-Za-z_][\w.]*)\s*\+\s*(\d+)u?\s*\]"
)
LAST_STEPS = re.compile(rb"\+\s*8u?\s*\]")
SYNC = re.compile(rb"__sync(?:warp|threads)|hipify_warp32::syncwarp|\.sync\s*\(")
WORD = re.compile(rb"[a-z]")
NAMES = re.compile(rb"\b[A-Z]*[a-z]")  # what is all capitals is a constant
LEAST_STEPS = 3
ENDS_AT_LANE = 16


class Trouble(NamedTuple):
    """A place that a person has to look at: the id of the rule that speaks of it, and what it says there."""

    rule: str
    span: Span
    said: str = ""


def troubles(unit: Unit, function: Function, found: Sequence[Site], held: Held) -> Iterator[Trouble]:
    """Give what remains in a function, whatever becomes of its intrinsics."""
    code, body = unit.code, function.body
    barriers = [mark.start() for mark in matches(code, BARRIER, b"__syncthreads", within=body)]
    loops = [mark.start() for mark in matches(code, LOOP, b"while", within=body)]
    if barriers or loops or found:
        around = paths(code, body, [*barriers, *loops, *(site.span.start for site in found)])
        yield from _barriers(unit, barriers, around, held)
        yield from _waits(unit, function, loops, around, held)
        yield from _missing_lanes(unit, found, around, held)
    yield from _tails(unit, function)


def _barriers(unit: Unit, places: list[int], around: Paths, held: Held) -> Iterator[Trouble]:
    """Report barriers of the whole block that only some of its threads reach."""
    for place in places:
        for condition in around.of.get(place, ()):
            text = unit.code[slice(*condition.span)]
            if (
                condition.keyword in {b"if", b"switch"}
                and WORD.search(text)
                and held().level(text) != "uniform"
            ):
                yield Trouble("G016", Span(place, place + len(b"__syncthreads")))
                break


def _waits(unit: Unit, function: Function, places: list[int], around: Paths, held: Held) -> Iterator[Trouble]:
    """Report loops that wait for what another lane, or the other half of the wavefront, has yet to do."""
    named = matches(unit.code, VOLATILE, b"volatile", within=function.span) if places else ()
    watched = {found[1] for found in named}
    for place in places:
        opening = unit.code.find(b"(", place)
        end = closing(unit.code, opening, function.body.end)
        text = unit.code[opening + 1 : end - 1]
        idle = IDLE.match(unit.code, end) is not None and not unit.code[
            max(0, place - 256) : place
        ].rstrip().endswith(b"}")
        takes = _takes_lock(text, held)
        waits = idle and (
            WATCHED.search(text) or any(re.search(rb"\b" + name + rb"\b", text) for name in watched)
        )
        if (takes or waits) and not _one_thread(unit, around.of.get(place, ()), held):
            yield Trouble("W026", Span(place, end), "takes a lock" if takes else "waits for a flag")


def _takes_lock(text: bytes, held: Held) -> bool:
    """Say whether a condition tries to take a lock: it swaps in a constant."""
    found = LOCK.search(text)
    if found is None:
        return False
    arguments = text[found.end() : closing(text, found.end() - 1, len(text)) - 1].rsplit(
        b",", 2 if found[1] == b"CAS" else 1
    )
    return len(arguments) >= 2 and all(held.known.number(part) or _is_word(part) for part in arguments[1:])


def _is_word(text: bytes) -> bool:
    return re.fullmatch(rb"\s*[A-Z_][A-Z0-9_]*\s*", text) is not None


def _one_thread(unit: Unit, path: Path, held: Held) -> bool:
    """Say whether only one thread of a block gets there; one lane of each warp is not enough."""
    for condition in path:
        text = unit.code[slice(*condition.span)]
        if condition.otherwise or condition.keyword != b"if" or b"||" in text:
            continue
        if ONE_THREAD.search(text):
            return True
        for found in EQUALS.finditer(text):
            name = found[1] or found[2]
            if name in held().thread and name not in held().lane:
                return True
    return False


def _missing_lanes(unit: Unit, found: Sequence[Site], around: Paths, held: Held) -> Iterator[Trouble]:
    """Report shuffles and reductions for all lanes that some lanes have left or never reach."""
    for site in found:
        if site.kind not in {"shuffle", "reduce"} or site.call is None or not site.call.arguments:
            continue
        if is_sync(site) and not _all_lanes(unit, site, held):
            continue
        path = around.of.get(site.span.start, ())
        spans = {condition.span for condition in path}
        if any(_differs(unit, condition.span, held) for condition in path if condition.keyword != b"switch"):
            yield Trouble("W023", site.span, "not every lane gets here")
        elif any(
            place < site.span.start and not {c.span for c in left} <= spans
            for place, left in around.returns
            if any(_differs(unit, c.span, held) and c.span not in spans for c in left)
        ):
            yield Trouble("W023", site.span, "some lanes may have returned")


def _all_lanes(unit: Unit, site: Site, held: Held) -> bool:
    assert site.call is not None
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


def _tails(unit: Unit, function: Function) -> Iterator[Trouble]:
    """Report reductions that step through shared memory in lock step, without waiting between the steps."""
    if not LAST_STEPS.search(unit.code, *function.body):
        return
    run: list[re.Match[bytes]] = []
    for step in [*STEP.finditer(unit.code, *function.body), None]:
        between = unit.code[run[-1].end() : step.start()] if step and run else b""
        goes_on = (
            step
            and run
            and step[2] == step[3]
            and int(step[4]) * 2 == int(run[-1][4])
            and not SYNC.search(between)
        )
        if goes_on and step:
            run.append(step)
            continue
        if len(run) >= LEAST_STEPS and int(run[-1][4]) < ENDS_AT_LANE:
            yield Trouble("W018", Span(run[0].start(), run[-1].end()))
        run = [step] if step and step[2] == step[3] else []
