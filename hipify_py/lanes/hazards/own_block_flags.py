"""Flags in the memory of the device that another thread of the waiting one's block sets behind the wait.

Told where both are under conditions on the number of the thread alone, and those of the one that sets the
flag hold for another thread of the same wavefront: blocks differ in nothing, so that none sets it first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.followed import by_assignments, followed
from hipify_py.lanes.flow.integers import COMPARED
from hipify_py.lanes.hazards.at_thread import threads
from hipify_py.lanes.hazards.block_numbers import hangs_on_blocks
from hipify_py.lanes.hazards.call_roles import role_of
from hipify_py.lanes.hazards.group_objects import meets
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_standing
from hipify_py.source.written_declarations import declaration

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.lanes.hazards.loop_exits import LoopExits
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Loop, Path
    from hipify_py.source.unit import Unit

WAVEFRONT = 64
SETS = frozenset({"swap", "add"})
OF_DEVICE = (b"__device__", b"__managed__")


def set_by_another(of: LoopExits, loop: Loop, values: LazyValues) -> bool:
    """Say whether a thread that waits in a loop waits for a later doing of another of its wavefront."""
    flags = {*_asked(of, loop, values)}
    later = [
        of.model.path(at.start)
        for place, value, at in (_set(of) if flags else ())
        if place in flags and at.start >= loop.whole.end and not _meets(of, loop.whole.end, at.start)
        if value is None or not _waits_on(of, loop, place, value)
    ]
    waits = of.model.path(loop.whole.start)
    if not later or _differs_by_block(of, waits):
        return False
    block = threads(of.unit, of.names, of.constants)
    waiting = [one for one in block if one.comes(waits)]
    if len(waiting) != 1:
        return False
    first = waiting[0].thread - waiting[0].thread % WAVEFRONT
    others = [one for one in block[first : first + WAVEFRONT] if one is not waiting[0]]
    return any(
        waiting[0].comes(sets) is False and any(one.comes(sets) is not False for one in others)
        for sets in later
        if not _differs_by_block(of, sets)
    )


def _differs_by_block(of: LoopExits, path: Path) -> bool:
    return any(hangs_on_blocks(of, one.span) for one in path)


def _meets(of: LoopExits, start: int, end: int) -> bool:
    """Say whether the threads of the block meet between two places."""
    between = (one for one in of.model.calls if start <= one.name.start < end)
    return any(meets(of.unit, one.name, of.model.function) for one in between)


def _asked(of: LoopExits, loop: Loop, values: LazyValues) -> Iterator[bytes]:
    """Give the places in the memory of the device by which a loop is left, alike for all threads."""
    given = by_assignments(of.model.assigned_in(loop.whole))
    conditions = [loop.condition, *(one for each in of.leaving.get(loop.head, ()) for one in each)]
    for at, _ in followed(of.unit.code, conditions, given):
        for node in expression(of.unit.code[slice(*at)]).walk():
            place = _place(of, node)
            if not place and node.kind == "call" and node.parts:
                place = _pointed(of, node.parts[0])
            name = place.partition(b"[")[0]
            if name and (name == place or values.at(at.start).level(name) == "uniform"):
                yield place


def _place(of: LoopExits, node: Expression) -> bytes:
    """Give the one spelling of a place in the memory of the device: a variable of it, or behind a pointer."""
    node = bare(node)
    if node.kind == "name":
        free = node.text not in of.names.declared
        return node.text if free and node.text in device_variables(of.unit) else b""
    if (node.kind, node.text) == ("unary", b"*"):
        return _pointed(of, node.parts[0])
    if node.kind == "subscript" and len(node.parts) == 2:
        base, index = node.parts
        number = of.constants.of(index)
        name = bare(base).text if bare(base).kind == "name" else b""
        return b"%b[%d]" % (name, number.value) if name and number else b""
    return b""


def _pointed(of: LoopExits, node: Expression) -> bytes:
    """Give the place to which an address leads."""
    node = bare(node)
    if (node.kind, node.text) == ("unary", b"&"):
        return _place(of, node.parts[0])
    taken = node.kind == "name" and node.text in of.model.parameters
    moved = any(one.target == node.text for one in of.names.given.get(node.text, []))
    return node.text + b"[0]" if taken and not moved else b""


@fact
def device_variables(unit: Unit) -> frozenset[bytes]:
    """Give the names of the variables that lie in the memory of the device."""
    made = (declaration(unit.code, word.start) for word in all_standing(unit, *OF_DEVICE))
    found = (one for each in made if each for one in each.declarators if not one.taken or one.pointed)
    return frozenset(unit.code[slice(*one.name)] for one in found)


def _set(of: LoopExits) -> Iterator[tuple[bytes, Expression | None, Span]]:
    """Give the places that a function sets, to what if that is all of it, and where."""
    for one in of.model.assignments:
        value = expression(of.unit.code[slice(*one.value)]) if not one.operator else None
        yield _place(of, expression(one.target)), value, one.value
    for call in of.model.calls:
        role = role_of(of.unit.code[slice(*call.name)])
        if role in SETS and call.arguments and not of.calls.adds_nothing(call):
            value = expression(of.unit.code[slice(*call.arguments[-1])]) if role == "swap" else None
            yield _pointed(of, expression(of.unit.code[slice(*call.arguments[0])])), value, call.name


def _waits_on(of: LoopExits, loop: Loop, place: bytes, value: Expression) -> bool:
    """Say whether a loop that asks for a place alone goes on where it has a value, as where it is reset."""
    node, number = bare(expression(of.unit.code[slice(*loop.condition)])), of.constants.of(value)
    if number is None:
        return False
    if (node.kind, node.text) == ("unary", b"!"):
        return _place(of, node.parts[0]) == place and not number.value
    if node.kind == "binary" and node.text in COMPARED:
        left, right = node.parts
        against = of.constants.of(right)
        asks = _place(of, left) == place and against is not None
        return asks and against is not None and COMPARED[node.text](number.value, against.value)
    return _place(of, node) == place and number.value != 0
