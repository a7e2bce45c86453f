"""On what the ways out of the loops of a function hang, of those that it calls and of macros, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.volatile_members import volatile_members
from hipify_py.lanes.flow.lambda_values import lambda_bodies
from hipify_py.lanes.hazards.call_roles import role_of
from hipify_py.lanes.hazards.function_calls import FunctionCalls
from hipify_py.lanes.hazards.held_turns import is_held
from hipify_py.lanes.hazards.loop_kinds import first
from hipify_py.lanes.hazards.one_loop import Turn
from hipify_py.lanes.hazards.returned_truths import of_truths
from hipify_py.lanes.hazards.tries import Tries
from hipify_py.lanes.hazards.ways_out import leaving
from hipify_py.lazy import cached_property
from hipify_py.model import Span
from hipify_py.source.function_model import Loop
from hipify_py.source.function_reading import defined_functions, model, names
from hipify_py.source.tokens import OWN_NAME, token_before

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.hazards.call_roles import Role
    from hipify_py.lanes.hazards.loop_kinds import Kind
    from hipify_py.source.function_model import Declaration, Model
    from hipify_py.source.unit import Unit

SHARED = frozenset({b"volatile", b"__shared__"})
NONE = Span(0, 0)
DEEPEST = 3  # functions that are looked into, one from the other


class LoopExits:
    """The ways out of the loops of one function; `depth` counts the functions that lead to it.

    For a macro `given` says on what it hangs what is given for a parameter.
    """

    def __init__(
        self,
        unit: Unit,
        of: Model,
        constants: ConstantTable,
        depth: int = 0,
        given: Callable[[bytes], Kind | None] = lambda _: None,
    ) -> None:
        """Remember where to look."""
        self.unit, self.model, self.constants, self.depth = unit, of, constants, depth
        self.given = given
        self.names = names(unit, of.function)
        self.calls = FunctionCalls(unit.code, of, constants, self.role, self._waits)
        self._functions: dict[tuple[bytes, bool | None], Kind] = {}
        self._roles: dict[bytes, Role] = {}
        self._shared: dict[bytes, bool] = {}

    def kind(self, loop: Loop, exits: Sequence[Sequence[Span]] = ()) -> Kind:
        """Say what a loop does: it moves on by itself, takes a lock, waits for a flag, or asks nothing.

        One that has no head is given its `exits`: the conditions of each.
        """
        turn = Turn(self, loop, exits)
        kind = turn.kind()
        return "moves" if kind == "turn" and is_held(turn) else kind

    def bounded(self, loop: Loop, exits: Sequence[Sequence[Span]] = ()) -> Kind:
        """Say for what a loop tries a number of times, or for a time: for a lock or a flag, if for any."""
        return Tries(Turn(self, loop, exits)).kind()

    def of_function(self, name: bytes, *, ends: bool | None = None) -> Kind:
        """Say on what it hangs what a function of the file returns, such as one that tries to take a lock.

        `ends` is the truth that ends the loop that asks it, if that is known.
        """
        if (name, ends) not in self._functions:
            self._functions[name, ends] = "moves"  # where it calls itself
            self._functions[name, ends] = self._returned(name, ends=ends)
        return self._functions[name, ends]

    def _waits(self, name: bytes) -> bool:
        return any(
            self.of_function(name, ends=ends) in {"lock", "turn", "flag"} for ends in (None, True, False)
        )

    def _returned(self, name: bytes, *, ends: bool | None) -> Kind:
        made = defined_functions(self.unit).get(name) if self.depth < DEEPEST else None
        if made is None:
            return self._of_lambda(name)
        read = model(self.unit, made)
        whole = Loop("while", made.body, NONE, NONE, NONE, NONE, made.body)
        turn = Turn(LoopExits(self.unit, read, self.constants, self.depth + 1), whole)
        if said := of_truths(turn, ends=ends):
            return said
        return first({turn.of_expression(one.value, frozenset()) for one in read.jumps if one.value})

    def _of_lambda(self, name: bytes) -> Kind:
        """Say on what it hangs what a lambda of the function returns, by the name that holds it."""
        found: set[Kind] = set()
        for one in self.names.declared.get(name, ()):
            for body in lambda_bodies(self.model, one.value) if one.value else ():
                turn = Turn(self, Loop("while", body, NONE, NONE, NONE, NONE, body))
                returned = (each.value for each in self.model.jumps if each.home == body and each.value)
                found |= {turn.of_expression(each, frozenset()) for each in returned}
        kind = first(found)
        return "moves" if kind == "still" else kind

    def role(self, name: bytes) -> Role:
        """Say what a function does, by its name."""
        if name not in self._roles:
            self._roles[name] = role_of(name)
        return self._roles[name]

    @cached_property
    def leaving(self) -> dict[Span, list[Sequence[Span]]]:
        """Give for each loop, by its head, the conditions in it on which each jump hangs that leaves it."""
        return leaving(self.model)

    def is_shared(self, name: bytes) -> bool:
        """Say whether others may write what a name holds, by how it is declared."""
        if name not in self._shared:
            declared = self.names.declared.get(name, ())
            made = (one for one in declared if not one.pointers)
            member = not declared and self.is_volatile(name)
            self._shared[name] = member or any(map(self._shares, made))
        return self._shared[name]

    def is_volatile(self, name: bytes) -> bool:
        """Say whether others may write what members of a name hold."""
        return name in volatile_members(self.unit)

    def _shares(self, made: Declaration) -> bool:
        """Say whether a declaration is marked; the mark may stand before what the grammar takes for it."""
        code, start = self.unit.code, made.statement.start
        words = {*OWN_NAME.findall(code, *made.statement), token_before(code, start).text}
        return not words.isdisjoint(SHARED)
