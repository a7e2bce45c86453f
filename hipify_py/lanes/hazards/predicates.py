"""Predicates that a loop asks: lambdas and objects that a function holds, or that others pass to it."""

from __future__ import annotations

from bisect import bisect_left
from itertools import islice
from typing import TYPE_CHECKING, Protocol

from hipify_py.lanes.find.special_members import called_of_class, class_named
from hipify_py.lanes.flow.lambda_values import lambda_parameters
from hipify_py.lanes.hazards import turn_ways
from hipify_py.lanes.hazards.call_roles import KNOWN, STILL, role_of
from hipify_py.lanes.hazards.handed_meetings import handed_name
from hipify_py.model import Span
from hipify_py.source.function_reading import is_called_alone, model
from hipify_py.source.functions import functions
from hipify_py.source.spans import holds
from hipify_py.source.tokens import token_at
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.source.function_model import CallText, Declaration, Model
    from hipify_py.source.unit import Unit

MOST_CALLS = 32  # of a function that are looked at
MOST_OF_A_NAME = 8  # declarations in a function
NEAR = 16  # declarations before a lambda's parameter among which is what holds the lambda


class Turn(turn_ways.Turn, Protocol):
    """What is asked of a loop."""

    @property
    def called(self) -> frozenset[bytes]:
        """Give the names of what is called in the loop."""


def asks_alone(turn: Turn, call: CallText, name: bytes, *, ends: bool | None) -> bool:
    """Say whether a loop does nothing but ask what it has in a variable, which gives nothing a value.

    It may count meanwhile, where nobody tells what it asks, and asks for the truth alone that `ends` it.
    """
    others = (one for one in turn.called if one != name)
    made = turn.function.names.declared.get(name, ())
    if not made or len(made) > MOST_OF_A_NAME or not STILL.issuperset(map(turn.role, others)):
        return False
    if turn.given and (ends is None or call.arguments or not _only_counts(turn, made)):
        return False
    return all(gives_nothing(turn.function.unit, turn.model, one) for one in made)


def _only_counts(turn: Turn, made: Sequence[Declaration]) -> bool:
    """Say whether a loop changes only names of its own, of which what it asks and is handed knows nothing."""
    for one in made:
        forwards = b"&&" in turn.code[slice(*one.statement)]
        changes = one.sign_in(turn.code) == b"&" and not forwards and b"const" not in one.type_in(turn.code)
        told = one.kind != "parameter" or next(passed(turn.function.unit, turn.model, one.name), None)
        if changes or told:
            return False
    own = turn.function.names.declared
    return all(
        name in own and one.target.strip() == name for name, given in turn.given.items() for one in given
    )


def others_ask(turn: Turn, name: bytes) -> bool:
    """Say whether what else a loop calls of what its function holds and is handed gives nothing a value."""
    declared = turn.function.names.declared
    made = [each for one in turn.called if one != name for each in declared.get(one, ())[:MOST_OF_A_NAME]]
    held = (
        one for one in made if one.kind == "parameter" or (one.value and _is_lambda(turn.code, one.value))
    )
    return all(gives_nothing(turn.function.unit, turn.model, one) for one in held)


def gives_nothing(unit: Unit, read: Model, made: Declaration) -> bool:
    """Say whether what is declared only asks, and gives nothing a value; what is not told is taken to ask."""
    if made.kind == "parameter":
        return all(_asks(unit, *one) for one in passed(unit, read, made.name))
    return made.value is not None and _asks(unit, read, made.value)


def passed(unit: Unit, read: Model, name: bytes) -> Iterator[tuple[Model, Span]]:
    """Give what the calls in the file pass for a parameter, each with the function that it stands in.

    That is a function's parameter, or one of a lambda that the function holds in a name.
    """
    of = read.function
    if name not in read.parameters:
        yield from ((read, one) for one in islice(_passed_to_lambda(unit, read, name), MOST_CALLS))
        return
    if not is_called_alone(unit, of):
        return
    number = read.parameters.index(name)
    places = [word.start for word in islice(standing(unit, of.called), MOST_CALLS)]
    for at, home in functions(unit, places).items():
        other = model(unit, home)
        for call in other.called_in(Span(at, at + 1)):
            if home.span != of.span and number < len(call.arguments):
                yield other, call.arguments[number]


def _passed_to_lambda(unit: Unit, read: Model, name: bytes) -> Iterator[Span]:
    """Give what a function passes for a parameter of a lambda that it holds in a name."""
    taken = (one for one in read.declarations if one.name == name and one.kind == "parameter")
    for one in islice(taken, MOST_OF_A_NAME):
        end = bisect_left(read.declarations, one.at.start, key=lambda made: made.at.start)
        for made in read.declarations[max(0, end - NEAR) : end]:
            places = lambda_parameters(read, made.value) if made.value and holds(made.value, one.at) else []
            for call in read.called_in(Span(made.at.end, made.scope.end)) if one in places else ():
                number = places.index(one)
                if unit.code[slice(*call.name)] == made.name and number < len(call.arguments):
                    yield call.arguments[number]


def _asks(unit: Unit, read: Model, span: Span) -> bool:
    """Say whether a lambda or an object only asks: gives nothing a value, nor calls what may.

    What is not told is taken to ask.
    """
    if not _is_lambda(unit.code, span):
        named = handed_name(unit.code[slice(*span)])
        made = called_of_class(unit, class_named(named)) if named else None
        return made is None or _gives_nothing(unit, model(unit, made), made.body)
    return _gives_nothing(unit, read, Span(span.start + 1, span.end))  # the name is given the whole


def _gives_nothing(unit: Unit, read: Model, inside: Span) -> bool:
    called = (unit.code[slice(*one.name)] for one in read.called_in(inside))
    return not read.assigned_in(inside) and KNOWN.issuperset(map(role_of, called))


def _is_lambda(code: bytes, span: Span) -> bool:
    return token_at(code, span.start).text == b"["
