"""What classes of a file do where nobody calls it by name: operators, and what makes and ends an object."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.open_types import type_aliases
from hipify_py.model import Span
from hipify_py.source.functions import functions
from hipify_py.source.tokens import A_NAME, token_at
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from hipify_py.source.function_model import Declaration
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

CLASSES = frozenset({"struct_specifier", "class_specifier"})
OPERATOR = b"operator"
CALL = b"()"
NEAR = 300  # bytes behind `operator` in which its body begins


def class_around(unit: Unit, at: int) -> bytes:
    """Give the name of the innermost class around a byte; nothing outside of any, or where it has none."""
    node = next((one for one in reversed(unit.around(Span(at, at))) if one.type in CLASSES), None)
    named = node.child_by_field_name("name") if node is not None else None
    return class_named(unit.code[named.start_byte : named.end_byte]) if named else b""


def class_of(unit: Unit, function: Function) -> bytes:
    """Give the name of the class that a function is a member of; nothing of others."""
    scope = function.name.rpartition("::")[0].encode()
    return class_named(scope) if scope else class_around(unit, function.body.start)


def class_named(text: bytes) -> bytes:
    """Give the name of a class without the scopes before it and the arguments behind it."""
    return text.partition(b"<")[0].rpartition(b"::")[2].strip()


def class_of_object(unit: Unit, made: Declaration) -> bytes:
    """Give the name of the class of which a declared name is an object, or one that it refers to."""
    text = made.type_in(unit.code)
    if text.endswith(b"auto") and made.value:
        head = A_NAME.match(unit.code, *made.value)
        text = head[0] if head else b""
    name = class_named(text)
    return class_named(type_aliases(unit).get(name, name))


@fact
def operators(unit: Unit) -> dict[bytes, tuple[Function, ...]]:
    """Give the operators that classes of a file define, by the names of the classes."""
    opened = (unit.code.find(b"{", word.end, word.end + NEAR) for word in all_standing(unit, OPERATOR))
    found: dict[bytes, tuple[Function, ...]] = {}
    for one in dict.fromkeys(functions(unit, [at + 1 for at in opened if at >= 0]).values()):
        if sign_of(one) and (name := class_of(unit, one)):
            found[name] = (*found.get(name, ()), one)
    return found


def sign_of(function: Function) -> bytes:
    """Give the sign of an operator; of a conversion the type that it makes, of other functions nothing."""
    name = function.called
    word = token_at(name, 0)
    return b"".join(name[word.end :].split()) if word.text == OPERATOR else b""


def gives_its_value(function: Function) -> bool:
    """Say whether an operator gives what an object is worth where it is called or asked."""
    sign = sign_of(function)
    return sign == CALL or bool(A_NAME.match(sign))


def called_of_class(unit: Unit, name: bytes) -> Function | None:
    """Give what is called of an object of a class of the file, if that is one function."""
    calls = [one for one in operators(unit).get(name, ()) if sign_of(one) == CALL]
    return calls[0] if len(calls) == 1 else None
