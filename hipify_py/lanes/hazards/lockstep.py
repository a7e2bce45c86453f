"""Reductions and scans that step through shared memory as if the lanes of a warp were in lock step."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.lanes.hazard import Hazard
from hipify_py.model import Span
from hipify_py.source.search import matches
from hipify_py.source.statements import statement

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

FAR = rb"(\d+u?|[A-Z_]*(?:WARP|warp|Warp)\w*(?:\s*/\s*\d+)?)"
STEP = re.compile(
    rb"([A-Za-z_]\w*)\s*\[\s*([A-Za-z_][\w.]*)\s*\]\s*(?:[-+*|&^]=|=)[^;{}]*?\[\s*([A-Za-z_][\w.]*)\s*([-+])\s*"
    + FAR
    + rb"\s*\]"
)
LAST_STEPS = re.compile(rb"[-+]\s*(?:8u?|[A-Z_]*(?:WARP|warp|Warp)\w*\s*/\s*\d+)\s*\]")
HALVING = re.compile(
    rb"\bfor\s*\(([^;{}]{0,2000}+);[^;{}]{0,2000}+;\s*([A-Za-z_]\w*)\s*(?:>>=\s*1|/=\s*2|=\s*\2\s*(?:>>\s*1|/\s*2))u?\s*\)"
)
SYNC = re.compile(rb"__sync(?:warp|threads)|hipify_warp32::syncwarp|\bsync\s*\(")
THREAD = re.compile(rb"(?i)t|tx|tid\w*|\w*_tid|thread\w*|\w*lane\w*|lid")
WARP = 32
LEAST_STEPS = 3
ENDS_AT_LANE = 16


def tails(unit: Unit, function: Function, values: LazyValues) -> Iterator[Hazard]:
    """Report reductions and scans that step through shared memory without a wait between the steps."""
    if LAST_STEPS.search(unit.code, *function.body):
        yield from _unrolled(unit, function, values)
    for loop in matches(unit.code, HALVING, b"for", within=function.body):
        yield from _looped(unit, function, loop, values)


def _unrolled(unit: Unit, function: Function, values: LazyValues) -> Iterator[Hazard]:
    runs: dict[bytes, list[re.Match[bytes]]] = {}
    for step in STEP.finditer(unit.code, *function.body):
        if step[2] != step[3]:
            continue
        run = runs.setdefault(step[1], [])
        if run and not _follows(unit, run[-1], step, values):
            yield from _reported(run, values)
            run.clear()
        run.append(step)
    for run in runs.values():
        yield from _reported(run, values)


def _follows(unit: Unit, before: re.Match[bytes], step: re.Match[bytes], values: LazyValues) -> bool:
    """Say whether a step reaches half as far as the one before, in a scan twice, and nothing waits."""
    far, last = _far(step, values), _far(before, values)
    near = (far * 2 == last) if step[4] == b"+" else (far == last * 2)
    return (
        near
        and step[2] == before[2]
        and step[4] == before[4]
        and not SYNC.search(unit.code, before.end(), step.start())
    )


def _far(step: re.Match[bytes], values: LazyValues) -> int:
    return values.constants.worth(step[5]) or 0


def _reported(run: list[re.Match[bytes]], values: LazyValues) -> Iterator[Hazard]:
    if len(run) >= LEAST_STEPS and min(_far(step, values) for step in run) < ENDS_AT_LANE:
        yield Hazard("W018", Span(run[0].start(), run[-1].end()))


def _looped(unit: Unit, function: Function, loop: re.Match[bytes], values: LazyValues) -> Iterator[Hazard]:
    """Report a loop that halves the distance of its step, and waits never or only while that is large."""
    start = re.search(rb"\b" + loop[2] + rb"\s*=\s*([^;{}]+)\Z", loop[1])
    if start is None:
        return
    step = re.compile(
        rb"([A-Za-z_]\w*)\s*\[\s*([A-Za-z_][\w.]*)\s*\]\s*(?:[-+*|&^]=|=)[^;{}]*?\[\s*\2\s*\+\s*"
        + loop[2]
        + rb"\s*\]"
    )
    end = statement(unit.code, loop.end(), function.body.end).end
    found = step.search(unit.code, loop.end(), end)
    if found is None or not (
        THREAD.fullmatch(found[2].split(b".")[0]) or values.at(found.start(2)).level(found[2]) == "lane"
    ):
        return
    first = values.constants.worth(start[1].strip())
    waits = SYNC.search(unit.code, loop.end(), end)
    if waits is None:
        unrolled = first is not None and LEAST_STEPS < first.bit_length() <= WARP.bit_length()
    else:
        unrolled = _only_far(unit.code[loop.end() : waits.start()], loop[2])
    if unrolled:
        yield Hazard("W018", Span(*found.span()))


def _only_far(text: bytes, distance: bytes) -> bool:
    """Say whether the wait behind a text stands under a condition on the distance."""
    return re.search(rb"\bif\s*\(\s*" + distance + rb"\s*>=?\s*\w+\s*\)\s*\{?\s*\Z", text) is not None
