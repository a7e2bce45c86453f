"""Loops that wait for another lane or warp: AMD's lanes have no program counter of their own.

A loop waits where every way out of it hangs on memory that it reads again and again at one place and does
not write itself, or on a lock that it tries to take. Where something in the loop moves on towards a way out,
it ends by its own doing; one that does nothing else but count its tries meanwhile waits all the same.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.arrivals import has_arrived
from hipify_py.lanes.hazards.backward_jumps import backward_jumps, exits
from hipify_py.lanes.hazards.claimed_before import claims_before
from hipify_py.lanes.hazards.claimed_rows import claims_row_before
from hipify_py.lanes.hazards.earlier_blocks import asks_earlier_blocks
from hipify_py.lanes.hazards.even_waits import waits_evenly
from hipify_py.lanes.hazards.lambda_entries import entries
from hipify_py.lanes.hazards.loop_exits import LoopExits
from hipify_py.lanes.hazards.looping_macros import loops, uses
from hipify_py.lanes.hazards.lower_flags import asks_lower_flags
from hipify_py.lanes.hazards.macro_loops import macro_waits
from hipify_py.lanes.hazards.one_thread import called_by_one_thread, one_thread
from hipify_py.lanes.hazards.other_blocks import set_by_other_blocks
from hipify_py.lanes.hazards.other_places import asks_another_place
from hipify_py.lanes.hazards.own_block_flags import set_by_another
from hipify_py.lanes.hazards.posted_before import fills_before, posts_before
from hipify_py.lanes.hazards.posted_words import has_posted
from hipify_py.lanes.hazards.self_calls import calls_of_itself
from hipify_py.lanes.hazards.shared_flags import set_later
from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.search import before, word_start
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.lanes.hazards.loop_kinds import Kind
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Loop, Model
    from hipify_py.source.unit import Unit

MOST_NAME = 200  # bytes before a launch that cannot be read, in which its kernel's name stands
MOST_READ = 32  # times the length of a function that its loops are read, each for itself
WAITS, BOUNDED = "W026", "W052"
SAID: dict[Kind, str] = {
    "lock": "takes a lock",
    "turn": "takes a lock, which the compiler may let it give back behind the loop alone,",
    "flag": "waits for a flag",
}
TRIES: dict[Kind, str] = {"lock": "a lock", "turn": "a lock", "flag": "a flag"}

LOWER = "waits for flags of blocks with the tiles before the own one"
BELOW = frozenset((b"<", b"!="))
OF_FLAGS = frozenset((SAID["flag"], TRIES["flag"]))


def may_wait(unit: Unit, body: Span) -> bool:
    """Say whether a function has loops that may wait, of its own or by a macro of the file."""
    return next(chain(loops(unit, body), uses(unit, body)), None) is not None


def waits(unit: Unit, of: Model, values: LazyValues) -> Iterator[Hazard]:
    """Report loops that wait for what another lane, or the other half of the wavefront, has yet to do."""
    if of.function.kind == "kernel" and of.function.called in _kernels_of_one_thread(unit, values.constants):
        return
    body = of.function.body
    loop_exits = LoopExits(unit, of, values.constants)
    left = MOST_READ * (body.end - body.start)
    over_blocks = [*_over_blocks(unit, of)]
    for loop in of.loops:
        start = word_start(unit.code, before(unit.code, loop.head.start - 1, b" \t\r\n"))
        shown = Span(start, loop.head.end + 1)  # of a `do` what stands behind it
        left -= loop.whole.end - loop.whole.start
        if left < 0:
            yield Hazard("W031", shown, "loops stand in too many others")
            continue
        said = _said(loop_exits, loop)
        if said is None or (said[1] in OF_FLAGS and _comes(unit, loop_exits, loop, values, over_blocks)):
            continue
        if said[1] == SAID["lock"] and fills_before(loop_exits, loop, values):
            continue
        parts = said[1] not in OF_FLAGS
        alone = _is_for_one(unit, of, start, values, parts=parts) or called_by_one_thread(unit, of, values)
        if not alone or (said[1] in OF_FLAGS and _is_set_later(loop_exits, loop, values)):
            lower = said[1] in OF_FLAGS and asks_lower_flags(loop_exits, loop, values)
            yield Hazard(said[0], shown, LOWER if lower else said[1], minor=lower)
    yield from _headless(unit, of, values, loop_exits, left)
    for one in macro_waits(unit, of, loop_exits):
        said = (BOUNDED, TRIES[one.kind]) if one.counts else (WAITS, SAID[one.kind])
        if not one.alone and not one_thread(unit, of.path(one.shown.start), values):
            yield Hazard(said[0], one.shown, said[1])


def _is_for_one(unit: Unit, of: Model, place: int, values: LazyValues, *, parts: bool) -> bool:
    """Say whether one thread of a block alone comes to a place, be it by calls of the lambda around that."""
    into = [place, *(one for one in entries(unit, of, place) if one != place)]
    known = [one_thread(unit, of.path(one), values, parts=parts) for one in into]
    return known[0] or (len(known) > 1 and all(known[1:]))


def _is_set_later(of: LoopExits, loop: Loop, values: LazyValues) -> bool:
    """Say whether others of the block set behind a loop what one thread waits for in it."""
    return set_later(of.unit, of.model, loop, of.constants) or set_by_another(of, loop, values)


def _comes(
    unit: Unit, of: LoopExits, loop: Loop, values: LazyValues, over_blocks: Sequence[tuple[Span, bytes]]
) -> bool:
    """Say whether no lane of the wavefront can hold back the flag that a loop waits for.

    Nor can it where a loop around goes through blocks by the number that is asked: they share no wavefront.
    """
    at = loop.whole.start
    around = {number for body, number in over_blocks if body.start <= at < body.end}
    return (
        not around.isdisjoint(A_NAME.findall(unit.code, *loop.condition))
        or asks_another_place(of.model, unit.code, loop)
        or asks_earlier_blocks(of, loop, values)
        or set_by_other_blocks(of, loop, values)
        or has_arrived(unit, of.model, loop, values)
        or has_posted(of, loop, values)
        or waits_evenly(of, loop, values)
        or posts_before(of, loop, values)
        or claims_before(of, loop)
        or claims_row_before(of, loop)
    )


def _over_blocks(unit: Unit, of: Model) -> Iterator[tuple[Span, bytes]]:
    """Give the bodies of the loops that go through all blocks, each with the name of a block's number."""
    for loop in of.loops:
        asked = unit.code[slice(*loop.condition)]
        for node in expression(asked).walk() if b"gridDim" in asked else ():
            if node.kind == "binary" and node.text in BELOW and _counts_blocks(node.parts[1]):
                yield loop.body, node.parts[0].text


