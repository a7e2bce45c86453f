"""Of which class what a call calls is a member, as far as it is told where it stands."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from hipify_py.lanes.find.open_types import type_aliases
from hipify_py.lanes.find.special_members import class_named, class_of, class_of_object
from hipify_py.source.brackets import opening, template_arguments
from hipify_py.source.function_reading import functions_by_name, model, names
from hipify_py.source.tokens import A_NAME, OWN_NAME, token_at, token_before, words
from hipify_py.source.type_names import template_before
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.word_places import standing
from hipify_py.source.written_declarations import declaration

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.function_model import CallText
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.functions import Function
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

MOST = 8  # functions of a name of which nothing tells which is called
MEMBER = frozenset((b".", b"->"))
THIS = b"this"
CLASSES = frozenset((b"struct", b"class"))
MADE = {
    b")": b"()",
    b"}": b"{}",
}  # end an object behind its class: `Scan(storage).sum(x)`
NEAR = 200  # bytes of what it is made of
# Behind the name of a class, be it one for some arguments of its template: `struct Step<int> : Base`.


def may_call(unit: Unit, home: Function, call: CallText, function: Function) -> bool:
    """Say whether a call in a function may be one of another function that bears its name.

    That goes by the number of what it gives, and by the class where that is told.
    """
    if not takes(unit, function, len(call.arguments)):
        return False
    own, sign = own_class(unit, function), _sign_before(unit.code, call.name.start)
    if sign.text in MEMBER:
        of = _of_object(unit, home, sign.start)
        if is_virtual(unit, home, call):
            return of == own != b"" or _may_stand_in(unit, function)
        known = of != b"" and defines(unit, of, function.called)
        return bool(own) and (of == own or not known)
    if sign.text == b"::":
        of = scope_named(unit, _named_before(unit.code, sign.start).text)
        return not of or of == own or not defines(unit, of, function.called)
    around = own_class(unit, home)
    is_open = function.called in virtual_names(unit) or not defines(unit, around, function.called)
    return own == around or not own or is_open


def class_called(unit: Unit, home: Function, call: CallText) -> bytes:
    """Give the class that the object of a call is told to have, or that a scope names."""
    sign = _sign_before(unit.code, call.name.start)
    if sign.text in MEMBER:
        return _of_object(unit, home, sign.start)
    if sign.text == b"::":
        return scope_named(unit, _named_before(unit.code, sign.start).text)
    return own_class(unit, home)


def is_virtual(unit: Unit, home: Function, call: CallText) -> bool:
    """Say whether a call of a member goes where the object's own class says, which nobody names there."""
    if unit.code[slice(*call.name)] not in virtual_names(unit):
        return False
    sign = token_before(unit.code, call.name.start)
    if sign.text != b".":
        return sign.text == b"->"
    named = token_before(unit.code, sign.start)
    made = names(unit, home).declaration(named.text, named.start) if named.is_word else None
    return made is None or made.sign_in(unit.code) == b"&"


def _may_stand_in(unit: Unit, function: Function) -> bool:
    """Say whether a function may stand in for a virtual one: its class has bases, or it says so itself."""
    class_ = own_class(unit, function)
    alone = any(
        token_before(unit.code, one.start).text in CLASSES and token_at(unit.code, one.end).text == b"{"
        for one in standing(unit, class_)
    )
    has_bases = any(_has_bases(unit.code, one.end) for one in standing(unit, class_))
    head = OWN_NAME.findall(unit.code, function.span.start, function.body.start)
    return bool(class_) and (not alone or has_bases or b"virtual" in head)


def _has_bases(code: bytes, at: int) -> bool:
    """Say whether classes that one is derived from are named behind its own name."""
    mark = token_at(code, at)
    if mark.text == b"<":
        given = template_arguments(code, mark.end)
        mark = token_at(code, token_at(code, given[-1].end if given else mark.end).end)
    return (token_at(code, mark.end) if mark.text == b"final" else mark).text == b":"


