"""Loops that wait up to a bound: they count their tries, or ask the time, and do nothing else meanwhile."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from hipify_py.lanes.hazards.call_roles import KNOWN
from hipify_py.lanes.hazards.condition_parts import condition_parts
from hipify_py.lanes.hazards.held_turns import is_held
from hipify_py.lanes.hazards.loop_kinds import first
from hipify_py.lanes.hazards.one_loop import READS
from hipify_py.lazy import cached_property
from hipify_py.source.spans import holds
from hipify_py.source.tokens import OWN_NAME

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from hipify_py.lanes.hazards.loop_kinds import Kind
    from hipify_py.lanes.hazards.one_loop import Turn
    from hipify_py.model import Span
    from hipify_py.source.function_model import Assignment

COUNTS = frozenset({b"++", b"--"})
OUTCOME = frozenset({"pure", "clock"})  # calls of these give what hangs on numbers and the time alone
LOOKS: tuple[Kind, ...] = ("lock", "flag", "still")


class Tries:
    """What a loop asks beside its bound, and whether it does anything but ask."""

    def __init__(self, turn: Turn) -> None:
        """Remember the loop."""
        self.turn, self.code = turn, turn.code

    def kind(self) -> Kind:
        """Say for what the loop tries: for a lock or a flag; it moves on by itself if for neither."""
        asked = [
            [part for one in each for part in condition_parts(self.code, one)] for each in self.turn.exits
        ]
        if sum(map(len, asked)) < 2:  # as of most loops: a bound alone, or no bound
            return "moves"
        if not self.counts and not any(self.turn.role(name) == "clock" for name in self.turn.called):
            return "moves"
        left = [[atom for atom in each if not self._is_bound(atom)] for each in asked]
        if left == asked:
            return "moves"
        kind = first(
            first(self.turn.of_expression(atom, frozenset()) for atom in each) for each in left if each
        )
        if kind == "turn" and not is_held(self.turn):
            return kind  # all that it does is done with the lock
        return kind if kind in {"lock", "flag"} and self.is_idle() else "moves"

    @cached_property
    def counts(self) -> frozenset[bytes]:
        """Give the names that count, or hold a time: they are made of themselves, of numbers and of times."""
        found = set(self.turn.given) - self.turn.lent
        users: dict[bytes, list[bytes]] = {}
        for name in found:
            for used in {used for one in self.turn.given[name] for used in self._names(one.value)}:
                users.setdefault(used, []).append(name)
        todo = [*found]
        while todo:  # what is made of a name that does not count does not either
            name = todo.pop()
            if name in found and not self._counts(name, found):
                found.remove(name)
                todo += users.get(name, ())
        return frozenset(found)

    def _counts(self, name: bytes, others: Container[bytes]) -> bool:
        made = self.turn.given[name]
        moved = any(
            one.operator not in {b"", b"asm"} or self._names(one.value) & {name} or self._clocks(one.value)
            for one in made
        )
        return moved and all(
            one.name == one.target.strip() == name
            and one.operator != b"asm"
            and self._is_plain(one.value, others)
            for one in made
        )

    @cached_property
    def _changed(self) -> frozenset[bytes]:
        return self.turn.lent.union(self.turn.given)

    def _is_plain(self, span: Span, counts: Container[bytes]) -> bool:
        """Say whether what stands somewhere hangs on counts and on what the loop does not change alone."""
        if READS.search(self.code, *span):
            return False
        called = {self.code[slice(*one.name)] for one in self.turn.model.called_in(span)}
        return OUTCOME.issuperset(map(self.turn.role, called)) and all(
            name in counts or (name not in self._changed and not self.turn.function.is_shared(name))
            for name in self._names(span) - called
        )

    def _names(self, span: Span) -> set[bytes]:
        return set(OWN_NAME.findall(self.code, *span))

    def _clocks(self, span: Span) -> bool:
        return any(
            self.turn.role(self.code[slice(*one.name)]) == "clock" for one in self.turn.model.called_in(span)
        )

    def _is_bound(self, atom: Span) -> bool:
        """Say whether a count or the time alone decides."""
        return (bool(self._names(atom) & self.counts) or self._clocks(atom)) and self._is_plain(
            atom, self.counts
        )

    def is_idle(self) -> bool:
        """Say whether the loop does nothing but ask, until it leaves."""
        for call in self.turn.calls:
            name = self.code[slice(*call.name)]
            known = self.turn.role(name) in KNOWN | {"clock"} or self.turn.function.of_function(name) in LOOKS
            if (not known or self.turn.function.calls.changed(call)) and not self._leaves(call.name):
                return False
        asked = self._asked
        return all(
            self._only_asks(name, one, asked)
            for name, made in self.turn.given.items()
            for one in made
            if not self._leaves(one.value)
        )

    def _only_asks(self, name: bytes, one: Assignment, asked: set[bytes]) -> bool:
        """Say whether a value goes to a name of the function's own, and only to be asked."""
        if one.name != one.target.strip() or self.turn.function.is_shared(name):
            return False
        return one.operator in COUNTS or name in asked

    @cached_property
    def _asked(self) -> set[bytes]:
        """Give the names on which the ways out hang, and those that pauses are given."""
        pauses = (one for call in self.turn.calls for one in call.arguments if self._pauses(call.name))
        todo, found = [*chain(*self.turn.exits, pauses)], set[bytes]()
        while todo:
            new = self._names(todo.pop()) - found
            found |= new
            todo += (one.value for name in new for one in self.turn.given.get(name, ()))
        return found

    def _pauses(self, name: Span) -> bool:
        return self.turn.role(self.code[slice(*name)]) == "calm"

    def _leaves(self, span: Span) -> bool:
        """Say whether something is done under the condition under which the loop is left."""
        around = [one for one in self.turn.model.path(span.start) if self.turn.holds(one.span)]
        left: list[Sequence[Span]] = [
            *self.turn.function.leaving.get(self.turn.loop.head, ()),
            *self.turn.left,
        ]
        inner = around[-1] if around else None
        return (
            inner is not None
            and not inner.otherwise
            and not holds(inner.span, span)
            and any(inner.span in each for each in left)
        )
