"""Locks that a turn of a loop takes and gives back: what keeps the compiler from giving them back behind it.

Where the lane that took the lock leaves the loop in the same turn, clang puts what it does with the lock, and
what gives it back, behind the loop: its lane waits there, without having done it, for those that spin. It
cannot where what is asked before the lane leaves is not known yet: a vote or another operation of all lanes
stands between, which may not be made to hang on more conditions, or the state that is asked is `volatile`.
It may be asked at the end of the turn, or at the head of the next one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.warp_names import SHUFFLES_OF_GROUPS, VOTES
from hipify_py.model import Span
from hipify_py.source.tokens import OWN_NAME, token_before

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.lanes.hazards.one_loop import Turn
    from hipify_py.source.function_model import CallText

# What clang marks `convergent`, without `__` and `_sync`.
TOGETHER = VOTES | SHUFFLES_OF_GROUPS | {b"syncwarp", b"syncthreads"}
VOLATILE = b"volatile"


def is_held(turn: Turn) -> bool:
    """Say whether what a turn does with its lock is done before a lane leaves the loop for having had it."""
    given_back = turn.function.calls.last_freed(turn.loop)
    taken = min((one.name.start for one in turn.calls if turn.of_call(one, frozenset()) == "turn"), default=0)
    together = [one for one in turn.calls if _is_of_lanes(turn.text(one.name))]
    own = [one.name.start for one in together if _is_of_all(turn, one.name)]
    return all(
        any(_is_open(turn, asked, Span(taken, given_back), together, own) for asked in conditions)
        for conditions in turn.exits
        if turn.of_exit(conditions) == "turn"
    )


def _is_of_lanes(name: bytes) -> bool:
    """Say whether a function is an operation of all lanes of a warp, or of all threads of a block."""
    plain = name.removeprefix(b"__")
    if plain.startswith((b"match_", b"reduce_")):
        return plain.endswith(b"_sync")
    return plain.removesuffix(b"_sync") in TOGETHER or plain.startswith(b"syncthreads_")


def _is_open(turn: Turn, asked: Span, held: Span, together: Sequence[CallText], own: Sequence[int]) -> bool:
    """Say whether what a condition asks cannot be known where the lock has been given back.

    What is asked before the lock is taken is asked in the turn behind the one that gave it back.
    """
    last = asked == turn.loop.condition  # it is asked at the end of each turn
    first = not last and asked.end <= held.start
    if not (first or last) and asked.start < held.end:
        return False
    if any(asked.start <= one.name.start < asked.end for one in together):
        return True
    if any(_is_volatile(turn, word) for word in OWN_NAME.findall(turn.function.unit.code, *asked)):
        return True
    end = turn.loop.whole.end if first or last else asked.start
    return any(held.end < at < end or (first and at < asked.start) for at in own)


def _is_volatile(turn: Turn, name: bytes) -> bool:
    """Say whether the compiler reads a state where it is asked, by how it is declared.

    Of one in shared memory it may know what the lane has given it.
    """
    code, declared = turn.function.unit.code, turn.function.names.declared.get(name, ())
    if not declared:
        return turn.function.is_volatile(name)
    own = (one.statement for one in declared if not one.pointers)
    return any(VOLATILE in {*OWN_NAME.findall(code, *one), token_before(code, one.start).text} for one in own)


def _is_of_all(turn: Turn, name: Span) -> bool:
    """Say whether every lane that is in a turn comes to a call in it."""
    around = (one.span for one in turn.model.path(name.start) if turn.holds(one.span))
    return all(one == turn.loop.head or one.start <= name.start < one.end for one in around)
