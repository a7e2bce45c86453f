"""Atomics by which a lane takes a lock as it does by a swap: what it did itself does not let it go on.

`while (atomicOr(m, 1) & 1)` sets a bit that is set already, and `while (atomicAdd(m, 1)) atomicSub(m, 1)`
takes back what it added. A lane whose own doing ends its wait, as in `while (!(atomicOr(m, 1) & 1))`, waits
for nobody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from hipify_py.lanes.hazards import lock_places
from hipify_py.lanes.hazards.atomic_methods import of_object
from hipify_py.lanes.hazards.call_roles import operation
from hipify_py.lanes.hazards.ending_truths import asked
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import Expression
from hipify_py.source.function_model import LOOPS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hipify_py.lanes.hazards.awaited import Awaited
    from hipify_py.model import Span
    from hipify_py.source.function_model import CallText, Condition

BITS, BOUNDS = frozenset({b"or", b"and"}), frozenset({b"max", b"min"})
EXCHANGE = b"exch"
OPPOSITE = {b"add": b"sub", b"sub": b"add"}
SAMPLE = Expression("number", b"4", expression(b"4").span)  # for a value that is not known
DEEPEST = 40
JUMPS = frozenset({"break", "return", "goto"})


class Turn(lock_places.Turn, Protocol):
    """What is asked of a loop."""

    awaited: Awaited


def keeps_out(turn: Turn, call: CallText, given: Sequence[Span]) -> bool:
    """Say whether an atomic leaves a lane where it was that has done it once already.

    `given` are the address and what the atomic is given. Of a bound that is no constant nothing is said
    without the condition.
    """
    done = operation(turn.text(call.name))
    if done not in BITS | BOUNDS or len(given) < 2:
        return False
    told = {one for one in _own_ends(turn, call, given[1], SAMPLE) if one is not None}
    if told:
        return True not in told
    return done in BITS or turn.is_constant(given[1])


def takes_all(turn: Turn, call: CallText, given: Sequence[Span]) -> bool:
    """Say whether a lane goes on once it finds what it has put there itself by an exchange.

    So does `while (work = atomicExch(todo, 0))`, which waits for nobody. What is not known tells nothing.
    """
    exchanges = EXCHANGE in turn.text(call.name).lower() and len(given) == 2
    return exchanges and True in _own_ends(turn, call, given[1], None)


def _own_ends(turn: Turn, call: CallText, given: Span, sample: Expression | None) -> set[bool | None]:
    """Say which conditions end the loop where an atomic gives what the lane itself has left there.

    In a function that the loop asks they do not tell: what it returns may end the loop or not.
    """
    value, found = expression(turn.text(given)), set[bool | None]()
    if turn.loop.whole == turn.loop.body:
        return found
    for span, ends in asked(turn):
        node = _put(turn, expression(turn.text(span)), span.start, call, value)
        node = _sampled(turn, node, sample, DEEPEST) if node and sample else node
        worth = turn.function.constants.of(node) if node else None
        found.add(None if worth is None else bool(worth.value) == ends)
    return found


def _put(turn: Turn, node: Expression, start: int, call: CallText, value: Expression) -> Expression | None:
    """Give an expression with a value in the place of a call, or of the name that holds what it gives."""
    put = {b"": value}
    for name, made in turn.given.items():
        for one in made:
            if one.value.start <= call.name.start < one.value.end and one.name == name and not one.operator:
                held = expression(turn.text(one.value))
                put[name] = _replaced(held, one.value.start, call.name, {b"": value}, DEEPEST)
    found = _replaced(node, start, call.name, put, DEEPEST)
    return found if found != node else None


def _replaced(
    node: Expression, start: int, name: Span, put: Mapping[bytes, Expression], left: int
) -> Expression:
    """Give an expression with others put for names in it, and one for the call of a name at a place."""
    if left == 0:
        return node
    at = node.within(start)
    if node.kind == "call" and at.start <= name.start < at.end and not _holds_call(node, start, name):
        return put[b""]
    if node.kind == "name" and node.text in put:
        return put[node.text]
    if (node.kind, node.text) == ("binary", b"="):
        return _replaced(node.parts[1], start, name, put, left - 1)
    parts = tuple(_replaced(one, start, name, put, left - 1) for one in node.parts)
    return node._replace(parts=parts)


def _holds_call(node: Expression, start: int, name: Span) -> bool:
    """Say whether what a call is given holds the name of another."""
    spans = (one.within(start) for one in node.parts)
    return any(one.start <= name.start < one.end for one in spans)


def _sampled(turn: Turn, node: Expression, sample: Expression, left: int) -> Expression:
    """Give an expression with one number for all names that are no constants."""
    if node.kind == "name" and left and turn.function.constants.of(node) is None:
        return sample
    parts = (_sampled(turn, one, sample, left - 1) for one in node.parts) if left else node.parts
    return node._replace(parts=tuple(parts))


def undoing(turn: Turn, call: CallText, given: Sequence[Span]) -> list[CallText]:
    """Give the calls of a turn that take back what an atomic has added in it."""
    if operation(turn.text(call.name)) not in OPPOSITE or len(given) < 2:
        return []
    behind = (one for one in turn.calls if one.name.start > call.name.start)
    return [one for one in behind if _undoes(turn, given, call, one)]


def in_vain(turn: Turn, call: CallText, undo: Sequence[CallText]) -> CallText | None:
    """Give the one of such calls that a lane comes to only where it has to go on waiting."""
    return next((one for one in undo if _goes_on(turn, call, one)), None)


def _undoes(turn: Turn, given: Sequence[Span], call: CallText, other: CallText) -> bool:
    """Say whether a call subtracts what another has added, or the other way round."""
    _, their = of_object(turn.code, other) or ("", other.arguments)
    if len(their) < 2 or _bare(turn, their[0]) != _bare(turn, given[0]):
        return False
    done, undone = operation(turn.text(call.name)), operation(turn.text(other.name))
    if undone == OPPOSITE[done]:
        return _bare(turn, their[1]) == _bare(turn, given[1])
    numbers = [turn.function.constants.number(turn.text(one[1]).strip()) for one in (given, their)]
    added = [one for one in numbers if one]
    return undone == done and len(added) == 2 and not sum(one.value for one in added) % (1 << added[0].bits)


def _bare(turn: Turn, span: Span) -> bytes:
    return b"".join(turn.text(span).split())


def _goes_on(turn: Turn, call: CallText, back: CallText) -> bool:
    """Say whether what takes back is done only where the loop goes on, for not having had the lock."""
    asks = turn.loop.condition
    if turn.loop.keyword != "do" and asks.start <= call.name.start < asks.end:
        return True
    around = _around(turn, back.name.start)
    if not around:
        leaves = (one.at for one in turn.awaited.ways.jumps if one.kind in JUMPS)
        return any(call.name.start < at < back.name.start for at in leaves)
    inner = around[-1]
    if turn.text(inner.span).split() == turn.text(asks).split() and not inner.otherwise:
        return True
    return any(one == inner._replace(otherwise=not inner.otherwise) for one in _done(turn))


def _done(turn: Turn) -> Iterator[Condition]:
    """Give the conditions around each jump out of a loop, and around what it gives its names."""
    for one in turn.awaited.ways.jumps:
        if one.kind in JUMPS:
            yield from _around(turn, one.at)
    for made in turn.given.values():
        for given in made:
            yield from _around(turn, given.value.start)


def _around(turn: Turn, at: int) -> list[Condition]:
    around = turn.model.path(at)
    return [one for one in around if turn.holds(one.span) and one.keyword not in LOOPS]
