"""Flags in shared memory: one thread that waits for such a flag waits for threads of its own block."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.storage import is_shared
from hipify_py.lanes.hazards.call_roles import STILL, role_of
from hipify_py.source.function_reading import names
from hipify_py.source.spans import holds
from hipify_py.source.tokens import OWN_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Span
    from hipify_py.source.function_model import Loop, Model
    from hipify_py.source.unit import Unit


def set_later(unit: Unit, of: Model, loop: Loop) -> bool:
    """Say whether a loop asks for shared memory that others set behind it, or in a turn of a loop around.

    What stands under the conditions of the loop itself is done by the thread that waits.
    """
    asked = {word[0] for word in OWN_NAME.finditer(unit.code, *loop.whole)}
    declared = names(unit, of.function).declared
    flags = {name for name in asked if any(is_shared(unit, one) for one in declared.get(name, ()))}
    if not flags:
        return False
    around = [one.whole for one in of.loops if one.whole != loop.whole and holds(one.whole, loop.whole)]
    own = {(one.span, one.otherwise) for one in of.path(loop.whole.start) if one.keyword == "if"}
    return any(
        not own & {(one.span, one.otherwise) for one in of.path(at.start)}
        and (at.start >= loop.whole.end or any(holds(one, at) for one in around))
        for at in _written(unit, of, flags)
        if not holds(loop.whole, at)
    )


def _written(unit: Unit, of: Model, flags: set[bytes]) -> Iterator[Span]:
    """Give where one of some names is given a value, or to a call that may do so."""
    for one in of.assignments:
        if (name := OWN_NAME.search(one.target)) and name[0] in flags:
            yield one.value
    for call in of.calls:
        given = (word[0] for each in call.arguments for word in OWN_NAME.finditer(unit.code, *each))
        if role_of(unit.code[slice(*call.name)]) not in STILL | {"load"} and not flags.isdisjoint(given):
            yield call.name
