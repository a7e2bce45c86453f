"""Reductions and scans that step through shared memory as if the lanes of a warp were in lock step."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.hazard import Hazard
from hipify_py.model import Span
from hipify_py.source.brackets import MOST
from hipify_py.source.function_reading import model
from hipify_py.source.spans import holds
from hipify_py.source.tokens import token_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.source.function_model import Assignment, Loop, Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

LAST_STEPS = re.compile(rb"[-+]\s*(?:8u?|[A-Z_]*(?:WARP|warp|Warp)\w*\s*/\s*\d+)\s*\]")
HALVES = re.compile(rb">>=?\s*1|/=?\s*2")
FAR = re.compile(rb"\[\s*+([A-Za-z_][\w.]*)\s*+([-+])\s*+([^\[\]]+)\]")  # an element some way off
THREAD = re.compile(rb"(?i)t|tx|tid\w*|\w*_tid|thread\w*|\w*lane\w*|lid")
SYNC = (b"__syncwarp", b"__syncthreads", b"syncwarp", b"sync")
WARP = 32
LEAST_STEPS = 3
ENDS_AT_LANE = 16


class Step(NamedTuple):
    """An assignment to an element that takes from another of it: `s[i] += s[i + 16]`."""

    array: bytes
    place: bytes
    sign: bytes
    far: bytes
    span: Span


def tails(unit: Unit, function: Function, values: LazyValues) -> Iterator[Hazard]:
    """Report reductions and scans that step through shared memory without a wait between the steps."""
    unrolled = LAST_STEPS.search(unit.code, *function.body)
    halved = unit.code.find(b"for", *function.body) >= 0 and HALVES.search(unit.code, *function.body)
    if unrolled or halved:
        read = model(unit, function)
        if unrolled:
            yield from _unrolled(unit, read, values)
        for loop in read.loops:
            yield from _looped(unit, read, loop, values)


def _unrolled(unit: Unit, read: Model, values: LazyValues) -> Iterator[Hazard]:
    runs: dict[bytes, list[Step]] = {}
    for given in read.assignments:
        step = next((one for one in _steps(unit, given) if _far(one, values)), None)
        if step is None:
            continue
        run = runs.setdefault(step.array, [])
        if run and not _follows(unit, read, run[-1], step, values):
            yield from _reported(run, values)
            run.clear()
        run.append(step)
    for run in runs.values():
        yield from _reported(run, values)


def _steps(unit: Unit, given: Assignment) -> Iterator[Step]:
    """Give what an assignment to an element takes from elements at a distance from it."""
    array, _, index = given.target[:-1].rpartition(b"[")
    if not given.target.endswith(b"]"):
        return
    start = unit.code.rfind(given.target, 0, given.value.start)
    for one in FAR.finditer(unit.code, given.value.start, min(given.value.end, given.value.start + MOST)):
        if one[1] == index.strip():
            yield Step(array.strip(), one[1], one[2], one[3].strip(), Span(start, one.end()))


def _follows(unit: Unit, read: Model, before: Step, step: Step, values: LazyValues) -> bool:
    """Say whether a step reaches half as far as the one before, in a scan twice, and nothing waits."""
    far, last = _far(step, values), _far(before, values)
    near = (far * 2 == last) if step.sign == b"+" else (far == last * 2)
    alike = step.place == before.place and step.sign == before.sign
    return near and alike and not _waits(unit, read, Span(before.span.end, step.span.start))


def _waits(unit: Unit, read: Model, span: Span) -> list[int]:
    """Give where the lanes of a warp wait for one another."""
    names = ((unit.code[slice(*one.name)], one.name.start) for one in read.called_in(span))
    return [at for name, at in names if name in SYNC or name.startswith(b"__syncthreads")]


def _far(step: Step, values: LazyValues) -> int:
    return values.constants.worth(step.far) or 0


def _reported(run: Sequence[Step], values: LazyValues) -> Iterator[Hazard]:
    if len(run) >= LEAST_STEPS and min(_far(step, values) for step in run) < ENDS_AT_LANE:
        yield Hazard("W018", Span(run[0].span.start, run[-1].span.end))


def _looped(unit: Unit, read: Model, loop: Loop, values: LazyValues) -> Iterator[Hazard]:
    """Report a loop that halves the distance of its step, and waits never or only while that is large."""
    distances = {one.name for one in read.assigned_in(loop.step) if _halves(unit, one)}
    first = {one.name: one.value for one in read.assigned_in(loop.start) if one.name in distances}
    steps = (one for given in read.assigned_in(loop.body) for one in _steps(unit, given)) if first else ()
    step = next((one for one in steps if one.sign == b"+" and one.far in first), None)
    if step is None or not (
        THREAD.fullmatch(step.place.split(b".")[0]) or values.at(step.span.start).level(step.place) == "lane"
    ):
        return
    waits = _waits(unit, read, loop.body)
    if waits:
        unrolled = all(_only_far(unit, read, loop, at, step.far) for at in waits)
    else:
        begins = values.constants.worth(unit.code[slice(*first[step.far])].strip())
        unrolled = begins is not None and LEAST_STEPS < begins.bit_length() <= WARP.bit_length()
    if unrolled:
        yield Hazard("W018", step.span)


def _halves(unit: Unit, given: Assignment) -> bool:
    """Say whether an assignment halves a name: `o >>= 1`, `o /= 2`, `o = o >> 1`."""
    text = b"".join(unit.code[slice(*given.value)].split()).strip(b"()").rstrip(b"uU")
    sign = given.operator or text[len(given.name) : -1]
    return sign + text[-1:] in {b">>1", b"/2"} and text[:-1] in {b"", given.name + sign}


def _only_far(unit: Unit, read: Model, loop: Loop, at: int, distance: bytes) -> bool:
    """Say whether a wait stands under a condition on the distance."""
    around = (one for one in read.path(at) if holds(loop.body, one.span) and one.keyword == "if")
    asked = (unit.code[slice(*one.span)] for one in around if not one.otherwise)
    return any(
        token_at(text, 0).text == distance and token_at(text, token_at(text, 0).end).text in {b">", b">="}
        for text in asked
    )
