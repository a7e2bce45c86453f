"""What all calls of a function of a file hand it for one of its parameters."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.resolve.declaration_signs import may_declare
from hipify_py.resolve.declarations import declares
from hipify_py.source.function_reading import is_called_alone, model
from hipify_py.source.functions import functions, parameters
from hipify_py.source.spans import holds
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

MOST_CALLS = 32  # of a function that are looked at


@fact_of
def handed(unit: Unit, function: Function, name: bytes) -> Sequence[tuple[Span, Function]]:
    """Give what each call hands a function for a parameter, and where; nothing if one is not known."""
    taken = parameters(unit.code, function)
    if name not in taken or not is_called_alone(unit, function):
        return ()
    uses = islice(standing(unit, function.called), MOST_CALLS + 1)
    named = [at for one in uses if not holds(function.span, at := Span(one.start, one.end))]
    if len(named) >= MOST_CALLS:
        return ()
    homes = functions(unit, [at.start for at in named])
    if not all(at.start in homes or _is_declared(unit, at) for at in named):
        return ()
    found = [(_argument(unit, at, taken.index(name), home), home) for at, home in homes.items()]
    known = [(argument, home) for argument, home in found if argument]
    return known if len(known) == len(found) else ()


def _is_declared(unit: Unit, name: Span) -> bool:
    """Say whether a function is declared at its name, as in its class."""
    return may_declare(unit.code, name) and declares(unit, name)


def _argument(unit: Unit, at: int, number: int, home: Function) -> Span | None:
    call = next(iter(model(unit, home).called_in(Span(at, at + 1))), None)
    return call.arguments[number] if call and number < len(call.arguments) else None
