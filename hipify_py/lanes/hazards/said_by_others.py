"""What a file says others write at any time: by `volatile`, by an atomic or a load, or in shared memory.

So does a kernel that stores behind a loop what its other warps read in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from hipify_py.lanes.find.special_members import called_of_class, class_of_object
from hipify_py.lanes.find.volatile_members import volatile_names
from hipify_py.lazy import re
from hipify_py.source.function_reading import defined_functions
from hipify_py.source.functions import marking_words
from hipify_py.source.tokens import OWN_NAME
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.hazards.call_roles import Role
    from hipify_py.lanes.hazards.loop_kinds import Surroundings
    from hipify_py.model import Span
    from hipify_py.source.function_model import Assignment, CallText, Declaration, Loop
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

DEEPEST = 4  # functions that call one another
BY_OTHERS = re.compile(rb"\bvolatile\b|\basm\b|\batomic|\b(?:__)?ld_?\w*\s*\(|\b[Ll]oad\w*\s*\(")
VOLATILE = b"volatile"


class Turn(Protocol):
    """What is asked of a loop."""

    function: Surroundings
    loop: Loop
    code: bytes

    @property
    def calls(self) -> list[CallText]:
        """Give the calls in the loop."""

    @property
    def given(self) -> dict[bytes, list[Assignment]]:
        """Give what is assigned in the loop, by the first name of the target."""

    def text(self, span: Span) -> bytes:
        """Give the code of a span."""

    def role(self, name: bytes) -> Role:
        """Say what a function does, by its name."""


def is_by_others(turn: Turn, span: Span, *, in_block: bool = True, stored: bool = True) -> bool:
    """Say whether an expression reads, through names of the loop, what others are said to write.

    What stands in shared memory is that if it counts that others of the block may write there, and so is
    what the function itself stores behind the loop, as others of the kernel do, and the loop reads anew, if
    what is `stored` so counts as well.
    """
    todo, seen = [span], set[bytes]()
    while todo:
        at = todo.pop()
        if BY_OTHERS.search(turn.code, *at):
            return True
        named = {*OWN_NAME.findall(turn.code, *at)}
        anew = in_block and stored and (not named.isdisjoint(turn.given) or _reads_anew(turn))
        if anew and any(_is_stored_behind(turn, name) for name in named):
            return True
        for name in named - seen:
            seen.add(name)
            if _is_written(turn, name, in_block=in_block):
                return True
            todo += (one.value for one in turn.given.get(name, ()))
            todo += _lambdas(turn, name)
    return False


def _is_stored_behind(turn: Turn, name: bytes) -> bool:
    """Say whether the function stores behind the loop, and not in it, where a name leads."""
    return name not in turn.given and turn.function.is_stored_behind(name, turn.loop.whole.end)


def _reads_anew(turn: Turn) -> bool:
    """Say whether each turn has to read memory at the same place again: what nothing marks is read once."""
    return any(turn.role(turn.text(one.name)) == "calm" for one in turn.calls)


def gives_volatile(unit: Unit, made: Function) -> bool:
    """Say whether a function gives a pointer or a reference to what others may write at any time."""
    return VOLATILE in OWN_NAME.findall(marking_words(unit, made))


def _is_written(turn: Turn, name: bytes, *, in_block: bool) -> bool:
    function = turn.function
    declared = function.names.declared.get(name, ())
    said = any(VOLATILE in turn.code[slice(*one.statement)] for one in declared)
    if said or function.is_volatile(name) or (in_block and function.is_shared(name)):
        return True
    if any(one.operator == b"asm" for one in turn.given.get(name, ())):
        return True
    called = [function_ for one in declared if (function_ := _called(function.unit, one))]
    if not declared and (made := defined_functions(function.unit).get(name)):
        called.append(made)
    return any(_says(function.unit, one, DEEPEST) for one in called)


def _called(unit: Unit, made: Declaration) -> Function | None:
    """Give what is called of an object that is declared, by its class."""
    return called_of_class(unit, class_of_object(unit, made)) if made.type and not made.pointers else None


def _lambdas(turn: Turn, name: bytes) -> Iterator[Span]:
    """Give the lambdas that a name holds."""
    for one in turn.function.names.declared.get(name, ()):
        if one.value and turn.code.startswith(b"[", one.value.start):
            yield one.value


@fact_of
def _says(unit: Unit, function: Function, left: int) -> bool:
    """Say whether a function, or one of the file that it names, reads what others are said to write."""
    names = {*OWN_NAME.findall(unit.code, *function.body)}
    if BY_OTHERS.search(unit.code, *function.span) or not names.isdisjoint(volatile_names(unit)):
        return True
    others = (defined_functions(unit).get(name) for name in names) if left else ()
    return any(_says(unit, one, left - 1) for one in others if one and one != function)
