"""Which of its arguments a function of the file may change, or what lies behind them.

A number that is handed by value stays what it is, and so does what a function only reads behind a pointer or
a reference. Of all else it is taken for granted that it is changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.open_types import type_aliases
from hipify_py.lanes.flow.leads import leading_to
from hipify_py.lanes.flow.storage import led_to
from hipify_py.lanes.flow.value_types import is_number
from hipify_py.lanes.hazards.call_roles import STILL, role_of
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import defined_functions, model
from hipify_py.source.tokens import OWN_NAME, token_before, words
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.function_model import Declaration, Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

DEEPEST = 4  # functions that hand something on, one to the other
MEMBER = frozenset({b".", b"->"})
READS = STILL | {"load"}


def changed_arguments(unit: Unit, name: bytes, left: int = DEEPEST) -> frozenset[int] | None:
    """Give the numbers of the arguments that a function of the file may change; None of what is none."""
    made = defined_functions(unit).get(name) if left else None
    return None if made is None else _changed(unit, made, left)


@fact_of
def takes_a_copy(unit: Unit, name: bytes, number: int) -> bool:
    """Say whether a function of the file gets an object by value: what its caller has stays what it is."""
    function = defined_functions(unit).get(name)
    read = model(unit, function) if function else None
    taken = read.parameters[number] if read and number < len(read.parameters) else b""
    made = [one for one in read.declarations if one.kind == "parameter" and one.name == taken] if read else []
    if not taken or len(made) != 1 or made[0].pointers or made[0].sign_in(unit.code):
        return False
    return not type_aliases(unit).get(made[0].type_in(unit.code), b"").endswith((b"*", b"&"))


@fact_of
def _changed(unit: Unit, function: Function, left: int) -> frozenset[int]:
    read = model(unit, function)
    return frozenset(each for each in range(len(read.parameters)) if _changes(unit, read, each, left))


def _changes(unit: Unit, read: Model, number: int, left: int) -> bool:
    """Say whether a function may change a parameter for its caller, or what lies behind it."""
    name = read.parameters[number]
    made = [one for one in read.declarations if one.kind == "parameter" and one.name == name]
    if len(made) != 1 or read.read == "tokens":
        return True
    if is_number(unit.code, made[0]):
        return False
    if not (made[0].pointers or made[0].sign_in(unit.code)):
        return True  # an object may hold what leads to others
    if any(words(unit.code, b"asm", within=read.function.body)):
        return True
    others = leading_to(unit, read, name)
    return _assigns(unit, read, made[0], others) or any(_calls(unit, read, others, left))


def _assigns(unit: Unit, read: Model, made: Declaration, others: set[bytes]) -> bool:
    """Say whether a function stores to what a name leads to, or to what nobody can tell."""
    begun = {one.value for one in read.declarations}
    for one in read.assignments:
        if one.value in begun:
            continue
        led = led_to(expression(one.target))
        anew = led.name == made.name == one.target.strip() and made.sign_in(unit.code) == b"*"
        if not led.name or (led.name in others and not anew):
            return True
    return False


def _calls(unit: Unit, read: Model, others: set[bytes], left: int) -> Iterator[bool]:
    """Give for each call whether it may change what some names lead to."""
    for call in read.calls:
        name = unit.code[slice(*call.name)]
        sign = token_before(unit.code, call.name.start)
        if sign.text in MEMBER and token_before(unit.code, sign.start).text in others:
            yield True
        given = [
            number
            for number, one in enumerate(call.arguments)
            if not others.isdisjoint(OWN_NAME.findall(unit.code, *one))
        ]
        if given and role_of(name) not in READS:
            changed = changed_arguments(unit, name, left - 1)
            yield changed is None or not changed.isdisjoint(given)
