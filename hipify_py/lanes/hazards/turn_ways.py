"""The ways through one turn of a loop: the conditions under which it comes to a place, or ends."""

from __future__ import annotations

from bisect import bisect_right
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, Protocol

from hipify_py.lanes.hazards.call_roles import STILL
from hipify_py.lanes.hazards.said_by_others import is_by_others
from hipify_py.lazy import cached_property
from hipify_py.source.function_model import LOOPS
from hipify_py.source.spans import holds, merged

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.hazards.call_roles import Role
    from hipify_py.lanes.hazards.loop_kinds import Kind, Surroundings
    from hipify_py.model import Span
    from hipify_py.source.function_model import (
        Assignment,
        CallText,
        Condition,
        Jump,
        Leaves,
        Loop,
        Model,
        Path,
    )

MOST_GATES = 16  # conditions before a place on which the next turn begins
ENDS_TURN: frozenset[Leaves] = frozenset({"continue"})
ENDS_CALL: frozenset[Leaves] = ENDS_TURN | {"return"}  # of a turn that is the body of a called function


class Gate(NamedTuple):
    """A condition under which a place is come to: where it holds, or with `otherwise` where it does not."""

    span: Span
    otherwise: bool

    @property
    def opposite(self) -> Gate:
        """Give the other side."""
        return self._replace(otherwise=not self.otherwise)


class Turn(Protocol):
    """What is asked of a loop."""

    function: Surroundings
    loop: Loop
    model: Model
    code: bytes
    frozen: frozenset[bytes]

    @property
    def calls(self) -> list[CallText]:
        """Give the calls in the loop."""

    @property
    def given(self) -> dict[bytes, list[Assignment]]:
        """Give what is assigned in the loop, by the first name of the target."""

    @property
    def exits(self) -> list[Sequence[Span]]:
        """Give the conditions of each way out."""

    def text(self, span: Span) -> bytes:
        """Give the code of a span."""

    def role(self, name: bytes) -> Role:
        """Say what a function does, by its name."""

    def holds(self, span: Span) -> bool:
        """Say whether something stands in the loop, behind what it begins with."""

    def of_frozen(self, span: Span, frozen: frozenset[bytes]) -> Kind:
        """Say on what an expression hangs, leaving the own doing of some names out of account."""


class TurnWays:
    """The conditions and the jumps in one loop."""

    def __init__(self, turn: Turn) -> None:
        """Read nothing yet."""
        self.turn = turn
        self.ends_turn = ENDS_TURN

    @cached_property
    def is_possible(self) -> bool:
        """Say whether anything in the loop is said to be written by others."""
        return is_by_others(self.turn, self.turn.loop.whole)

    def gates(self, at: int) -> Iterator[Gate]:
        """Give the conditions in the loop under which a place is come to in a turn."""
        for one in self.path(at):
            if one.keyword not in LOOPS | {"switch"}:
                yield Gate(one.span, one.otherwise)
        yield from (one.opposite for one in self._skipped(at))

    def skipped(self, at: int) -> list[Span]:
        """Give the conditions before a place in a turn on which it goes on with the next."""
        return [one.span for one in self._skipped(at)]

    def _skipped(self, at: int) -> list[Gate]:
        if not _holds(self.turn.loop.body, at) or not self.is_possible:
            return []
        return [one for place, one in islice(self._skips, MOST_GATES) if place < at]

    @cached_property
    def _skips(self) -> list[tuple[int, Gate]]:
        """Give the conditions of a turn on which alone it goes on with the next, by their places."""
        found = []
        for jump in self.jumps:
            around = self.path(jump.at)
            if jump.kind in self.ends_turn and len(around) == 1 and around[0].keyword == "if":
                found.append((jump.at, Gate(around[0].span, around[0].otherwise)))
        return found

    @cached_property
    def needed(self) -> frozenset[Span]:
        """Give the conditions that have to hold where a jump leaves the loop."""
        leaving = (one.at for one in self.jumps if one.kind in {"break", "return"})
        return frozenset(
            one.span for at in leaving for one in self.path(at) if one.keyword == "if" and not one.otherwise
        )

    def leaves(self, at: int) -> bool:
        """Say whether the loop is left behind a place, as where what was waited for is taken."""
        return self._left.get(self.turn.model.path(at), 0) > at

    @cached_property
    def _left(self) -> dict[Path, int]:
        """Give the last places that leave the loop, by the conditions around them."""
        leaving = (one for one in self.jumps if one.kind in {"break", "return"})
        return {self.turn.model.path(one.at): one.at for one in leaving}

    def is_part_of_exit(self, span: Span) -> bool:
        """Say whether something is a part of what is asked to leave the loop, and not all of it."""
        whole, parts = self._asked
        number = bisect_right(parts, span.start, key=lambda one: one.start) - 1
        return span not in whole and number >= 0 and holds(parts[number], span)

    @cached_property
    def _asked(self) -> tuple[frozenset[Span], tuple[Span, ...]]:
        """Give the conditions of the ways out, and what they cover together."""
        spans = frozenset(one for each in self.turn.exits for one in each)
        return spans, merged(spans)

    @cached_property
    def moving(self) -> dict[Gate, list[Assignment | None]]:
        """Give the sides of conditions on which the loop is left, or what may lead there is done.

        With each go what is assigned there, and None for a jump or a call.
        """
        turn = self.turn
        found: dict[Gate, list[Assignment | None]] = {}
        done: list[tuple[int, Assignment | None]] = []
        done += [(one.value.start, one) for made in turn.given.values() for one in made]
        done += [(one.name.start, None) for one in turn.calls if turn.role(turn.text(one.name)) not in STILL]
        done += [(one.at, None) for one in self.jumps if one.kind not in self.ends_turn]
        for at, what in done:
            for one in self.path(at):
                if not _holds(one.span, at):
                    found.setdefault(Gate(one.span, one.otherwise), []).append(what)
        return found

    @property
    def jumps(self) -> Sequence[Jump]:
        """Give the jumps in the loop."""
        return self.turn.model.jumps_in(self.turn.loop.whole)

    def path(self, at: int) -> list[Condition]:
        """Give the conditions around a place in the loop, without the loop's own."""
        turn = self.turn
        return [one for one in turn.model.path(at) if turn.holds(one.span) and one.span != turn.loop.head]


def _holds(span: Span, at: int) -> bool:
    return span.start <= at < span.end
