"""Updates by a function that is handed what to expect, read anew each turn: no lock, if none gives it back.

`do v = *p; while (!cas(p, v, v + 1));` is done with the swap. What sets a bit of what is there, or swaps at a
place that something else writes, may be a lock that the lane holds behind the loop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from hipify_py.lanes.hazards import own_marks
from hipify_py.lanes.hazards.atomic_methods import of_object
from hipify_py.lanes.hazards.call_roles import STILL, role_of
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare, names_in
from hipify_py.source.function_reading import defined_functions, functions_by_name, model
from hipify_py.source.tokens import OWN_NAME, token_at
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import CallText, Model
    from hipify_py.source.unit import Unit

COMPARES = 3  # what a compare-and-swap is given: an address, what is expected there, and what is put there
BITS = frozenset((b"|", b"&", b"^", b"~"))
READS = STILL | frozenset({"load"})
LEADS = frozenset((b"[", b"->", b".", b"("))


class Turn(own_marks.Turn, Protocol):
    """What is asked of a loop."""


def updates(turn: Turn, call: CallText, name: bytes, followed: frozenset[bytes]) -> bool:
    """Say whether a function that a loop calls swaps another value each turn, and nothing gives that back."""
    unit = turn.function.unit
    made = defined_functions(unit).get(name)
    read = model(unit, made) if made else None
    swaps = [one for one in read.calls if role_of(turn.text(one.name)) == "swap"] if read else []
    if read is None or len(swaps) != 1 or len(swaps[0].arguments) != COMPARES:
        return False
    address, expected, put = (_uncast(expression(turn.text(one))) for one in swaps[0].arguments)
    place, seen = (_handed(read, call, one) for one in (address, expected))
    if place is None or seen is None or turn.of_expression(seen, followed) == "still":
        return False
    if put == expected or _is_mark(turn, read, call, put):
        return False
    inside, changes = read.function.span, changed(unit)
    own = any(
        inside.start <= at < inside.end and at != swaps[0].name.start for at in changes.get(address.text, ())
    )
    return not own and _is_alone(turn, call, place, inside)


def _handed(read: Model, call: CallText, node: Expression) -> Span | None:
    """Give what a call hands to a function for a parameter of it that it leaves as it is."""
    if node.kind != "name" or node.text not in read.parameters:
        return None
    number = read.parameters.index(node.text)
    is_kept = not any(one.name == node.text and one.target.strip() == node.text for one in read.assignments)
    return call.arguments[number] if is_kept and number < len(call.arguments) else None


def _is_mark(turn: Turn, read: Model, call: CallText, put: Expression) -> bool:
    """Say whether what is put there is a number, or what was there with other bits."""
    if turn.function.constants.of(put) is not None:
        return True
    todo, seen = [put], set[bytes]()
    for node in todo:
        if any(one.kind in {"binary", "unary"} and one.text in BITS for one in node.walk()):
            return True
        for name in names_in(node) - seen:
            seen.add(name)
            given = _handed(read, call, expression(name))
            if given and turn.is_constant(given):
                return True
            made = turn.function.names.given.get(name, ())
            if any(one.operator[:1] in BITS for one in made):
                return True
            todo += [expression(turn.text(given))] if given else []
            todo += [expression(turn.text(one.value)) for one in made if not one.operator]
    return False


def _is_alone(turn: Turn, call: CallText, place: Span, inside: Span) -> bool:
    """Say whether a file's kernels and functions change a place by nothing but a call, as far as is seen."""
    found = OWN_NAME.search(turn.code, *place)
    name = found[0] if found else b""
    is_told = turn.model.function.kind == "kernel" or name not in turn.model.parameters
    local = any(one.kind == "local" for one in turn.function.names.declared.get(name, ()))
    if not name or not is_told or local:
        return False
    others = (at for at in changed(turn.function.unit).get(name, ()) if not inside.start <= at < inside.end)
    return all(at == call.name.start for at in others)


@fact
def changed(unit: Unit) -> dict[bytes, list[int]]:
    """Give where functions of the device may change what lies behind names, or hand these on."""
    found = dict[bytes, list[int]]()
    for made in functions_by_name(unit).values():
        for function in made:
            for name, at in _changed(unit.code, model(unit, function)) if function.kind != "host" else ():
                found.setdefault(name, []).append(at)
    return found


def _changed(code: bytes, read: Model) -> Iterator[tuple[bytes, int]]:
    for one in read.assignments:
        target = OWN_NAME.search(one.target)
        if target and (target[0] != one.target.strip() or target[0] not in read.parameters):
            yield target[0], one.value.start
        start = (
            one.value.start + len(code[slice(*one.value)]) - len(code[slice(*one.value)].lstrip(b"&( \t\r\n"))
        )
        first = OWN_NAME.match(code, start, one.value.end)
        is_address = b"&" in code[one.value.start : start]
        if first and (is_address or token_at(code, first.end()).text not in LEADS):
            yield first[0], one.value.start  # another name for it
    for made in read.declarations:
        if made.value and (made.pointers or made.sign_in(code)):
            yield from ((name, made.value.start) for name in OWN_NAME.findall(code, *made.value))
    for call in read.calls:
        role, given = of_object(code, call) or (role_of(code[slice(*call.name)]), call.arguments)
        for each in given if role not in READS else ():
            yield from ((name, call.name.start) for name in set(OWN_NAME.findall(code, *each)))


def _uncast(node: Expression) -> Expression:
    node = bare(node)
    while node.kind == "cast" and node.parts:
        node = bare(node.parts[-1])
    return node
