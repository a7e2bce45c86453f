"""What a constructor gives one member of an object: of what the object is made of, only what goes into that.

Told of an object of which nothing else is done than that its members are named, and of a member that nothing
but the constructor gives a value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.answers import answer_or
from hipify_py.lanes.flow.call_classes import own_class, takes
from hipify_py.lanes.flow.class_fields import classes, fields
from hipify_py.lanes.flow.lattice import Value, joined
from hipify_py.lanes.flow.member_values import made_of, stores
from hipify_py.lanes.flow.objects import makes
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import functions_by_name, model
from hipify_py.source.functions import functions
from hipify_py.source.unit import span_of
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.member_values import ValuesAt, ValuesWith
    from hipify_py.lanes.flow.objects import Object
    from hipify_py.model import Span
    from hipify_py.source.function_model import Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

MOST = 8  # constructors of a class
THIS = b"this->"


def made_member(
    unit: Unit, name: bytes, of: Object, values_at: ValuesAt, values_with: ValuesWith
) -> Value | None:
    """Give what a member of an object is given where that is made; None where it is not told."""

    def work() -> Value | None:
        made = functions_by_name(unit).get(of.of, ())
        makers = [one for one in made if makes(unit, of, one) and takes(unit, one, len(of.arguments))]
        if not 0 < len(makers) <= MOST or _is_changed(unit, name, of, makers):
            return None
        told = made_of(unit, of, values_at, values_with)
        found = [[*_given_by(unit, name, one, told)] for one in makers]
        first = [
            told(None, span.start)(expression(unit.code[slice(*span)])) for span in _first(unit, name, of)
        ]
        return joined([*first, *(value for each in found for value in each)]) if first or all(found) else None

    known = of.arguments and name in fields(unit, of.of)
    return answer_or(unit, ("made", name, of), work, None) if known else None


def _given_by(unit: Unit, name: bytes, maker: Function, values_at: ValuesAt) -> Iterator[Value]:
    """Give what a constructor gives a member in its head and in its body, and what decides of that."""
    for one in stores(unit).get(name, ()):
        if one.head and maker.span.start <= one.value.start < maker.span.end:
            yield _value(unit, maker, one.value, values_at)
    read = model(unit, maker)
    for given in read.assignments:
        if given.target.strip().removeprefix(THIS) == name and name not in read.parameters:
            yield _value(unit, maker, given.value, values_at)
            for each in read.path(given.value.start):
                yield Value(_value(unit, maker, each.span, values_at).level)


def _value(unit: Unit, home: Function, span: Span, values_at: ValuesAt) -> Value:
    return values_at(home, span.start)(expression(unit.code[slice(*span)]))


def _first(unit: Unit, name: bytes, of: Object) -> Iterator[Span]:
    """Give the first value that a class gives a member where it declares it."""
    for one in classes(unit):
        if one.name == of.of:
            yield from (span_of(value) for field, value in one.fields if field == name and value)


def _is_changed(unit: Unit, name: bytes, of: Object, makers: list[Function]) -> bool:
    """Say whether anything else may give a member of an object a value: a method, or who made the object."""
    homes = dict.fromkeys(functions(unit, [one.start for one in standing(unit, name)]).values())
    return any(
        _lends(unit, one, name) or (one not in makers and _stores(unit, one, name))
        for one in homes
        if one == of.home or (one.kind != "macro" and own_class(unit, one) == of.of)
    )


def _stores(unit: Unit, home: Function, name: bytes) -> bool:
    """Say whether a function gives a member of a name a value, by its name alone or of an object."""
    read = model(unit, home)
    given = (b"".join(one.target.split()).partition(b"[")[0] for one in read.assignments)
    return any(_is_member(read, one, name) for one in given)


def _is_member(read: Model, text: bytes, name: bytes) -> bool:
    """Say whether something may be a member of a name: `t.n`, `this->n`, and `n` if that is no other."""
    free = all(one.name != name for one in read.declarations)
    return text.endswith((b"." + name, b"->" + name)) or (free and text.lstrip(b"(*&") == name)


def _lends(unit: Unit, home: Function, name: bytes) -> bool:
    """Say whether a call in a function may store something in a member: by its address, or a reference."""
    read = model(unit, home)
    return any(
        _is_member(read, text, name)
        and (text.startswith(b"&") or _refers(unit, unit.code[slice(*call.name)], number))
        for call in read.calls
        for number, span in enumerate(call.arguments)
        for text in [b"".join(unit.code[slice(*span)].split())]
    )


def _refers(unit: Unit, called: bytes, number: int) -> bool:
    """Say whether a function of the file takes a reference for one of its parameters."""
    for one in functions_by_name(unit).get(called, ())[:MOST]:
        read = model(unit, one)
        taken = read.parameters[number : number + 1]
        made = (each for each in read.declarations if each.kind == "parameter" and [each.name] == [*taken])
        if any(each.sign_in(unit.code) == b"&" for each in made):
            return True
    return False
