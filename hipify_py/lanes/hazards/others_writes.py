"""Memory of which is said that others write it: `volatile`, read by an atomic, by a load or by assembly."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from hipify_py.source.function_reading import defined_functions
from hipify_py.source.tokens import OWN_NAME

if TYPE_CHECKING:
    from hipify_py.lanes.hazards.loop_kinds import Surroundings
    from hipify_py.model import Span
    from hipify_py.source.function_model import Assignment

BY_OTHERS = re.compile(rb"\bvolatile\b|\basm\b|\batomic|\b(?:__)?ld_?\w*\s*\(|\b[Ll]oad\w*\s*\(")


class Turn(Protocol):
    """What is asked of a loop."""

    function: Surroundings
    code: bytes

    @property
    def given(self) -> dict[bytes, list[Assignment]]:
        """Give what is assigned in the loop, by the first name of the target."""


def is_by_others(turn: Turn, span: Span) -> bool:
    """Say whether an expression reads, through names of the loop, what others are said to write."""
    todo, seen = [span], set[bytes]()
    while todo:
        at = todo.pop()
        if BY_OTHERS.search(turn.code, *at):
            return True
        for name in {*OWN_NAME.findall(turn.code, *at)} - seen:
            seen.add(name)
            if _is_written(turn, name):
                return True
            todo += (one.value for one in turn.given.get(name, ()))
    return False


def _is_written(turn: Turn, name: bytes) -> bool:
    function = turn.function
    if function.is_shared(name) or function.is_volatile(name):
        return True
    if made := defined_functions(function.unit).get(name):
        return BY_OTHERS.search(turn.code, *made.body) is not None
    given = turn.given.get(name, ())
    return any(one.operator == b"asm" for one in given) or any(
        b"volatile" in turn.code[slice(*one.statement)] for one in function.names.declared.get(name, ())
    )
