"""What a function stores behind its parameters, and of which of them it makes that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.followed import followed
from hipify_py.lanes.flow.leads import leading_to, leads
from hipify_py.lanes.flow.member_values import has_member
from hipify_py.lanes.flow.storage import led_to
from hipify_py.source.conditions import innermost, inside
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_model import CallText
from hipify_py.source.function_reading import functions_by_name, model
from hipify_py.source.spans import merged
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Model
    from hipify_py.source.unit import Unit


@fact_of
def made_of(unit: Unit, name: bytes, number: int) -> frozenset[int]:
    """Give the parameters on which may hang what functions of a name store behind one, by their numbers.

    These are those that are named on the way there: in a value, or in a condition around it.
    """
    reads = [model(unit, one) for one in functions_by_name(unit).get(name, ())]
    return frozenset(taken for read in reads for taken in _named(unit, read, number))


@fact_of
def overwrites(unit: Unit, name: bytes, number: int) -> bool:
    """Say whether all functions of a name give a reference that they are handed a value, whatever it was.

    They do so at their own level, before any of them returns.
    """
    reads = [model(unit, one) for one in functions_by_name(unit).get(name, ())]
    return bool(reads) and all(_overwrites(unit, one, number) for one in reads)


def _overwrites(unit: Unit, read: Model, number: int) -> bool:
    own = read.parameters[number] if number < len(read.parameters) else b""
    return bool(own) and _last_whole(unit, read, own) is not None


def _last_whole(unit: Unit, read: Model, own: bytes) -> Assignment | None:
    """Give the last place at which a function gives a reference a value before any of it returns."""
    made = [one for one in read.declarations if one.name == own]
    if len(made) != 1 or made[0].pointers or made[0].sign_in(unit.code) != b"&":
        return None
    branch, steps = innermost(unit, read.function.body.start), merged(one.step for one in read.loops)
    least = min((one.at for one in read.jumps), default=read.function.body.end)
    whole = [
        one
        for one in read.assignments
        if one.target.strip() == own
        and not one.operator
        and one.value.start < least
        and not read.path(one.value.start)
        and read.home(one.value.start) == read.function.body
        and innermost(unit, one.value.start) is branch
        and not inside(steps, one.value.start)
    ]
    return whole[-1] if whole else None


def left_stores(unit: Unit, read: Model, name: bytes) -> Iterator[tuple[Assignment | CallText, int]]:
    """Give those of the `stores` behind a parameter of which something may be left where a function ends.

    What stands before a place that gives a reference another value is gone, but for what lambdas do.
    """
    last = _last_whole(unit, read, name)
    for one, number in stores(unit, read, name):
        at = one.name.start if isinstance(one, CallText) else one.value.start
        if last is None or at >= last.value.start or read.home(at) != read.function.body:
            yield one, number


def _named(unit: Unit, read: Model, number: int) -> Iterator[int]:
    begun: list[Span] = []
    for one, _ in left_stores(unit, read, read.parameters[number]) if number < len(read.parameters) else ():
        places = (one.name, *one.arguments) if isinstance(one, CallText) else (one.value,)
        begun += (*places, *(each.span for each in read.path(places[0].start)))
    made: dict[bytes, list[Assignment]] = {}
    for each in read.assignments:
        made.setdefault(led_to(expression(each.target)).name, []).append(each)

    def given(name: bytes) -> Iterator[Span]:
        for one in made.get(name, ()):
            yield from (one.value, *(around.span for around in read.path(one.value.start)))

    seen = set[bytes]().union(*(names for _, names in followed(unit.code, begun, given)))
    own = read.parameters[number : number + 1]
    return (taken for taken, name in enumerate(read.parameters) if name in seen and name not in own)


def stores(unit: Unit, read: Model, name: bytes) -> Iterator[tuple[Assignment | CallText, int]]:
    """Give where a function stores something behind one of its parameters; in calls, with the argument."""
    made = next((one for one in read.declarations if one.kind == "parameter" and one.name == name), None)
    if made is None or not (made.pointers or made.sign_in(unit.code) == b"&"):
        return
    kinds = {one.name: one.sign_in(unit.code) == b"&" for one in read.declarations}
    others, begun = leading_to(unit, read, name), {one.value for one in read.declarations}
    for one in (each for each in read.assignments if each.value not in begun):
        for led in leads(unit, expression(one.target)):
            is_place = kinds.get(led.name) or one.target.strip() != led.name
            if led.name in others and is_place and not has_member(unit, led.member):
                yield one, 0
    for call in read.calls:
        for number, argument in enumerate(call.arguments):
            if _handed(expression(unit.code[slice(*argument)])) in others:
                yield call, number


def _handed(node: Expression) -> bytes:
    """Give the name that a call is handed, or of which it is handed the address or an element."""
    node = node.parts[0] if (node.kind, node.text) == ("unary", b"&") else node
    node = node.parts[0] if node.kind == "subscript" else node
    return node.text if node.kind == "name" else b""
