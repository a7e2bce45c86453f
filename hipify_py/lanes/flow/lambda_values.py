"""What the lambdas of a function return, are given, and store behind their parameters where it calls them."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.followed import by_assignments, followed
from hipify_py.lanes.flow.storage import led_to
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.brackets import closing
from hipify_py.source.expression_reading import NO_NODE, expression
from hipify_py.source.spans import holds
from hipify_py.source.tokens import token_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hipify_py.lanes.flow.lattice import Value
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, CallText, Declaration, Jump, Model
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.unit import Unit

    Handed = Callable[[bytes, int, int], Value | None]

CAPTURED = re.compile(rb"[\w)]\s*+=(?!=)")


class LambdaStore(NamedTuple):
    """A name that a call of a lambda gives a value, where that is told, and the value itself.

    What a parameter is given is told at the parameter, and `read` is where the value stands.
    """

    name: bytes
    span: Span
    node: Expression
    value: Value | None = None
    read: int | None = None


def lambda_stores(
    unit: Unit, read: Model, known: FunctionNames, call: CallText, handed: Handed
) -> Iterator[LambdaStore]:
    """Give what a call of a lambda stores and gives, and what is given to one by whom the call hands it to.

    It stores what it assigns behind its parameters, and what it is given of which it makes that.
    """
    if (made := _lambda(unit, known, call.name)) is not None:
        yield from _stores(unit, read, made, call)
    for number, argument in enumerate(call.arguments):
        body = _lambda(unit, known, argument)
        for place, one in enumerate(lambda_parameters(read, body) if body else ()):
            if value := handed(unit.code[slice(*call.name)], number, place):
                yield LambdaStore(one.name, one.at, NO_NODE, value)


class PureLambda(NamedTuple):
    """A lambda that does nothing but return what is made of its parameters."""

    parameters: tuple[bytes, ...]
    node: Expression


def pure_lambda(unit: Unit, read: Model, known: FunctionNames, name: bytes, place: int) -> PureLambda | None:
    """Give the lambda that a name stands for at a place, if a call of it alone tells what that returns.

    Of what it captures only parameters are told, which stay what they are.
    """
    declared = known.declaration(name, place)
    made = declared.value if declared and len(known.given.get(name, ())) == 1 else None
    if made is None or token_at(unit.code, made.start).text != b"[":
        return None
    bodies, taken = lambda_bodies(read, made), [one.name for one in lambda_parameters(read, made)]
    returns = _returns(read, bodies[0]) if bodies else []
    is_whole = len(returns) == 1 and token_at(unit.code, bodies[0].start + 1).start == returns[0].at
    opens = Span(made.start, bodies[0].start) if bodies else made
    if not is_whole or returns[0].value is None or CAPTURED.search(unit.code, *opens):
        return None
    node = expression(unit.code[slice(*returns[0].value)])
    used = {part.name for part in node.walk() if part.kind == "name"} - {*taken}
    stays = all(_stays(read, known, one, made.start, place) for one in used)
    is_read = any(part.kind == "subscript" for part in node.walk())
    return PureLambda(tuple(taken), node) if stays and not is_read else None


def _stays(read: Model, known: FunctionNames, name: bytes, *places: int) -> bool:
    """Say whether a name is a parameter that is given nothing, or none of the function's, at all places."""
    made = {known.declaration(name, place) for place in places}
    is_own = made != {None}
    return name not in known.given and (not is_own or (name in read.parameters and len(made) == 1))


def _lambda(unit: Unit, known: FunctionNames, span: Span) -> Span | None:
    """Give the lambda that is called or handed on at a place: by its name, or where it stands itself."""
    if token_at(unit.code, span.start).text == b"[":
        return span
    made = known.declaration(unit.code[slice(*span)].strip(), span.start)
    is_one = made and made.value and token_at(unit.code, made.value.start).text == b"["
    return made.value if made and is_one else None


def _stores(unit: Unit, read: Model, made: Span, call: CallText) -> Iterator[LambdaStore]:
    bodies = lambda_bodies(read, made)
    taken = lambda_parameters(read, made)
    given = dict(zip((one.name for one in taken), call.arguments, strict=False))
    for one in taken:
        if one.name in given:
            text = unit.code[slice(*given[one.name])]
            yield LambdaStore(one.name, one.at, expression(text), read=given[one.name].start)
    inside = read.assigned_in(bodies[0]) if bodies else ()
    for one in (each for each in taken if each.name in given and each.sign_in(unit.code) == b"&"):
        led = led_to(expression(unit.code[slice(*given[one.name])])).name
        values = [each.value for each in inside if led_to(expression(each.target)).name == one.name]
        for value in values if led else ():
            yield LambdaStore(led, value, expression(unit.code[slice(*value)]))
        for name in _made_of(unit, values, inside) & given.keys() - {one.name} if led else ():
            yield LambdaStore(led, given[name], expression(unit.code[slice(*given[name])]))


def lambda_parameters(read: Model, made: Span) -> list[Declaration]:
    """Give the parameters of the lambda that makes up a value, in order."""
    bodies = lambda_bodies(read, made)
    return _parameters(read, made, bodies[0]) if bodies else []


def lambda_bodies(read: Model, made: Span) -> list[Span]:
    """Give the bodies of the lambdas in a value, the outer ones first."""
    listed = read.regions.listed
    first, last = (bisect_left(listed, at, key=lambda one: one.span.start) for at in made)
    return [one.span for one in listed[first:last] if one.condition is None and holds(made, one.span)]


def _returns(read: Model, body: Span) -> list[Jump]:
    """Give the jumps that give a value back, of a lambda by its body."""
    return [one for one in read.jumps_in(body) if one.home == body and one.value]


def lambda_returns(unit: Unit, read: Model, made: Span) -> list[Span] | None:
    """Give what a lambda that makes up a value returns, what decides between that and what it captures.

    None for what is no lambda.
    """
    opens = token_at(unit.code, made.start)
    if opens.text != b"[":
        return None
    bodies = lambda_bodies(read, made)
    if not bodies:
        return None
    returns = _returns(read, bodies[0])
    around = (each.span for one in returns for each in read.path(one.at) if holds(bodies[0], each.span))
    captured = Span(opens.end, closing(unit.code, opens.start, made.end) - 1)
    given = [captured] if CAPTURED.search(unit.code, *captured) else []
    return [*given, *(one.value for one in returns if one.value), *dict.fromkeys(around)]


def _parameters(read: Model, made: Span, body: Span) -> list[Declaration]:
    """Give the parameters of a lambda, in order."""
    ends = made.start, body.start
    first, last = (bisect_left(read.declarations, at, key=lambda one: one.at.start) for at in ends)
    return [one for one in read.declarations[first:last] if one.kind == "parameter"]


def _made_of(unit: Unit, values: list[Span], inside: Sequence[Assignment]) -> set[bytes]:
    """Give the names of which values are made in a lambda."""
    pieces = followed(unit.code, values, by_assignments(inside))
    return set[bytes]().union(*(names for _, names in pieces))
