"""What a function tells of an object of its own: its class, and what it is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.special_members import class_of, class_of_object
from hipify_py.lanes.flow.call_classes import takes
from hipify_py.lanes.flow.class_fields import fields
from hipify_py.lanes.flow.leads import leads_on
from hipify_py.lanes.flow.storage import is_shared
from hipify_py.source.brackets import parts
from hipify_py.source.expression_reading import expression
from hipify_py.source.tokens import token_at, token_before
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from hipify_py.model import Span
    from hipify_py.source.function_model import Declaration
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

VALUES = frozenset({"number", "binary"})  # what is no object of a class that may be copied
OPENS = frozenset((b"(", b"{"))


class Object(NamedTuple):
    """An object: its class, and where all is told that it is made of, the function and the arguments."""

    of: bytes
    home: Function
    arguments: tuple[Span, ...] = ()


def object_at(unit: Unit, known: FunctionNames, name: bytes, place: int) -> Object | None:
    """Give the object that a name stands for at a place; None where its class is not told."""
    made = known.declaration(name, place) if name else None
    of = class_of_object(unit, made) if made else b""
    if made is None or not fields(unit, of):
        return None
    return Object(of, known.function, _made_of(unit, known, made, of))


def _made_of(unit: Unit, known: FunctionNames, made: Declaration, of: bytes) -> tuple[Span, ...]:
    """Give what an object is made of, of which nothing else is done than that its members are named."""
    code = unit.code
    is_own = made.kind == "local" and not leads_on(code, made) and not is_shared(unit, made)
    if not is_own or made.value is None or token_before(code, made.value.start).text not in OPENS:
        return ()
    given = tuple(parts(code, *made.value))
    if len(given) == 1 and not _is_value(unit, known, given[0], of):
        return ()  # it may be a copy of another one
    uses = (one for one in standing(unit, made.name, known.function.body) if one.start != made.at.start)
    return given if all(token_at(code, one.end).text == b"." for one in uses) else ()


def _is_value(unit: Unit, known: FunctionNames, span: Span, of: bytes) -> bool:
    """Say whether what an object is given is no other object of its class."""
    node = expression(unit.code[slice(*span)])
    if node.kind == "name":
        made = known.declaration(node.name, span.start)
        return made is not None and class_of_object(unit, made) != of
    return node.kind in VALUES


def is_of(unit: Unit, one: Object, name: bytes, home: Function) -> bool:
    """Say whether what a function stores in a name, or a constructor in a member, may be an object's.

    A class stores by the bare name in its own member, and one that makes objects in those that it makes.
    """
    own = class_of(unit, home) if home.kind != "macro" else b""
    if not own or name not in fields(unit, own):
        return True
    if own != one.of:
        return name not in fields(unit, one.of)
    return home.called != own or not one.arguments or takes(unit, home, len(one.arguments))


def makes(unit: Unit, one: Object, home: Function) -> bool:
    """Say whether a function is what makes an object, of what is told."""
    return bool(one.arguments) and home.called == one.of == class_of(unit, home)
