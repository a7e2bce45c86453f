"""Which names of a function a place leads to: by pointers and references, and by what calls give of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.special_members import class_of, class_of_object, operators, sign_of
from hipify_py.lanes.flow.class_fields import fields
from hipify_py.lanes.flow.storage import STEPS, Led, led_to
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import functions_by_name, model, names
from hipify_py.source.functions import head_of
from hipify_py.source.tokens import token_at, token_before
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Declaration, Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

# Members and functions of libraries that give the place of what they are called on or given, or of a part.
OF_LIBRARIES = frozenset(b"get ref forward move addressof data begin front back at".split())
REFERS = frozenset((b"*", b"&", b"&&"))
ELEMENTS = frozenset((b"[]", b"*", b"()"))
THROUGH = frozenset(("cast", "subscript", "member", "unary"))
OWN_PLACES = frozenset({"name", "subscript"})
MOST = 16  # places that one leads to, and functions of a name that are looked at


def leads(unit: Unit, node: Expression) -> Iterator[Led]:
    """Give the names that an address, or what is given a value, leads to, whatever of several it is."""
    found = led_to(node)
    if found.name:
        refers = node.kind == "cast" and node.text.endswith(b"&")
        yield found._replace(own=True) if refers and node.parts[0].kind == "name" else found
        return
    todo, seen = [(node, Led(), False)], 0
    while todo and (seen := seen + 1) <= MOST:
        at, led, behind = todo.pop()
        while at.parts and at.kind in THROUGH and not (at.kind == "member" and behind):
            behind = behind or at.kind == "subscript" or (at.kind, at.text) == ("unary", b"*")
            refers = at.kind == "cast" and at.text.endswith(b"&") and not behind
            led = led._replace(
                own=led.own or refers or (at.kind, at.text) == ("unary", b"&"),
                member=at.text if at.kind == "member" else led.member,
            )
            at = at.parts[0]
        led = led._replace(own=led.own or not behind)
        todo += ((part, led, behind) for part in _parts(unit, at))
        if at.kind == "name" and at is not node:
            yield led._replace(name=at.text)


def _parts(unit: Unit, node: Expression) -> tuple[Expression, ...]:
    """Give what an expression stands for one of: the sides of a choice, what a call may give the place of.

    From the place of an element a sum leads to others.
    """
    if node.kind == "?":
        return node.parts[1:]
    if node.kind == "binary" and node.text in STEPS:
        return node.parts[:1]
    if node.kind != "call" or not node.parts:
        return ()
    made = [one for one in functions_by_name(unit).get(node.name, ())[:MOST] if _refers(unit, one)]
    if not made:
        return node.parts[:1] if node.name in OF_LIBRARIES else ()
    is_method = node.parts[0].span.start == node.span.start
    given = node.parts[is_method:]
    numbers = {number for one in made for number in _referring(unit, one) if number < len(given)}
    own = is_method and any(_gives_own(unit, one) for one in made)
    return (*node.parts[:own], *(given[number] for number in sorted(numbers)))


def _refers(unit: Unit, function: Function) -> bool:
    """Say whether a function returns a reference or a pointer."""
    head = head_of(unit.code, function)
    return head is not None and token_before(unit.code, head.start).text in REFERS


def _referring(unit: Unit, function: Function) -> Iterator[int]:
    """Give the numbers of the parameters that are references or pointers."""
    read = model(unit, function)
    made = {one.name: one for one in read.declarations if one.kind == "parameter"}
    for number, name in enumerate(read.parameters):
        if name in made and leads_on(unit.code, made[name]):
            yield number


def _gives_own(unit: Unit, function: Function) -> bool:
    """Say whether a member of a class returns the place of something in the object, behind no pointer."""
    listed = fields(unit, class_of(unit, function))
    returned = (one.value for one in model(unit, function).jumps if one.value)
    return any(led_to(expression(unit.code[slice(*one)])).name in {*listed, b"this"} for one in returned)


def has_elements(unit: Unit, made: Declaration) -> bool:
    """Say whether a name is an object of a class whose operators give the places of what is in it."""
    named = operators(unit)
    of = named.get(class_of_object(unit, made), ()) if named else ()
    return any(sign_of(one) in ELEMENTS and _gives_own(unit, one) for one in of)


def aliases(unit: Unit, read: Model) -> dict[bytes, dict[bytes, bool]]:
    """Give the names that pointers and references among a function's own lead to, by these.

    Each is told with whether it does so for sure, and not only if it is an array.
    """
    return _aliases(unit, read.function)


@fact_of
def _aliases(unit: Unit, function: Function) -> dict[bytes, dict[bytes, bool]]:
    code, read, known = unit.code, model(unit, function), names(unit, function)
    kinds = {one.name: one for one in read.declarations if one.kind == "local" and leads_on(code, one)}
    found: dict[bytes, dict[bytes, bool]] = {}
    behind: dict[bytes, list[bytes]] = {}
    for one in read.assignments if kinds else ():
        made = kinds.get(one.name)
        if made is None or one.target != one.name or one.operator:
            continue
        is_first = made.value == one.value
        if is_first or made.pointers:
            node = expression(code[slice(*one.value)])
            is_own = is_first and (node.kind in OWN_PLACES or _is_part(code, one, node))
            for led in (led for side in _sides(node) for led in leads(unit, side)):
                sure = led.own or is_own
                if _is_pointer(code, known.declaration(led.name, one.value.start)):
                    if _is_element(node) or not (sure or led.member):
                        behind.setdefault(one.name, []).append(led.name)
                    if _is_element(node):
                        continue
                to = found.setdefault(one.name, {})
                to[led.name] = to.get(led.name, False) or sure
    for name, pointers in behind.items():
        found[name] = {**_behind(found, behind, pointers), **found.get(name, {})}
    return found


def _behind(
    found: Mapping[bytes, Mapping[bytes, bool]],
    behind: Mapping[bytes, Sequence[bytes]],
    pointers: Sequence[bytes],
) -> dict[bytes, bool]:
    """Give what some pointers lead to: `&p[i]` and `p + i` lead where `p` does, and not to that itself."""
    todo, seen, led = [*pointers], {*pointers}, dict[bytes, bool]()
    while todo:
        pointer = todo.pop()
        led |= found.get(pointer, {})
        new = [one for one in behind.get(pointer, ()) if one not in seen]
        seen.update(new)
        todo += new
    return led


def _sides(node: Expression) -> tuple[Expression, ...]:
    """Give the sides of a sum, of which one is an address: `p + i`, `i + p`; else the node."""
    node = bare(node)
    is_sum = (node.kind, node.text) == ("binary", b"+")
    return tuple(side for part in node.parts for side in _sides(part)) if is_sum else (node,)


def _is_element(node: Expression) -> bool:
    """Say whether an expression is the address of an element: `&p[i]`."""
    node = bare(node)
    return (node.kind, node.text) == ("unary", b"&") and bare(node.parts[0]).kind == "subscript"


def _is_pointer(code: bytes, made: Declaration | None) -> bool:
    """Say whether a name is a pointer and no array: what is behind it is not what it holds."""
    return made is not None and bool(made.pointers) and token_at(code, made.at.end).text != b"["


def _is_part(code: bytes, one: Assignment, node: Expression) -> bool:
    """Say whether a reference is declared with a member of an object, and not of what a pointer leads to."""
    return node.kind == "member" and b"->" not in code[slice(*one.value)]


def leads_on(code: bytes, made: Declaration) -> bool:
    """Say whether a name is a pointer or a reference, be it by `auto`."""
    return bool(made.pointers) or made.sign_in(code) in {b"*", b"&"}


def leading_to(unit: Unit, read: Model, name: bytes) -> set[bytes]:
    """Give the names of a function that lead to another, by way of others too; itself among them."""
    back: dict[bytes, list[bytes]] = {}
    for one, to in aliases(unit, read).items():
        for each in to:
            back.setdefault(each, []).append(one)
    found, todo = {name}, [name] if back else []
    while todo:
        new = [one for one in back.get(todo.pop(), ()) if one not in found]
        found.update(new)
        todo += new
    return found
