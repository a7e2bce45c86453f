"""Objects that a loop steps by a method of theirs, so that what they lead to is another place in each turn.

`while (true) { if (table[probe.get()] == key) break; probe.next(); }` waits for nobody: an occupied slot is
stepped over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from hipify_py.lanes.hazards import lock_places
from hipify_py.lanes.hazards.lock_places import member
from hipify_py.lazy import cached_property
from hipify_py.source.function_reading import defined_functions
from hipify_py.source.tokens import OWN_NAME

if TYPE_CHECKING:
    from hipify_py.lanes.hazards.awaited import Awaited
    from hipify_py.lanes.hazards.lock_moves import LockMoves
    from hipify_py.model import Span
    from hipify_py.source.function_model import CallText


class Turn(lock_places.Turn, Protocol):
    """What is asked of a loop."""

    awaited: Awaited

    @property
    def lock_moves(self) -> LockMoves:
        """Give what the loop changes step by step."""


class SteppedObjects:
    """What one loop steps by methods of named objects."""

    def __init__(self, turn: Turn) -> None:
        """Read nothing yet."""
        self.turn = turn

    def moves(self, at: Span) -> bool:
        """Say whether the loop steps what is asked of the object named at a place, whatever others do."""
        name = self.turn.text(at)
        asked = member(self.turn.code, at.end)
        calls = self._calls.get(name, ()) if asked else ()
        if not calls:
            return False
        frozen, read = self.turn.frozen | {name}, self._read(asked)
        return any(
            not read.isdisjoint(self.turn.lock_moves.stepped(call, always=True))
            and self.turn.awaited.comes_to(call.name.start, frozen)
            for call in calls
        )

    def _read(self, asked: bytes) -> frozenset[bytes]:
        """Give the members that are read where a member is asked, by a method of that name too."""
        made = defined_functions(self.turn.function.unit).get(asked)
        return frozenset(OWN_NAME.findall(self.turn.code, *made.body) if made else (asked,))

    @cached_property
    def _calls(self) -> dict[bytes, list[CallText]]:
        """Give the calls of methods in the loop, by the object's name."""
        found: dict[bytes, list[CallText]] = {}
        for named, call in self.turn.function.calls.of_objects(self.turn.loop):
            found.setdefault(named, []).append(call)
        return found
