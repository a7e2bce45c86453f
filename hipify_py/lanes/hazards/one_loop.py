"""On what the ways out of one loop hang: on memory that others write, on a lock, or on its own doing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.value_types import is_number
from hipify_py.lanes.hazards.assembled_swaps import of_assembly
from hipify_py.lanes.hazards.awaited import Awaited
from hipify_py.lanes.hazards.call_outcomes import lent_places, outcome
from hipify_py.lanes.hazards.call_roles import KNOWN
from hipify_py.lanes.hazards.empty_loops import is_never
from hipify_py.lanes.hazards.group_objects import meets
from hipify_py.lanes.hazards.lock_moves import LockMoves
from hipify_py.lanes.hazards.lock_places import is_aside, wholes
from hipify_py.lanes.hazards.loop_kinds import first
from hipify_py.lanes.hazards.loop_parts import LoopParts
from hipify_py.lanes.hazards.stepped_objects import SteppedObjects
from hipify_py.lanes.hazards.turn_values import (
    chosen_swap,
    decided_by,
    is_elsewhere,
    is_load,
    is_moved,
    is_passed_on,
)
from hipify_py.lazy import cached_property, re
from hipify_py.model import Span
from hipify_py.source.tokens import OWN_NAME

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.lanes.hazards.call_roles import Role
    from hipify_py.lanes.hazards.loop_kinds import Kind, Surroundings
    from hipify_py.source.function_model import Assignment, CallText, Loop

READS = re.compile(rb"\[|->|\*\s*(?:\(|[A-Za-z_])")  # of memory, or a product
TRUTHS = frozenset({b"true", b"false"})
MOST_STEPS = 200  # of names that are followed for one loop
DEEPEST = 40  # of them, one behind the other


class Turn(LoopParts):
    """One loop: what it assigns and calls, and on what the ways out of it hang."""

    def __init__(
        self,
        function: Surroundings,
        loop: Loop,
        exits: Sequence[Sequence[Span]] = (),
        *,
        leaves: bool = False,
    ) -> None:
        """Remember the loop, the function's others, and the ways out of one that has no head.

        What stands under the conditions of those that it `leaves` by is done once.
        """
        super().__init__(function, loop, exits)
        self.left = exits if leaves else ()
        self.steps = self.depth = 0
        self.frozen: frozenset[bytes] = frozenset()  # names whose own doing is left out of account
        self._of_frozen: dict[tuple[Span, frozenset[bytes], bool], Kind] = {}
        self._lent_by_flag: dict[bytes, bool] = {}
        self.of_lock = False  # what is asked about is the address of a lock
        self.awaited = Awaited(self)

    def kind(self) -> Kind:
        """Say what the loop does: it moves on by itself, takes a lock, waits for a flag, or asks nothing."""
        if "barrier" in map(self.role, self.called) and any(map(self._meets, self.calls)):
            return "moves"  # all threads of the block go on together
        if is_never(self.function.unit, self.loop.condition, self.function.constants):
            return "moves"  # after one turn
        if not self.ways_out and self.loop.head in self.function.once:
            return "moves"
        return first(map(self.of_exit, self.exits))

    def _meets(self, call: CallText) -> bool:
        return meets(self.function.unit, call.name, self.model.function)

    def role(self, name: bytes) -> Role:
        """Say what a function does, by its name."""
        return self.function.role(name)

    def of_address(self, span: Span, followed: frozenset[bytes]) -> Kind:
        """Say on what the address of a lock hangs."""
        before, self.of_lock = self.of_lock, True
        kind = self.of_expression(span, followed)
        self.of_lock = before
        return kind

    def of_exit(self, conditions: Sequence[Span]) -> Kind:
        """Say on what a way out hangs: where one of its conditions moves, it does."""
        kind = first(self.of_expression(span, frozenset()) for span in conditions)
        if kind == "moves" and self.awaited.holds_back(conditions):
            return "flag"
        if kind != "still":
            return kind
        known = KNOWN.issuperset(map(self.role, self.called))
        asked = {word[0] for word in OWN_NAME.finditer(self.code, *self.loop.condition)}
        idle = not self.given and known and not all(map(self.is_settled, asked))
        return "flag" if idle else "still"

    def is_settled(self, name: bytes) -> bool:
        """Say whether a name is a vote's, or that of a number of the function's own, which nobody changes."""
        made = self.function.names.declared.get(name, ())
        own = made and not self.function.is_shared(name) and all(is_number(self.code, one) for one in made)
        return bool(own) or self.role(name) in {"pass", "vote"}

    def of_expression(self, span: Span, followed: frozenset[bytes]) -> Kind:
        """Say on what an expression hangs, through the names that the loop assigns.

        Names that are `followed` already, one from the other, lead back to themselves.
        """
        self.steps += 1
        if self.steps > MOST_STEPS or self.depth >= DEEPEST:
            return "moves"
        self.depth += 1
        kind = self._of_expression(span, followed)
        self.depth -= 1
        return kind

    def _of_expression(self, span: Span, followed: frozenset[bytes]) -> Kind:
        kinds: set[Kind] = set()
        inside = self.calls_in(span)
        called = {one.name.start: self.of_call(one, followed) for one in inside}
        kinds.update(called.values())
        taking = wholes(self.code, span, {at for at, kind in called.items() if kind in {"lock", "turn"}})
        before = self.of_lock
        for word in OWN_NAME.finditer(self.code, *span):
            if word.start() not in called:
                self.of_lock = before or any(one.start <= word.start() < one.end for one in taking)
                kinds.add(self.of_name(word[0], followed, Span(*word.span())))
        self.of_lock = before
        if READS.search(self.code, *span) or any(map(self.function.is_volatile, self._members(span))):
            kinds.add("flag")
        return first(kinds)

    def of_name(self, name: bytes, followed: frozenset[bytes], at: Span) -> Kind:
        """Say on what a name hangs: on all that the loop gives it, and on the conditions of that."""
        if name in self.frozen:
            return "flag" if self.function.is_volatile(name) else "still"
        if name in followed or (self.of_lock and self.lock_moves.moves(at)) or self.stepped_objects.moves(at):
            return "moves"  # it is made of what it was in the turn before
        given = self.given.get(name, ())
        if self.of_lock and given:
            given = [one for one in given if not is_aside(self, one.target, at)]
        if given:
            return self.of_given(name, given, followed, at)
        if kind := self.function.given(name):
            return kind
        if name in self.lent and (not self.of_lock or name in lent_places(self, at)):
            return "flag" if self.is_lent_by_flag(name) else "moves"
        return "flag" if self.function.is_shared(name) else "still"

    def of_given(
        self, name: bytes, given: Sequence[Assignment], followed: frozenset[bytes], at: Span
    ) -> Kind:
        """Say on what a name hangs that the loop gives a value."""
        if self.steps > MOST_STEPS:
            return "moves"
        written = [one for one in given if one.operator == b"asm"]
        swapped = {one: kind for one in written if (kind := of_assembly(self, one, followed | {name}))}
        read = {one for one in written if one not in swapped and is_load(self, one)}
        moved = {one for one in given if one not in read and one not in swapped and is_moved(self, one, name)}
        if moved and self.awaited.is_renewed(name):
            return self.of_renewed(name)
        if any(self.awaited.moves_on(name, one) for one in moved) and not self.awaited.goes_back(name):
            return "moves"
        kinds: set[Kind] = {*swapped.values()}
        kinds |= {"flag"} if read or moved else set()
        for one in given:
            if one in read or one in moved or one in swapped or is_passed_on(self, name, one):
                continue
            is_own = one.value.start <= at.start < one.value.end
            if self.steps > MOST_STEPS or is_own or is_elsewhere(self, one, name, followed):
                return "moves"
            sides, asked = chosen_swap(self, one)
            kinds |= {self.of_expression(each, followed | {name}) for each in sides or [one.value]}
            kinds |= {self.of_frozen(each, self.frozen | {name}) for each in asked}
            if self.is_constant(one.value):
                kinds |= {self.of_frozen(each, self.frozen | {name}) for each in decided_by(self, one, name)}
        return first(kinds)

    def of_frozen(self, span: Span, frozen: frozenset[bytes]) -> Kind:
        """Say on what an expression hangs, leaving the own doing of some names out of account."""
        asked = span, frozen, self.of_lock
        if asked not in self._of_frozen:
            before, self.frozen = self.frozen, frozen
            self._of_frozen[asked] = self.of_expression(span, frozenset())
            self.frozen = before
        return self._of_frozen[asked]

    def of_renewed(self, name: bytes) -> Kind:
        """Say on what a name hangs that each turn begins anew: on all that goes into it in the turn."""
        frozen, spans = self.frozen | {name}, set[Span]()
        for one in self.given[name]:
            spans |= {one.value, *(gate.span for gate in self.awaited.ways.gates(one.value.start))}
        return first(self.of_frozen(one, frozen) for one in spans)

    def is_constant(self, span: Span) -> bool:
        """Say whether a value is a number, or the name of one."""
        bare = self.text(span).strip(b"() \t")
        named = OWN_NAME.fullmatch(bare) and (bare in TRUTHS or bare == bare.upper() or self.is_outer(bare))
        return bool(named) or self.function.constants.number(self.text(span).strip()) is not None

    def is_outer(self, name: bytes) -> bool:
        """Say whether a name is none of the function's, nor given a value here: such as an enumerator."""
        own = name in self.given or name in self.function.names.declared
        return not own and not self.function.is_volatile(name)

    @cached_property
    def lent(self) -> frozenset[bytes]:
        """Give the names that calls in the loop may change."""
        return self.function.calls.lent(self.calls)

    def is_lent_by_flag(self, name: bytes) -> bool:
        """Say whether all calls that may change a name do so only where a flag is there."""
        if name not in self._lent_by_flag:
            calls = self.function.calls
            lending = [one for one in self.calls if name in calls.lent([one])]
            self._lent_by_flag[name] = all(
                self.function.waits_to_change(self.text(one.name), number)
                for one in lending
                for number, each in enumerate(one.arguments)
                if each in calls.changed(one) and name in OWN_NAME.findall(self.code, *each)
            )
        return self._lent_by_flag[name]

    @cached_property
    def lock_moves(self) -> LockMoves:
        """Give what the loop changes under other names than those in a lock's address."""
        return LockMoves(self)

    @cached_property
    def stepped_objects(self) -> SteppedObjects:
        """Give what the loop steps by methods."""
        return SteppedObjects(self)

    def of_call(self, call: CallText, followed: frozenset[bytes]) -> Kind:
        """Say on what the outcome of a call hangs."""
        return outcome(self, call, followed)