def _counts_blocks(node: Expression) -> bool:
    return node.kind == "member" and node.parts[0].text == b"gridDim"


def _headless(
    unit: Unit, of: Model, values: LazyValues, loop_exits: LoopExits, left: int
) -> Iterator[Hazard]:
    """Report such loops that a `goto` back makes, or a call of the function itself.

    `left` bytes of them are read at most.
    """
    for jump in backward_jumps(unit, of):
        left -= jump.loop.whole.end - jump.loop.whole.start
        if left < 0:
            yield Hazard("W031", jump.shown, "loops stand in too many others")
            continue
        said = _said(loop_exits, jump.loop, exits(of, jump))
        if said and not one_thread(unit, of.path(jump.loop.whole.start), values):
            yield Hazard(said[0], jump.shown, said[1])
    for call in calls_of_itself(unit, of):
        kind = loop_exits.kind(call.loop, call.exits) if call.exits else "moves"
        if kind in SAID and not one_thread(unit, of.path(call.shown.start), values):
            yield (
                Hazard(BOUNDED, call.shown, TRIES[kind])
                if call.counts
                else Hazard(WAITS, call.shown, SAID[kind])
            )


def _said(of: LoopExits, loop: Loop, ways_out: Sequence[Sequence[Span]] = ()) -> tuple[str, str] | None:
    """Give the message about what a loop waits for, and what that says; nothing where it does for nothing."""
    kind = of.kind(loop, ways_out)
    if kind == "moves":
        tried = of.bounded(loop, ways_out)
        return (BOUNDED, TRIES[tried]) if tried in TRIES else None
    return (WAITS, SAID[kind]) if kind in SAID else None


@fact_of
def _kernels_of_one_thread(unit: Unit, constants: ConstantTable) -> set[bytes]:
    """Give the names of the kernels that a file launches in blocks of one thread alone."""
    one, more = set[bytes](), set[bytes]()
    for launch in unit.launches:
        parts = unit.launch(launch)
        callee = unit.code[slice(*parts.callee)] if parts else unit.code[: launch.open.start][-MOST_NAME:]
        given = parts.arguments[1:2] if parts else ()
        threads = constants.number(unit.code[slice(*given[0])]) if given else None
        named = A_NAME.findall(callee.partition(b"<")[0] if parts else callee)
        (one if threads and threads.value == 1 else more).update(named[-1:] if parts else named)
    return one - more
