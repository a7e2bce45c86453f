"""Where one comes to what stands in a lambda that a function holds in a name: at the calls of that."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lanes.hazards.block_meetings import calling
from hipify_py.model import Span
from hipify_py.source.function_reading import model, names
from hipify_py.source.spans import holds
from hipify_py.source.tokens import token_at, words
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.function_model import CallText, Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

DEEPEST = 4  # lambdas, one in the other or called by the other
MOST = 256  # calls that lead to one place


def entries(unit: Unit, of: Model, at: int, left: int = DEEPEST) -> list[int]:
    """Give the places at which a function comes to one: itself outside of lambdas, else their calls.

    Nothing if that is not told, as where a lambda is handed on.
    """
    home = of.home(at)
    if home == of.function.body:
        return [at]
    found: list[int] = []
    for call in _calls(unit, of, home) if left else ():
        before = entries(unit, of, call.name.start, left - 1)
        if not before:
            return []
        found += before
    return found


def _calls(unit: Unit, of: Model, body: Span) -> list[CallText]:
    """Give the calls of a lambda by its name; none where that stands anywhere else."""
    held = [one for one in of.declarations if one.value and holds(one.value, body)]
    made = held[-1] if held else None  # the innermost begins last
    if made is None or made.value is None or token_at(unit.code, made.value.start).text != b"[":
        return []
    called = [one for one in of.calls if unit.code[slice(*one.name)] == made.name]
    named = sum(1 for one in words(unit.code, made.name, within=made.scope) if one.start > made.at.start)
    return called if len(called) == named else []


def led_by(unit: Unit, of: Model, at: int) -> list[Span]:
    """Give the calls of lambdas that lead to a place in one, and where such are called as they are written.

    Other than `entries` it gives what is told: a lambda that is handed on may be called elsewhere, too.
    """
    known, home = _called(unit, of.function), of.home(at)
    found: dict[Span, None] = {}
    homes = [home]
    for _ in range(DEEPEST):
        new = [one for each in homes for one in known.get(each, ()) if one not in found]
        found.update(dict.fromkeys(new))
        homes = [*dict.fromkeys(of.home(one.start) for one in new)]
        if not new or len(found) > MOST:
            break
    return [*found][:MOST]


@fact_of
def _called(unit: Unit, function: Function) -> dict[Span, list[Span]]:
    """Give, by the bodies of the lambdas that a function makes, where it calls them or hands them on."""
    read, known = model(unit, function), names(unit, function)
    found: dict[Span, list[Span]] = {}
    for one in read.regions.listed:
        if one.condition is None and token_at(unit.code, one.span.end).text == b"(":
            found[one.span] = [Span(one.span.start - 1, one.span.start)]
    bodies = {
        one.at: body for one in read.declarations if one.value and (body := body_of(unit, read, one.value))
    }
    for called, name in _uses(unit, read) if bodies else ():
        made = known.declaration(name, called.start)
        if made and made.at in bodies:
            found.setdefault(bodies[made.at], []).append(called)
    return found


def _uses(unit: Unit, read: Model) -> Iterator[tuple[Span, bytes]]:
    """Give the calls of a function, each with what is called: by its name, or as what a lambda is handed."""
    calls_it = calling(unit, read)
    for call in read.calls:
        name = unit.code[slice(*call.name)]
        yield call.name, name
        for one in sorted(calls_it.get(name, ())):
            if one < len(call.arguments):
                yield call.name, unit.code[slice(*call.arguments[one])].strip()


def body_of(unit: Unit, read: Model, value: Span) -> Span | None:
    """Give the body of the lambda that makes up a value."""
    if token_at(unit.code, value.start).text != b"[":
        return None
    listed = read.regions.listed
    for number in range(bisect_left(listed, value.start, key=lambda one: one.span.start), len(listed)):
        if listed[number].span.start >= value.end:
            return None
        if listed[number].condition is None:
            return listed[number].span
    return None
