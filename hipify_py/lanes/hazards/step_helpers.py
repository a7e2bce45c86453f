"""Functions and macros of a file that make one step of a reduction: `s[t] += s[t + n]` for a given `n`.

Such a step may be called one after the other, or the function calls itself for half the distance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.call_classes import own_class
from hipify_py.lanes.hazards.element_steps import Step, steps, waits_in
from hipify_py.lanes.hazards.meeting_calls import all_taken
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.brackets import template_arguments
from hipify_py.source.function_reading import model
from hipify_py.source.functions import functions
from hipify_py.source.template_parameters import given_to, template_parameters
from hipify_py.source.tokens import A_NAME, OWN_NAME, token_at, token_before, words
from hipify_py.source.type_names import template_before
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.word_places import all_standing, holds_part

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.source.function_model import CallText, Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

BY_NAME = re.compile(rb"\[\s*+[A-Za-z_][\w.]*\s*+[-+]\s*+\(?\s*+([A-Za-z_]\w*)\s*+\)?\s*+\]")
MEMORY = (b"__shared__", b"volatile")
LONGEST = 200  # bytes of it
MOST = 64  # helpers of a file


class StepHelper(NamedTuple):
    """A function or a macro with one step, at a distance that it is given."""

    home: Function
    step: Step
    waits: bool


@fact
def step_helpers(unit: Unit) -> dict[bytes, StepHelper]:
    """Give what makes a step at a distance that it is given, by the names of the functions and macros."""
    if not holds_part(unit, *MEMORY):
        return {}
    places = [one.start() for one in BY_NAME.finditer(unit.code)]
    homes = dict.fromkeys(functions(unit, places).values()) if places else {}
    found = {home.called: one for home in homes if (one := _helper(unit, home)) is not None}
    return dict([*found.items()][:MOST])


def _helper(unit: Unit, home: Function) -> StepHelper | None:
    if home.kind not in {"device", "macro"}:
        return None
    read = model(unit, home)
    found = [one for given in read.assignments for one in steps(unit, given) if _is_given(read, one)]
    return StepHelper(home, found[0], bool(waits_in(unit, read, home.body))) if len(found) == 1 else None


def _is_given(read: Model, step: Step) -> bool:
    """Say whether a step's distance is none of the function's own names, and it adds to the same array."""
    own = {one.name for one in read.declarations if one.kind == "local"} | {b""}
    changed = any(one.name == step.far for one in read.assignments)
    return step.far not in own and not changed and bool(A_NAME.fullmatch(step.far)) and step.is_own


def called_steps(unit: Unit, read: Model, within: Span) -> Iterator[Step]:
    """Give the steps that a function makes in a part by calling others, which wait for nothing themselves."""
    helpers = step_helpers(unit)
    for call in read.called_in(within) if helpers else ():
        helper = helpers.get(unit.code[slice(*call.name)])
        if helper is None or helper.waits or helper.home.span == read.function.span:
            continue
        for distance in _distances(unit, helper, call):
            yield _called(unit, helper, call, distance)


def _distances(unit: Unit, helper: StepHelper, call: CallText) -> Sequence[Span]:
    """Give the distances of the steps that a call makes: one, or as many as are given for a pack of them."""
    name = helper.step.far
    if not _is_pack(unit, helper.home, name):
        first = distance_of(unit, helper, call)
        return () if first is None else (first,)
    taken = [one.name for one in template_parameters(unit, helper.home)]
    if name not in taken:
        return call.arguments[model(unit, helper.home).parameters.index(name) :]
    opens = token_at(unit.code, call.name.end)
    listed = template_arguments(unit.code, opens.end) if opens.text == b"<" else []
    return listed[taken.index(name) :]


@fact_of
def _is_pack(unit: Unit, home: Function, name: bytes) -> bool:
    """Say whether a parameter of a function or of its template stands for as many as are given."""
    head = Span(home.span.start, home.body.start)
    named = words(unit.code, name, within=head) if name in all_taken(unit, home) else ()
    return any(unit.code[head.start : one.start].rstrip().endswith(b"...") for one in named)


def _called(unit: Unit, helper: StepHelper, call: CallText, distance: Span) -> Step:
    """Give the step that a call makes at a distance."""
    given = {name: unit.code[slice(*span)].strip() for name, span in given_to(unit, helper.home, call)}
    end = call.arguments[-1].end if call.arguments else call.name.end
    return helper.step._replace(
        array=given.get(helper.step.array, helper.step.array),
        place=given.get(helper.step.place, helper.step.place),
        far=unit.code[slice(*distance)].strip(b"() \t\r\n"),
        span=Span(call.name.start, end + 1),
    )


def distance_of(unit: Unit, helper: StepHelper, call: CallText) -> Span | None:
    """Give what a call gives for the distance: to the function, to its template, or to its class's."""
    given = dict(given_to(unit, helper.home, call))
    if helper.step.far in given:
        return given[helper.step.far]
    return _of_class(unit.code, call.name.start, own_class(unit, helper.home))


def _of_class(code: bytes, at: int, class_: bytes) -> Span | None:
    """Give the one argument that a class's template is given as the scope before a name."""
    if token_before(code, at).text != b"::":
        return None
    opens = template_before(code, token_before(code, at).start, LONGEST)
    given = template_arguments(code, opens + 1) if opens >= 0 else []
    is_own = class_ != b"" and token_before(code, opens).text == class_
    return given[0] if is_own and len(given) == 1 else None


def recursive_steps(unit: Unit, home: Function) -> Iterator[tuple[StepHelper, tuple[Span, ...]]]:
    """Give a function's step if it calls itself for half the distance, with what others give it to begin."""
    helper = step_helpers(unit).get(home.called)
    if helper is None or helper.home.span != home.span or home.kind == "macro":
        return
    within = {distance_of(unit, helper, one) for one in model(unit, home).calls if _is_of(unit, helper, one)}
    if any(one and halves(unit.code[slice(*one)], helper.step.far) for one in within):
        yield helper, tuple(_begun(unit, helper))


def _begun(unit: Unit, helper: StepHelper) -> Iterator[Span]:
    """Give the distances with which others call a function."""
    at = [one.start for one in all_standing(unit, helper.home.called)]
    for start, home in functions(unit, at).items():
        if home.called == helper.home.called:
            continue
        for call in model(unit, home).called_in(Span(start, start + 1)):
            if distance := distance_of(unit, helper, call):
                yield distance


def _is_of(unit: Unit, helper: StepHelper, call: CallText) -> bool:
    return unit.code[slice(*call.name)] == helper.home.called


def halves(text: bytes, name: bytes) -> bool:
    """Say whether an expression is half of what a name holds."""
    bare = b"".join(text.split()).strip(b"()").rstrip(b"uU")
    return OWN_NAME.findall(bare) == [name] and bare in {name + b"/2", name + b">>1"}
