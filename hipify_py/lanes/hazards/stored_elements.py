"""What one function stores in elements of its arrays, by plain stores and by exchanges."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.hazards.call_roles import role_of
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import model
from hipify_py.source.tokens import OWN_NAME
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.hazards.loop_exits import LoopExits
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, CallText
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

TAKEN = 2  # by an exchange: the address and the value


class Stored(NamedTuple):
    """A store to an element: where it stands, what it stores if that is told, and whether by an atomic."""

    at: Span
    value: Expression | None
    atomic: bool = False


class Naming(NamedTuple):
    """The assignments of a function, by the names that their targets begin with; its loops by heads."""

    assigned: dict[bytes, list[Assignment]]
    loops: dict[Span, Span]
    jumps_about: bool


def stores(of: LoopExits, name: bytes) -> Iterator[Stored | None]:
    """Give what a function stores in elements of an array; None for what may store there otherwise."""
    known = naming(of)
    for one in known.assigned.get(name, ()):
        target = expression(one.target)
        whole = target.kind == "subscript" and target.parts[0].text == name
        plain = whole and not one.operator
        yield (
            Stored(_statement(of, one.value, one.target), expression(_text(of, one.value))) if plain else None
        )
    for call in of.calls.storing((name,)):
        yield from _stored_by(of, call, name)


def naming(of: LoopExits) -> Naming:
    """Give the assignments of a function by the names that their targets begin with, and its loops."""
    return _naming(of.unit, of.model.function)


@fact_of
def _naming(unit: Unit, function: Function) -> Naming:
    read = model(unit, function)
    assigned: dict[bytes, list[Assignment]] = {}
    for one in read.assignments:
        for name in OWN_NAME.findall(one.target)[:1]:
            assigned.setdefault(name, []).append(one)
    loops = {one.head: one.whole for one in read.loops}
    return Naming(assigned, loops, any(one.kind == "goto" for one in read.jumps))


def _stored_by(of: LoopExits, call: CallText, name: bytes) -> Iterator[Stored | None]:
    """Give what a call stores in elements of an array that it is given."""
    role = role_of(_text(of, call.name))
    given = [one for one in call.arguments if name in OWN_NAME.findall(_text(of, one))]
    exchanges = role == "swap" and len(call.arguments) == TAKEN and given == [*call.arguments[:1]]
    if not exchanges or addressed(expression(_text(of, given[0]))) != name:
        yield None
    else:
        yield Stored(call.name, expression(_text(of, call.arguments[-1])), atomic=True)


def _statement(of: LoopExits, value: Span, target: bytes) -> Span:
    start = of.unit.code.rfind(target, 0, value.start)
    return value._replace(start=start if start >= 0 else value.start)


def addressed(node: Expression) -> bytes:
    """Give the name of the array of which an address leads to an element: `&a[i]`, `a + i`."""
    node = bare(node)
    if (node.kind, node.text) == ("unary", b"&") and node.parts[0].kind == "subscript":
        node = node.parts[0].parts[0]
    elif (node.kind, node.text) == ("binary", b"+"):
        node = node.parts[0]
    return node.text if node.kind == "name" else b""


def _text(of: LoopExits, span: Span) -> bytes:
    return of.unit.code[slice(*span)]
