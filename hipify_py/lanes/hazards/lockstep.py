"""Reductions and scans that step through shared memory as if the lanes of a warp were in lock step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.index_names import names_thread
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.doubled_distances import doubled_in_warp
from hipify_py.lanes.hazards.element_steps import Step, element, kept_steps, steps, waits_in
from hipify_py.lanes.hazards.halved_distances import halved_distances, halves_of
from hipify_py.lanes.hazards.held_steps import held_steps, steps_by_names
from hipify_py.lanes.hazards.paired_steps import paired_steps, pairs
from hipify_py.lanes.hazards.pointed_steps import pointed_steps
from hipify_py.lanes.hazards.step_helpers import called_steps, recursive_steps, step_helpers
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.function_reading import model
from hipify_py.source.spans import holds
from hipify_py.source.tokens import token_at, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.lanes.hazards.step_helpers import StepHelper
    from hipify_py.source.function_model import Loop, Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

LAST_STEPS = re.compile(rb"[-+^][\s(]*(?:8u?|[A-Z_]*(?:WARP|warp|Warp)\w*\s*/\s*\d+)[\s)]*\]")
LOOPS = (b"for", b"while")
CHANGES = (b">>", b"/", b"<<", b"*=", b"* 2", b"*2")  # of a distance from turn to turn
IS_PLACE = re.compile(rb"[\w.]+")
WARP = 32
LEAST_STEPS = 3
ENDS_AT_LANE = 16


def tails(unit: Unit, function: Function, values: LazyValues) -> Iterator[Hazard]:
    """Report reductions and scans that step through shared memory without a wait between the steps."""
    unrolled = LAST_STEPS.search(unit.code, *function.body)
    text = unit.code[slice(*function.body)]
    halved = any(loop in text for loop in LOOPS) and any(sign in text for sign in CHANGES)
    helped = _calls_steps(unit, function)
    if unrolled or halved or helped:
        read = model(unit, function)
        if unrolled or helped:
            yield from _unrolled(unit, read, values)
        for loop in read.loops:
            yield from _looped(unit, read, loop, values)
    for helper, begun in recursive_steps(unit, function):
        yield from _recursive(unit, helper, begun, values)


def _calls_steps(unit: Unit, function: Function) -> bool:
    """Say whether a function names what makes one step at a distance that it is given."""
    helpers = {*step_helpers(unit), *pairs(unit)}
    named = bool(helpers) and any(words(unit.code, *helpers, within=function.body))
    return named or bool(held_steps(unit, function))


def _unrolled(unit: Unit, read: Model, values: LazyValues) -> Iterator[Hazard]:
    runs: dict[tuple[bytes, bytes], list[Step]] = {}
    made = [_first(steps(unit, given), values) for given in read.assignments]
    kept = [_first(kept_steps(unit, given), values) for given in read.assignments]
    body = read.function.body
    by_call = (*called_steps(unit, read, body), *steps_by_names(unit, read, body))
    called = [one for one in by_call if _far(one, values)]
    sums = [one for one in made if one and not IS_PLACE.fullmatch(one.place)]
    others = [one for one in (*kept, *called, *sums) if one and _is_of_thread(one, values)]
    plain = [one for one in (*made, *paired_steps(unit, read)) if one and IS_PLACE.fullmatch(one.place)]
    for step in sorted((*plain, *others), key=lambda one: one.span):
        run = runs.setdefault((step.array, step.by), [])
        if run and not _follows(unit, read, run[-1], step, values):
            yield from _reported(run, values)
            run.clear()
        run.append(step)
    for run in runs.values():
        yield from _reported(run, values)


def _first(found: Iterator[Step], values: LazyValues) -> Step | None:
    """Give the first of some steps whose distance is known."""
    return next((one for one in found if _far(one, values)), None)


def _follows(unit: Unit, read: Model, before: Step, step: Step, values: LazyValues) -> bool:
    """Say whether a step reaches half as far as the one before, in a scan twice, and nothing waits."""
    far, last = _far(step, values), _far(before, values)
    near = (step.sign != b"-" and far * 2 == last) or (step.sign != b"+" and far == last * 2)
    alike = step.place == before.place and step.sign == before.sign
    between = Span(before.span.end, step.span.start)
    put = not step.by or any(
        element(one.target) == (step.array, step.place) for one in read.assigned_in(between)
    )
    return near and alike and put and not waits_in(unit, read, between)


def _far(step: Step, values: LazyValues) -> int:
    return values.constants.worth(step.far) or 0


def _reported(run: Sequence[Step], values: LazyValues) -> Iterator[Hazard]:
    if len(run) >= LEAST_STEPS and min(_far(step, values) for step in run) < ENDS_AT_LANE:
        yield Hazard("W018", Span(run[0].span.start, run[-1].span.end))


def _looped(unit: Unit, read: Model, loop: Loop, values: LazyValues) -> Iterator[Hazard]:
    """Report a loop that halves the distance of its step, and waits never or only while that is large.

    So it does one that doubles it within a warp, and waits never.
    """
    first = halved_distances(unit, read, loop, values)
    doubled = doubled_in_warp(unit, read, loop, values)
    halves = halves_of(first)
    found = _steps_in(unit, read, loop.body) if first or doubled else ()
    for step in found:
        far = b"".join(step.far.split())
        far, begins = halves.get(far.rstrip(b"uU"), (far, first.get(far, WARP)))
        is_own = far in first or step.is_own or step.by
        if not is_own or far not in {*first, *doubled} or not _is_of_thread(step, values):
            continue
        waits = waits_in(unit, read, loop.body)
        if far in doubled or not waits:
            unrolled = begins is not None and LEAST_STEPS < begins.bit_length() <= WARP.bit_length()
            unrolled = unrolled and not waits
        else:
            apart = _only_far(unit, read, loop.body, step.span.start, far)  # as are its barriers
            unrolled = not apart and all(_only_far(unit, read, loop.body, at, far) for at in waits)
        if unrolled:
            yield Hazard("W018", step.span)
        return


def _steps_in(unit: Unit, read: Model, body: Span) -> Iterator[Step]:
    """Give the steps in a loop's turn, those that a name keeps first among them if it is put there, too."""
    made = read.assigned_in(body)
    put = {element(one.target) for one in made}
    for given in made:
        yield from steps(unit, given)
        yield from (one for one in kept_steps(unit, given) if (one.array, one.place) in put)
    yield from pointed_steps(unit, read, body)
    yield from called_steps(unit, read, body)
    yield from steps_by_names(unit, read, body)


