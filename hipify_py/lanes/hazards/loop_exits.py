"""On what the ways out of the loops of a function hang, of those that it calls and of macros, too."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.lanes.find.special_members import called_of_class, class_named, class_of_object, operators
from hipify_py.lanes.find.volatile_members import volatile_members
from hipify_py.lanes.flow.lambda_values import lambda_bodies
from hipify_py.lanes.hazards.call_roles import role_of
from hipify_py.lanes.hazards.changed_arguments import changed_arguments
from hipify_py.lanes.hazards.function_calls import FunctionCalls
from hipify_py.lanes.hazards.handed_meetings import handed_name
from hipify_py.lanes.hazards.held_turns import is_held
from hipify_py.lanes.hazards.loop_kinds import Kind, first
from hipify_py.lanes.hazards.one_loop import Turn
from hipify_py.lanes.hazards.predicates import passed
from hipify_py.lanes.hazards.returned_truths import of_truths
from hipify_py.lanes.hazards.said_by_others import gives_volatile
from hipify_py.lanes.hazards.stored_places import last_stored
from hipify_py.lanes.hazards.tries import Tries
from hipify_py.lanes.hazards.turn_ways import ENDS_CALL
from hipify_py.lanes.hazards.ways_out import leaving, once
from hipify_py.lazy import cached_property
from hipify_py.model import Span
from hipify_py.source.function_model import Loop
from hipify_py.source.function_reading import defined_functions, model, names
from hipify_py.source.tokens import OWN_NAME, token_before

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.hazards.call_roles import Role
    from hipify_py.source.function_model import CallText, Declaration, Jump, Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

SHARED = frozenset({b"volatile", b"__shared__"})
NONE = Span(0, 0)
DEEPEST = 3  # functions that are looked into, one from the other
MOST_HANDED = 32  # calls that hand something to a function, a quarter of them a function further
WAITS = frozenset[Kind]({"lock", "turn", "flag"})


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
        self.calls = FunctionCalls(unit.code, of, constants, self.role, self._changed)
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

    def _changed(self, call: CallText) -> tuple[Span, ...]:
        """Give those arguments of a call that it may change; none of what hangs on what others do."""
        name = self.unit.code[slice(*call.name)]
        if any(self.of_function(name, ends=ends) in WAITS for ends in (None, True, False)):
            return ()
        changed = changed_arguments(self.unit, name)
        return tuple(one for number, one in enumerate(call.arguments) if changed is None or number in changed)

    def _returned(self, name: bytes, *, ends: bool | None) -> Kind:
        made = defined_functions(self.unit).get(name) if self.depth < DEEPEST else None
        return self._of_held(name, ends=ends) if made is None else self._of_body(made, ends=ends)

    def _of_body(self, made: Function, *, ends: bool | None) -> Kind:
        """Say on what it hangs what a function returns."""
        read = model(self.unit, made)
        known = LoopExits(self.unit, read, self.constants, self.depth + 1)
        kind = known.of_returns(made.body, [one for one in read.jumps if one.value], ends=ends)
        return "flag" if kind == "still" and gives_volatile(self.unit, made) else kind

    def waits_to_change(self, name: bytes, number: int) -> bool:
        """Say whether a function of the file changes what it is handed only where a flag is there."""
        made = defined_functions(self.unit).get(name) if self.depth < DEEPEST else None
        read = model(self.unit, made) if made else None
        if read is None or number >= len(read.parameters):
            return False
        body, own = read.function.body, read.parameters[number]
        turn = Turn(
            LoopExits(self.unit, read, self.constants, self.depth + 1),
            Loop("while", body, NONE, NONE, NONE, NONE, body),
        )
        turn.awaited.ways.ends_turn = ENDS_CALL
        given = turn.given.get(own, ())
        begun = {one.value for one in read.declarations}
        given = [one for one in given if one.value not in begun]
        return (
            bool(given) and own not in turn.lent and not any(turn.awaited.moves_on(own, one) for one in given)
        )

    def of_returns(self, body: Span, returns: Sequence[Jump], *, ends: bool | None) -> Kind:
        """Say on what it hangs what is returned from the body of the function, or of a lambda in it."""
        turn = Turn(self, Loop("while", body, NONE, NONE, NONE, NONE, body))
        if said := of_truths(turn, ends=ends):
            return said
        return first(turn.of_expression(one.value, frozenset()) for one in returns if one.value)

    def _of_held(self, name: bytes, *, ends: bool | None) -> Kind:
        """Say on what it hangs what something returns that the function holds in a name, or is handed."""
        found: set[Kind] = set()
        for one in self.names.declared.get(name, ()):
            if one.kind != "parameter" and one.value:
                found |= {self.of_lambda(body, ends=ends) for body in lambda_bodies(self.model, one.value)}
            of_class = class_of_object(self.unit, one) if one.type and not one.pointers else b""
            found |= {self._of_class(of_class, ends=ends)} if of_class in operators(self.unit) else set()
        if not found and self.is_handed(name):
            return self._of_handed(name, ends=ends)
        kind = first(found)
        return "moves" if kind == "still" else kind

    def of_lambda(self, body: Span, *, ends: bool | None) -> Kind:
        """Say on what it hangs what a lambda of the function returns, by its body."""
        return self.of_returns(
            body, [one for one in self.model.jumps_in(body) if one.home == body], ends=ends
        )

    def _of_class(self, name: bytes, *, ends: bool | None) -> Kind:
        """Say on what it hangs what an object of a class gives where it is called."""
        made = called_of_class(self.unit, name) if self.depth < DEEPEST else None
        return self._of_body(made, ends=ends) if made else "moves"

    def is_handed(self, name: bytes) -> bool:
        """Say whether a name is a parameter, of the function or of a lambda in it."""
        declared = self.names.declared.get(name, ())
        return bool(declared) and all(one.kind == "parameter" for one in declared)

    def _of_handed(self, name: bytes, *, ends: bool | None) -> Kind:
        """Say for what it waits what others hand to the function to ask, where one of them hands it such."""
        most = MOST_HANDED >> 2 * self.depth if self.depth < DEEPEST else 0
        given = islice(passed(self.unit, self.model, name), most)
        kinds = (self._of_given(*one, ends=ends) for one in given)
        return next((kind for kind in kinds if kind in WAITS), "moves")

    def _of_given(self, read: Model, given: Span, *, ends: bool | None) -> Kind:
        """Say on what it hangs what something returns that another function hands on."""
        known = LoopExits(self.unit, read, self.constants, self.depth + 1)
        text = self.unit.code[slice(*given)]
        if text.startswith(b"["):
            bodies = lambda_bodies(read, given)
            return known.of_lambda(bodies[0], ends=ends) if bodies else "moves"
        if not (named := handed_name(text)):
            return "moves"
        if (of_class := class_named(named)) in operators(self.unit):
            return known._of_class(of_class, ends=ends)
        return known.of_function(named, ends=ends)

    def role(self, name: bytes) -> Role:
        """Say what a function does, by its name."""
        if name not in self._roles:
            self._roles[name] = role_of(name)
        return self._roles[name]

    @cached_property
    def leaving(self) -> dict[Span, list[Sequence[Span]]]:
        """Give for each loop, by its head, the conditions in it on which each jump hangs that leaves it."""
        return leaving(self.model)

    @cached_property
    def once(self) -> frozenset[Span]:
        """Give the heads of the loops that end with their first turn."""
        return once(self.model)

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

    def is_stored_behind(self, name: bytes, at: int) -> bool:
        """Say whether the function stores behind a place into memory that a name leads to."""
        return self._stored.get(name, -1) >= at

    @cached_property
    def _stored(self) -> dict[bytes, int]:
        return last_stored(self.unit, self.model, self.names, self.calls)

    def _shares(self, made: Declaration) -> bool:
        """Say whether a declaration is marked; the mark may stand before what the grammar takes for it."""
        code, start = self.unit.code, made.statement.start
        words = {*OWN_NAME.findall(code, *made.statement), token_before(code, start).text}
        return not words.isdisjoint(SHARED)
