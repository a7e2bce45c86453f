"""Barriers made of a count: all lanes of a wavefront add to it before they wait for what it comes to.

Where every thread of a block gets to such a wait in the same turn, and all ask for the same, nothing of what
it waits for is held back by a lane that waits: the other half of the wavefront has added to the count, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.lane_values import LazyValues
from hipify_py.lanes.flow.lattice import LANE_INDEX
from hipify_py.lanes.hazards.call_roles import does_nothing, role_of
from hipify_py.lanes.hazards.lambda_entries import entries
from hipify_py.lanes.hazards.lane_exits import level_of
from hipify_py.lanes.hazards.one_loop import READS
from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import is_called_alone, model
from hipify_py.source.functions import functions
from hipify_py.source.search import last_of
from hipify_py.source.spans import holds
from hipify_py.source.tokens import OWN_NAME
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import CallText, Condition, Loop, Model, Path
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

DEEPEST = 4  # functions that lead from a kernel to the wait
MOST_CALLS = 16  # of one that are looked at
ZERO = 0


def has_arrived(unit: Unit, of: Model, loop: Loop, values: LazyValues) -> bool:
    """Say whether a loop waits at such a barrier, by which every thread of the block comes together."""
    polls = [one for one in of.called_in(loop.whole) if role_of(unit.code[slice(*one.name)]) == "add"]
    if len(polls) != 1 or not _adds(unit, polls[0], values.constants, nothing=True):
        return False
    poll = Span(polls[0].name.start, polls[0].arguments[-1].end)
    if READS.search(unit.code, loop.whole.start, poll.start) or READS.search(
        unit.code, poll.end, loop.whole.end
    ):
        return False
    made = {one.name for one in of.assigned_in(loop.whole)}
    asked = [word for word in OWN_NAME.finditer(unit.code, *loop.condition) if word[0] not in made]
    if not all(values.at(word.start()).level(word[0]) == "uniform" for word in asked):
        return False
    counted = _bare(unit, polls[0].arguments[0])
    begun = _arrivals(unit, of.function, values).get((counted, of.path(loop.whole.start)))
    arrives = begun is not None and begun < loop.whole.start
    return arrives and by_all(unit, of, loop.whole.start, values, DEEPEST)


@fact_of
def _arrivals(unit: Unit, function: Function, values: LazyValues) -> dict[tuple[bytes, Path], int]:
    """Give where each warp first adds something, by the address and the path of those that all come by it."""
    found: dict[tuple[bytes, Path], int] = {}
    read = model(unit, function)
    for call in read.calls:
        adds = role_of(unit.code[slice(*call.name)]) == "add"
        if adds and _adds(unit, call, values.constants, nothing=False):
            address = _bare(unit, call.arguments[0])
            for path in _come_by(unit, read.path(call.name.start), values):
                found.setdefault((address, path), call.name.start)
    return found


def _come_by(unit: Unit, path: Path, values: LazyValues) -> Iterator[Path]:
    """Give the paths of a place, from the inside out, from which on one lane of each warp comes there."""
    yield path
    for depth in range(len(path) - 1, -1, -1):
        if not leads_warp(unit, path[depth], values):
            break
        yield path[:depth]


def _adds(unit: Unit, call: CallText, constants: ConstantTable, *, nothing: bool) -> bool:
    """Say whether a call adds a number, or nothing."""
    if len(call.arguments) != 2:
        return False
    number = constants.number(unit.code[slice(*call.arguments[-1])].strip())
    name = unit.code[slice(*call.name)]
    return number is not None and does_nothing(name, number.value) == nothing


def _bare(unit: Unit, span: Span) -> bytes:
    return b"".join(unit.code[slice(*span)].split())


def leads_warp(unit: Unit, condition: Condition, values: LazyValues) -> bool:
    """Say whether a condition chooses one lane of each warp: `lane == 0`, `!lane`."""
    if condition.keyword != "if" or condition.otherwise:
        return False
    node, known = expression(unit.code[slice(*condition.span)]), values.at(condition.span.start)

    def is_lane(part: Expression) -> bool:
        return bool(known.value(part).indices & LANE_INDEX)

    if (node.kind, node.text) == ("unary", b"!"):
        return is_lane(node.parts[0])
    if (node.kind, node.text) != ("binary", b"=="):
        return False
    worth = [values.constants.of(part) for part in node.parts]
    return any(
        is_lane(part) and number is not None and number.value == ZERO
        for part, number in zip(node.parts, reversed(worth), strict=True)
    )


def by_all(unit: Unit, of: Model, place: int, values: LazyValues, left: int) -> bool:
    """Say whether every thread of a block comes to a place of a function, each as often, from kernels on."""
    into = entries(unit, of, place)
    if into != [place]:
        return bool(into) and all(by_all(unit, of, one, values, left) for one in into)
    around = [one for one in of.path(place) if not leads_warp(unit, one, values)]
    jumps = [
        one
        for one in of.jumps
        if one.at < place or any(holds(each.whole, Span(place, place)) for each in of.loops)
    ]
    around += [one for jump in jumps if not _within(of, jump.at, place) for one in of.path(jump.at)]
    if any(level_of(unit.code[slice(*one.span)], one.span, values) != "uniform" for one in around):
        return False
    return of.function.kind == "kernel" or (left > 0 and called_by_all(unit, of, values, left))


def _within(of: Model, at: int, place: int) -> bool:
    """Say whether a jump only leaves the loop that stands at a place."""
    return any(one.whole.start == place and holds(one.whole, Span(at, at)) for one in of.loops)


def called_by_all(
    unit: Unit, of: Model, values: LazyValues, left: int = DEEPEST, *, alike: bool = True
) -> bool:
    """Say whether all calls of a function are made by every thread of a block, with the same arguments.

    The arguments need not be `alike` where that is not asked. `left` functions lead there at most.
    """
    if not is_called_alone(unit, of.function):
        return False
    starts = [word.start for word in all_standing(unit, of.function.called)]
    homes = functions(unit, starts if len(starts) <= MOST_CALLS else ())
    calls = 0
    for at, home in homes.items():
        if home.span == of.function.span and at < home.body.start:
            continue
        read, known = model(unit, home), LazyValues(unit, home, values.constants)
        for call in read.called_in(Span(at, at + 1)):
            begin = last_of(unit.code, b";{}()", at) + 1
            given = [Span(begin, at), *(call.arguments if alike else ())]
            same = all(level_of(unit.code[slice(*one)], one, known) == "uniform" for one in given)
            if home.kind == "macro" or not same or not by_all(unit, read, at, known, left - 1):
                return False
            calls += 1
    return calls > 0
