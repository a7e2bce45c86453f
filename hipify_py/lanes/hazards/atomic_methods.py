"""Methods, such as those of `cuda::atomic` and `cuda::atomic_ref`: what they do, and of which object."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.hazards.call_roles import role_of_method
from hipify_py.model import Span
from hipify_py.source.search import last_of
from hipify_py.source.tokens import A_NAME, OWN_NAME, token_before

if TYPE_CHECKING:
    from hipify_py.lanes.hazards.call_roles import Role
    from hipify_py.source.function_model import CallText

MEMBER = frozenset({b".", b"->"})
STORES = frozenset({b"store", b"clear"})
BEFORE = b";{}(,&|=?!"  # what may stand before an object
LONGEST = 200  # bytes of an object's name


def object_of(code: bytes, call: CallText) -> Span | None:
    """Give what stands before a method, back to an operator or a bracket; None of a function."""
    sign = token_before(code, call.name.start)
    if sign.text not in MEMBER:
        return None
    least = max(0, sign.start - LONGEST)
    start = max(least, last_of(code, BEFORE, sign.start, least) + 1)
    closes = code.rfind(b")", start, sign.start) + 1
    if OWN_NAME.search(code, closes, sign.start):  # of a condition before the statement
        start = max(start, closes)
    return Span(start, sign.start) if OWN_NAME.search(code, start, sign.start) else None


def called_on(code: bytes, call: CallText) -> bytes:
    """Give the name of the object that a method is called on; nothing where that is part of another."""
    sign = token_before(code, call.name.start)
    name = token_before(code, sign.start)
    whole = token_before(code, name.start).text not in MEMBER
    return name.text if sign.text in MEMBER and whole and A_NAME.match(name.text) else b""


def stores(name: bytes) -> bool:
    """Say whether a method of an atomic object stores to it."""
    return name in STORES or role_of_method(name) != "other"


def of_object(code: bytes, call: CallText) -> tuple[Role, tuple[Span, ...]] | None:
    """Give what a method of an atomic object does, and that object with what it is given; None of others."""
    role = role_of_method(code[slice(*call.name)])
    of = object_of(code, call) if role != "other" else None
    return (role, (of, *call.arguments)) if of else None
