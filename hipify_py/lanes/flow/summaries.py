"""What the functions of a file give who calls them: what they return, and what they store for him."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

from hipify_py.lanes.find.special_members import class_named, gives_its_value, operators
from hipify_py.lanes.flow.answers import answer_or, is_open
from hipify_py.lanes.flow.assembly_values import read_by, register
from hipify_py.lanes.flow.call_classes import meant
from hipify_py.lanes.flow.lattice import UNIFORM, Value, deciding, joined
from hipify_py.lanes.flow.parameter_stores import left_stores
from hipify_py.lanes.flow.pieces import part_of
from hipify_py.lanes.flow.word_broadcasts import word_broadcast
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_model import CallText
from hipify_py.source.function_reading import functions_by_name, model

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hipify_py.lanes.flow.call_stores import Given
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit


class Places(Protocol):
    """Gives what tells the values of expressions at a place."""

    def at(self, place: int) -> Worth:
        """Give that."""


class Worth(Protocol):
    """Tells the values of expressions."""

    def value(self, node: Expression) -> Value:
        """Give the value of one."""


if TYPE_CHECKING:
    ValuesOf = Callable[[Function, Given | None], Places]


def returned(
    unit: Unit, name: bytes, given: tuple[Value, ...] | None, values_of: ValuesOf, part: int | None = None
) -> Value | None:
    """Give what a function of the file returns that gets some values; None where it is not known.

    Where no values are told, what it is given does not count; a `part` asks for one alone of what it puts
    together. The name of a class stands for an object of it; before the name of a function may stand that of
    its class, and without it what all of the name return is joined.
    """
    functions = meant(unit, name)
    if not functions:
        whole = given is None and part is None
        return of_object(unit, class_named(name), values_of) if whole else None

    def by(function: Function) -> Value:
        # A method is given its object first.
        own = given[max(0, len(given) - len(model(unit, function).parameters)) :] if given else ()
        return _of_returns(unit, function, values_of(function, own), part)

    def of_overloads() -> Value | None:
        found = []
        for one in functions:
            question = "returns of", one, given or (), part
            if not is_open(
                unit, question
            ):  # one that calls another of its name adds nothing to what that gives
                found.append(answer_or(unit, question, partial(by, one), None))
        return joined(filter(None, found)) if found and None not in found else None

    question = "returns", name, given or (), part
    if len(functions) == 1:
        return answer_or(unit, question, partial(by, functions[0]), None)
    return of_overloads() if is_open(unit, question) else answer_or(unit, question, of_overloads, None)


def of_object(unit: Unit, name: bytes, values_of: ValuesOf) -> Value | None:
    """Give what the objects of a class are worth where they are called or asked; None where nobody knows."""

    def work() -> Value | None:
        known = [one for one in operators(unit).get(name, ()) if gives_its_value(one)]
        return _known(_of_returns(unit, one, values_of(one, ())) for one in known)

    return answer_or(unit, ("object", name), work, None)


def stored(unit: Unit, name: bytes, number: int, given: Given, values_of: ValuesOf) -> Value | None:
    """Give what functions of a name store behind a parameter; None where they store nothing known.

    What is not `given` to their parameters does not count.
    """

    def work() -> Value | None:
        ones = functions_by_name(unit).get(name, ())
        return _known(value for one in ones for value in _behind(unit, one, number, given, values_of))

    return answer_or(unit, ("stores", name, number, given), work, None)


def handed(unit: Unit, name: bytes, number: int, place: int, values_of: ValuesOf) -> Value | None:
    """Give what functions of a name give to a parameter of what they are handed and call.

    None where they call nothing of it. `number` tells which of their own it is, `place` which of its.
    """

    def work() -> Value | None:
        found = []
        for one in functions_by_name(unit).get(name, ()):
            read, values = model(unit, one), values_of(one, None)
            own = read.parameters[number] if number < len(read.parameters) else b""
            called = (each for each in read.calls if own and unit.code[slice(*each.name)] == own)
            found += [
                _at(unit, values, each.arguments[place]) for each in called if place < len(each.arguments)
            ]
        return joined(found) if found else None

    return answer_or(unit, ("handed", name, number, place), work, None)


def _known(values: Iterator[Value]) -> Value | None:
    found = [*values]
    return joined(found) if found else None


def _of_returns(unit: Unit, function: Function, values: Places, part: int | None = None) -> Value:
    """Give what a function returns, or a part: of several values also what decides between them."""
    read = model(unit, function)
    returns = [(one.at, one.value) for one in read.jumps if one.value and one.home == function.body]
    around = (one for at, _ in returns for one in read.path(at)) if len(returns) > 1 else ()
    decided = {one.span for one in around if one.keyword != "for"}
    found = [_at(unit, values, word_broadcast(unit, read, one) or one, part) for _, one in returns]
    return joined([*found, *(deciding(_at(unit, values, one)) for one in decided)])


def _behind(
    unit: Unit, function: Function, number: int, given: Given, values_of: ValuesOf
) -> Iterator[Value]:
    """Give what a function stores behind a parameter, and what decides whether it does."""
    read, values = model(unit, function), values_of(function, given)
    name = read.parameters[number] if number < len(read.parameters) else b""
    for one, passed_on in left_stores(unit, read, name):
        if isinstance(one, CallText):
            place = one.name
            told = (_at(unit, values, each) for each in one.arguments)
            on = tuple(each if each.level > UNIFORM else None for each in told)
            found = stored(unit, unit.code[slice(*one.name)], passed_on, on, values_of)
        else:
            place = one.value
            found = _by_assembly(unit, values, one) if one.operator == b"asm" else _at(unit, values, place)
        if found:
            yield found
            yield from (deciding(_at(unit, values, each.span)) for each in read.path(place.start))


def _by_assembly(unit: Unit, values: Places, one: Assignment) -> Value:
    return register(unit, one) or values.at(one.value.start).value(read_by(unit, one))


def _at(unit: Unit, values: Places, span: Span, part: int | None = None) -> Value:
    node = expression(unit.code[slice(*span)])
    return values.at(span.start).value(node if part is None else part_of(node, part))
