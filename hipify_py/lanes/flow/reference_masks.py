"""Parameters that refer to masks of their callers' and can be given 64 bits with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.value_types import is_narrow
from hipify_py.source.tokens import OWN_NAME
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.lanes.flow.lane_masks import Masks
    from hipify_py.model import Span
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit


def widened_references(unit: Unit, masks: Masks) -> Mapping[Function, frozenset[bytes]]:
    """Give for functions the symbols of parameters that every caller gives a mask which is widened itself.

    A reference takes a variable of its own type alone, so that all of them have to be known: the function
    stands in the file where it is defined and where it is called, and nowhere else.
    """
    given: dict[tuple[Function, bytes], list[bool]] = {}
    for body in masks.bodies.values():
        for argument, callee, symbol in masks.passed(body):
            if symbol in masks.names[callee.function]:
                is_wide = _is_widened(unit, argument, body, masks)
                given.setdefault((callee.function, symbol), []).append(is_wide)
    found: dict[Function, set[bytes]] = {}
    for (function, symbol), widened in given.items():
        callee = masks.bodies[function]
        stands = len(all_standing(unit, callee.name))
        if all(widened) and stands == len(widened) + 1 and not masks.is_open(callee):
            found.setdefault(function, set()).add(symbol)
    return {function: frozenset(symbols) for function, symbols in found.items()}


def _is_widened(unit: Unit, argument: Span, body: Body, masks: Masks) -> bool:
    """Say whether an argument is a variable of 32 bits that holds a mask and is given 64."""
    name = unit.code[slice(*argument)].strip()
    if not OWN_NAME.fullmatch(name) or not masks.is_named(name, body.function, argument.start):
        return False
    made = body.names.declaration(name, argument.start)
    if made is None or made.pointers or made.sign_in(unit.code) or body.function.kind == "macro":
        return False
    own = made.at.start >= body.function.body.start or not masks.is_open(body)
    return own and is_narrow(made.type_in(unit.code))