def _recursive(unit: Unit, helper: StepHelper, begun: Sequence[Span], values: LazyValues) -> Iterator[Hazard]:
    """Report a function that steps and calls itself for half the distance, and waits never or while far."""
    read, step = model(unit, helper.home), helper.step
    if step.sign != b"+" or not _is_of_thread(step, values):
        return
    waits = waits_in(unit, read, helper.home.body)
    starts = [values.constants.worth(unit.code[slice(*one)].strip()) for one in begun]
    near = any(one is not None and LEAST_STEPS < one.bit_length() <= WARP.bit_length() for one in starts)
    if all(_only_far(unit, read, helper.home.body, at, step.far) for at in waits) if waits else near:
        yield Hazard("W018", step.span)


def _is_of_thread(step: Step, values: LazyValues) -> bool:
    """Say whether a step is from the element of a thread or a lane."""
    known = values.at(step.span.start)
    return known.level(step.place) == "lane" or known.says(step.place.split(b".")[0], names_thread)


def _only_far(unit: Unit, read: Model, body: Span, at: int, distance: bytes) -> bool:
    """Say whether a wait stands under a condition on the distance."""
    around = (one for one in read.path(at) if holds(body, one.span) and one.keyword == "if")
    asked = (unit.code[slice(*one.span)] for one in around if not one.otherwise)
    return any(
        token_at(text, 0).text == distance and token_at(text, token_at(text, 0).end).text in {b">", b">="}
        for text in asked
    )
