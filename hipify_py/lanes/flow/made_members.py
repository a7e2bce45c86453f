"""What a constructor gives one member of an object: of what the object is made of, only what goes into that.

Told of an object of which nothing else is done than that its members are named, and of a member that nothing
but the constructor gives a value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.answers import answer_or
from hipify_py.lanes.flow.call_classes import own_class, takes
from hipify_py.lanes.flow.call_stores import BY_REFERENCE
from hipify_py.lanes.flow.class_fields import classes, fields
from hipify_py.lanes.flow.lattice import deciding, joined
from hipify_py.lanes.flow.member_stores import stores
from hipify_py.lanes.flow.member_values import made_of
from hipify_py.lanes.flow.objects import makes
from hipify_py.lazy import re
from hipify_py.source.expression_reading import expression, expressions
from hipify_py.source.function_reading import functions_by_name, model
from hipify_py.source.functions import functions, marking_words
from hipify_py.source.search import places
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.lattice import Value
    from hipify_py.lanes.flow.member_values import ValuesAt, ValuesWith
    from hipify_py.lanes.flow.objects import Object
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

MOST = 8  # constructors of a class
THIS, CONSTANT = b"this->", b"const"
LEADS = re.compile(rb"[&*]")


def made_member(
    unit: Unit, name: bytes, of: Object, values_at: ValuesAt, values_with: ValuesWith
) -> Value | None:
    """Give what a member of an object is given where that is made; None where it is not told."""

    def work() -> Value | None:
        made = functions_by_name(unit).get(of.of, ())
        makers = [one for one in made if makes(unit, of, one) and takes(unit, one, len(of.arguments))]
        if not 0 < len(makers) <= MOST or is_changed(unit, name, of, makers):
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
                yield deciding(_value(unit, maker, each.span, values_at))


def _value(unit: Unit, home: Function, span: Span, values_at: ValuesAt) -> Value:
    return values_at(home, span.start)(expression(unit.code[slice(*span)]))


def _first(unit: Unit, name: bytes, of: Object) -> Iterator[Span]:
    """Give the first value that a class gives a member where it declares it."""
    for one in classes(unit):
        if one.name == of.of:
            yield from (span_of(value) for field, value in one.fields if field == name and value)


def is_changed(unit: Unit, name: bytes, of: Object, makers: list[Function]) -> bool:
    """Say whether anything else may give a member of an object a value: a method, or who made the object."""
    methods = _methods(unit, name).get(of.of, ())
    if any(one not in makers and LEADS.search(marking_words(unit, one)) for one in methods):
        return True  # what it gives may lead to the member
    return any(
        name in _lent(unit, one) or (one not in makers and name in _stored(unit, one))
        for one in dict.fromkeys((of.home, *methods))
    )


@fact_of
def _methods(unit: Unit, name: bytes) -> dict[bytes, list[Function]]:
    """Give the functions in which a name stands, by the classes that they are of."""
    found: dict[bytes, list[Function]] = {}
    homes = functions(unit, [one.start for one in standing(unit, name)]).values()
    for one in dict.fromkeys(homes):
        if one.kind != "macro":
            found.setdefault(own_class(unit, one), []).append(one)
    return found


@fact_of
def _stored(unit: Unit, home: Function) -> frozenset[bytes]:
    """Give the members to which a function gives a value, by their names alone or of an object."""
    read = model(unit, home)
    given = (b"".join(one.target.split()).partition(b"[")[0] for one in read.assignments)
    declared = {one.name for one in read.declarations}
    choices = (expression(one.target) for one in read.assignments if b"?" in one.target)
    chosen = (name for node in choices for name in _led_to(node, declared))
    return frozenset((*(_member(one, declared) for one in given), *chosen))


@fact_of
def _lent(unit: Unit, home: Function) -> frozenset[bytes]:
    """Give the members in which else may be stored: by their address, or a reference, be it in a call."""
    read = model(unit, home)
    declared = {one.name for one in read.declarations}
    in_calls = (
        name
        for call in read.calls
        for number, span in enumerate(call.arguments)
        for text in [b"".join(unit.code[slice(*span)].split())]
        if (name := _member(text, declared))
        if text.startswith(b"&") or refers(unit, unit.code[slice(*call.name)], number)
    )
    return frozenset(
        (*in_calls, *(name for node in _addressed(unit, home) for name in _led_to(node, declared)))
    )


def _addressed(unit: Unit, home: Function) -> Iterator[Expression]:
    """Give what a function declares references to that it may store by, and of what it takes the address."""
    code = unit.code
    for made in model(unit, home).declarations:
        may_store = made.kind == "local" and CONSTANT not in code[made.statement.start : made.at.start]
        if may_store and made.value and made.sign_in(code).startswith(b"&"):
            yield expression(code[slice(*made.value)])
    for _, root in expressions(code, home.body, places(code, b"&", within=home.body)):
        yield from (one.parts[0] for one in root.walk() if (one.kind, one.text) == ("unary", b"&"))


def _led_to(node: Expression, declared: set[bytes]) -> Iterator[bytes]:
    """Give the members that an expression stands for, one of them or a part; not those that choose it."""
    todo = [node]
    while todo:
        one = todo.pop()
        if one.kind == "member" or (one.kind == "name" and one.text not in declared):
            yield one.text
        if one.kind in {"?", "call"}:
            todo += one.parts[one.kind == "?" :]
        else:
            todo += one.parts[:1]


def _member(text: bytes, declared: set[bytes]) -> bytes:
    """Give the name of what may be a member: of `t.n`, `this->n`, and `n` if that is no other."""
    of, sign, name = text.replace(b"->", b".").rpartition(b".")
    bare = text.lstrip(b"(*&")
    return name if sign and of else b"" if bare in declared else bare


def refers(unit: Unit, called: bytes, number: int) -> bool:
    """Say whether a function of the file, or of `std`, takes a reference for one of its parameters."""
    if number < BY_REFERENCE.get(called.rpartition(b"::")[2], 0):
        return True
    for one in functions_by_name(unit).get(called, ())[:MOST]:
        read = model(unit, one)
        taken = read.parameters[number : number + 1]
        made = (each for each in read.declarations if each.kind == "parameter" and [each.name] == [*taken])
        if any(each.sign_in(unit.code) == b"&" for each in made):
            return True
    return False
