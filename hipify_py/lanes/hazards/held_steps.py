"""Steps by calls of what a function holds in a name: a lambda, or an object that is called like one.

`auto step = [&](int d) { s[t] += s[t + d]; }; step(16); step(8);`, or `Step step{s, t};` of a class whose
`operator()` does so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.special_members import called_of_class, class_of_object
from hipify_py.lanes.flow.class_fields import members
from hipify_py.lanes.flow.lambda_values import lambda_parameters
from hipify_py.lanes.hazards.element_steps import Step, steps, waits_in
from hipify_py.lanes.hazards.lambda_entries import body_of
from hipify_py.lanes.hazards.step_helpers import BY_NAME, MEMORY
from hipify_py.model import Span
from hipify_py.source.brackets import parts
from hipify_py.source.function_reading import model, names
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.source.function_model import CallText, Declaration, Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit


class HeldStep(NamedTuple):
    """A step that calls of a name make, what those are given for, and what that is made with, if told."""

    step: Step
    taken: Sequence[bytes]
    made_with: dict[bytes, bytes]


@fact_of
def held_steps(unit: Unit, function: Function) -> dict[Span, HeldStep]:
    """Give what makes a step at a distance that it is given, by where a function declares what holds it."""
    if not holds_part(unit, *MEMORY) or not BY_NAME.search(unit.code):
        return {}
    read = model(unit, function)
    found = ((one.at, _of_lambda(unit, read, one) or _of_object(unit, one)) for one in read.declarations)
    return {at: step for at, step in found if step}


def steps_by_names(unit: Unit, read: Model, within: Span) -> Iterator[Step]:
    """Give the steps that a function makes in a part of it by calling what it holds in a name."""
    held, known = held_steps(unit, read.function), names(unit, read.function)
    for call in read.called_in(within) if held else ():
        made = known.declaration(unit.code[slice(*call.name)], call.name.start)
        if made and made.at in held and (step := _called(unit, held[made.at], call)):
            yield step


def _of_lambda(unit: Unit, read: Model, made: Declaration) -> HeldStep | None:
    body = body_of(unit, read, made.value) if made.value else None
    if body is None or made.value is None or not BY_NAME.search(unit.code, *body):
        return None
    taken = [one.name for one in lambda_parameters(read, made.value)]
    step = _step(unit, read, body, taken)
    return HeldStep(step, taken, {}) if step else None


def _of_object(unit: Unit, made: Declaration) -> HeldStep | None:
    class_ = class_of_object(unit, made) if made.type and not made.pointers else b""
    home = called_of_class(unit, class_) if class_ in members(unit) else None
    if home is None or not BY_NAME.search(unit.code, *home.body):
        return None
    read = model(unit, home)
    step = _step(unit, read, home.body, read.parameters)
    if step is None:
        return None
    given = [unit.code[slice(*one)] for one in parts(unit.code, *made.value)] if made.value else []
    held = members(unit)[class_]
    known = dict(zip(held, given, strict=True)) if len(given) == len(held) else {}
    return HeldStep(step, read.parameters, known)


def _step(unit: Unit, read: Model, body: Span, taken: Sequence[bytes]) -> Step | None:
    """Give the one step in a body, at a distance that this takes and leaves as it is; none where it waits."""
    given = read.assigned_in(body)
    found = [step for one in given for step in steps(unit, one) if step.is_own and step.far in taken]
    changed = any(one.name == step.far for one in given for step in found)
    return found[0] if len(found) == 1 and not changed and not waits_in(unit, read, body) else None


def _called(unit: Unit, held: HeldStep, call: CallText) -> Step | None:
    """Give the step that a call makes."""
    given = {
        name: unit.code[slice(*one)].strip() for name, one in zip(held.taken, call.arguments, strict=False)
    }
    known, step = {**held.made_with, **given}, held.step
    if step.far not in given:
        return None
    return step._replace(
        array=known.get(step.array, step.array),
        place=known.get(step.place, step.place),
        far=given[step.far].strip(b"() \t\r\n"),
        span=Span(call.name.start, call.arguments[-1].end + 1),
    )