@fact
def virtual_names(unit: Unit) -> frozenset[bytes]:
    """Give the names of the functions that classes of a file let others stand in for, or that do so."""
    found = {*_announced_virtual(unit.code)}
    if b"override" in unit.code:
        made = (one for each in functions_by_name(unit).values() for one in each)
        heads = ((one.called, unit.code[slice(one.span.start, one.body.start)]) for one in made)
        found |= {name for name, head in heads if b"override" in A_NAME.findall(head.rpartition(b")")[2])}
    return frozenset(found)


def _announced_virtual(code: bytes) -> Iterator[bytes]:
    """Give the names of the functions that are marked as virtual ones."""
    for word in words(code, b"virtual"):
        made = declaration(code, word.start)
        yield from (code[slice(*one.name)] for one in made.declarators if one.taken) if made else ()


def meant(unit: Unit, name: bytes) -> tuple[Function, ...]:
    """Give the functions that a name may mean, before which the class may stand that it is one of.

    None where there are too many.
    """
    scope, _, called = name.rpartition(b"::")
    made = functions_by_name(unit).get(called, ())
    if len(made) < 2:
        return made
    of = scope_named(unit, scope.rpartition(b"::")[2])
    members = _members(unit).get((of, called), ()) if of else ()
    return members or (made if len(made) <= MOST else ())


def takes(unit: Unit, function: Function, number: int) -> bool:
    """Say whether a function may be given so many arguments."""
    return number in _numbers(unit, function)


@fact_of
def _numbers(unit: Unit, function: Function) -> range:
    """Give how many arguments a function may be given."""
    taken = [one for one in model(unit, function).declarations if one.kind == "parameter"]
    most = len(model(unit, function).parameters)
    least = most - sum(one.value is not None for one in taken)
    is_open = b"..." in unit.code[function.span.start : function.body.start]
    return range(0 if is_open else least, sys.maxsize if is_open else most + 1)


def defines(unit: Unit, class_: bytes, name: bytes) -> bool:
    """Say whether a class of the file defines a function of a name itself."""
    return bool(class_) and (class_, name) in _members(unit)


def scope_named(unit: Unit, scope: bytes) -> bytes:
    """Give the class that a scope names, be it by another name."""
    return class_named(type_aliases(unit).get(scope, scope))


@fact
def _members(unit: Unit) -> dict[tuple[bytes, bytes], tuple[Function, ...]]:
    """Give the functions of each class by its name and theirs."""
    found: dict[tuple[bytes, bytes], list[Function]] = {}
    for name, made in functions_by_name(unit).items():
        for one in made:
            found.setdefault((own_class(unit, one), name), []).append(one)
    return {of: tuple(made) for of, made in found.items()}


def object_class(unit: Unit, known: FunctionNames, name: bytes, at: int) -> bytes:
    """Give the class of the object that a name stands for at a place; nothing where it is not told.

    Without a name it is the object that the function is called on.
    """
    if not name:
        return own_class(unit, known.function)
    made = known.declaration(name, at)
    return class_of_object(unit, made) if made else b""


@fact_of
def own_class(unit: Unit, function: Function) -> bytes:
    """Give the class that a function is a member of; nothing of others and of macros."""
    return class_of(unit, function) if function.kind != "macro" else b""


def _of_object(unit: Unit, home: Function, sign: int) -> bytes:
    """Give the class of the object before the sign of a member; nothing where it is not told."""
    name = token_before(unit.code, sign)
    if name.text == THIS:
        return own_class(unit, home)
    if name.text in MADE:
        opens = opening(unit.code, name.start, max(0, name.start - NEAR), MADE[name.text])
        return scope_named(unit, _named_before(unit.code, opens).text) if opens > 0 else b""
    behind = token_before(unit.code, name.start).text
    is_whole = behind not in MEMBER | {b"::"}
    return object_class(unit, names(unit, home), name.text, sign) if is_whole else b""


def _sign_before(code: bytes, at: int) -> Token:
    """Give what stands before a name, and before the word that tells of one that it is a template's."""
    sign = token_before(code, at)
    return token_before(code, sign.start) if sign.text == b"template" else sign


def _named_before(code: bytes, at: int) -> Token:
    """Give the name that ends at a place, without what its template is given."""
    opens = template_before(code, at)
    return token_before(code, at if opens < 0 else opens)
