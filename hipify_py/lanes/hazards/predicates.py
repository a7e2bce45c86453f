"""Predicates that a loop asks: lambdas and objects that a function holds, or that others pass to it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.lanes.hazards.call_roles import KNOWN, role_of
from hipify_py.model import Span
from hipify_py.source.function_reading import is_called_alone, model
from hipify_py.source.functions import functions
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.function_model import Declaration, Model
    from hipify_py.source.unit import Unit

MOST_CALLS = 32  # of a function that are looked at


def gives_nothing(unit: Unit, read: Model, made: Declaration) -> bool:
    """Say whether what is declared only asks, and gives nothing a value; what is not told is taken to ask."""
    if made.kind == "parameter":
        return all(_asks(unit, *one) for one in _passed(unit, read, made.name))
    return made.value is not None and _asks(unit, read, made.value)


def _passed(unit: Unit, read: Model, name: bytes) -> Iterator[tuple[Model, Span]]:
    """Give what the calls in the file pass for a parameter, each with the function that it stands in."""
    of = read.function
    if name not in read.parameters or not is_called_alone(unit, of):
        return
    number = read.parameters.index(name)
    places = [word.start for word in islice(standing(unit, of.called), MOST_CALLS)]
    for at, home in functions(unit, places).items():
        other = model(unit, home)
        for call in other.called_in(Span(at, at + 1)):
            if home.span != of.span and number < len(call.arguments):
                yield other, call.arguments[number]


def _asks(unit: Unit, read: Model, span: Span) -> bool:
    """Say whether a lambda gives nothing a value, nor calls what may; anything else is taken to ask."""
    if not unit.code[slice(*span)].lstrip().startswith(b"["):
        return True
    called = (unit.code[slice(*one.name)] for one in read.called_in(span))
    inside = Span(span.start + 1, span.end)  # the name that holds it is given the whole
    return not read.assigned_in(inside) and KNOWN.issuperset(map(role_of, called))
