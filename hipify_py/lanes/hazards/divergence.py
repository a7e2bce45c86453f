"""What a rewrite of intrinsics does not mend: barriers in branches, lanes that have left or are elsewhere."""

from __future__ import annotations

from functools import cache, partial
from itertools import takewhile
from typing import TYPE_CHECKING

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.flow.distances import distance, may_be_far
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.even_waits import ends_kernels
from hipify_py.lanes.hazards.group_calls import first_of, group_of, halved, leaves_bits, stays_within
from hipify_py.lanes.hazards.guarded_takes import takes_by_guard
from hipify_py.lanes.hazards.halving_trees import group_of_sum, is_for_leader
from hipify_py.lanes.hazards.lambda_entries import led_by
from hipify_py.lanes.hazards.lane_exits import by_place, leaves_before, level_of
from hipify_py.lanes.hazards.last_barriers import are_last
from hipify_py.lanes.hazards.leaders_there import reads_a_leader
from hipify_py.lanes.hazards.masked_takes import is_for_a_leader, takes_those_there
from hipify_py.lanes.hazards.met_from_branches import met_from_branches
from hipify_py.lanes.hazards.one_warp_blocks import skips_alone
from hipify_py.lanes.hazards.own_turns import reads_of_turns
from hipify_py.lanes.hazards.present_lanes import Taken, are_there, reads_those_there
from hipify_py.lanes.hazards.shared_masks import met_by_masks
from hipify_py.lanes.hazards.skipped_turns import SkippedTurns
from hipify_py.lanes.hazards.thread_bounds import is_bound
from hipify_py.lanes.hazards.uneven_turns import ends_unevenly, has_uneven_turns
from hipify_py.lanes.hazards.warp_meetings import all_lanes
from hipify_py.lanes.hazards.wavefront_roles import parts_wavefronts
from hipify_py.source.brackets import unbracketed
from hipify_py.source.function_model import DEEPEST, LOOPS
from hipify_py.source.function_reading import path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.lanes.hazards.lane_exits import LaneExits, Leaves
    from hipify_py.model import Span
    from hipify_py.source.function_model import Condition, Model, Path
    from hipify_py.source.unit import Unit

NOT_HERE = "not every lane gets here"
LED = "of those in its mask the leader alone gets here"
LEFT_LOOP = "some lanes may have left the loop in an earlier turn"
JOINS = {"sync", "vote", "match"}
XOR, UP, ONE_LANE = b"_xor", b"_up", b"__shfl"
GROUPS = (2, 4, 8, 16, 32)  # of lanes that a shuffle may keep to


def barriers(unit: Unit, spans: list[Span], model: Model, values: LazyValues) -> Iterator[Hazard]:
    """Report barriers of the whole block that only some of its threads reach."""
    known: dict[Span, bool] = {}

    def parts(condition: Condition) -> bool:
        if condition.keyword in LOOPS and condition.span not in known:
            known[condition.span] = has_uneven_turns(unit, model, condition.span, values)
        if condition.span not in known:
            text = unit.code[slice(*condition.span)]
            differs = level_of(text, condition.span, values) != "uniform"
            known[condition.span] = differs and not parts_wavefronts(unit, model, condition.span, values)
        return known[condition.span]

    last = max((span.start for span in spans), default=0)
    ways = {span: path(unit, model, span.start, last) for span in spans}
    ways = {span: way for span, way in ways.items() if not any(_never(unit, one, values) for one in way)}
    turns = SkippedTurns(model, parts, lambda head, one: ends_unevenly(unit, model, head, one.span, values))
    alone: dict[Condition, bool] = {}
    plain = _plain_loops(model)
    returned = _returned(model, parts) if _calls_itself(unit, model) else {}
    skipping = cache(lambda: skips_alone(unit, model, spans, parts, values.constants))
    for span, standing in ways.items():
        around = {one.span for one in standing}
        left = leaves_before(span.start, returned.get(model.home(span.start), ()), around)
        apart = [one for one in standing if parts(one)]
        guarded = apart and _is_guarded(model, standing, apart, plain, values)
        guarded = guarded and _are_alone(apart, ways, alone)
        deep = len(standing) >= DEEPEST
        skipped = turns.left_before(span.start, standing) and not skipping()
        if deep or left or (apart and not guarded) or skipped:
            yield Hazard("G016", span)


def _never(unit: Unit, condition: Condition, values: LazyValues) -> bool:
    """Say whether a condition is a constant by which nobody comes to what stands under it."""
    worth = values.constants.number(unit.code[slice(*condition.span)]) if condition.keyword == "if" else None
    return worth is not None and bool(worth.value) == condition.otherwise


def _plain_loops(model: Model) -> frozenset[Span]:
    """Give the heads of the loops that end by their condition alone, with no jump in any turn."""
    left = {one.span for jump in model.jumps for one in model.path(jump.at) if one.keyword in LOOPS}
    return frozenset(one.head for one in model.loops if one.condition.end > one.condition.start) - left


def _is_guarded(
    model: Model, around: Path, apart: Sequence[Condition], plain: frozenset[Span], values: LazyValues
) -> bool:
    """Say whether bounds in no loop alone keep threads from a barrier of a kernel, or of its last call.

    Those that take the other branch, be it the first or the second, end where they come to no other one, and
    a wavefront that ends is not waited for, nor is a warp of NVIDIA's. `plain` are the loops that may stand
    behind a bound.
    """
    last = model.function.kind == "kernel" or ends_kernels(values.unit, model.function)
    outside = [*takewhile(lambda one: one.keyword not in LOOPS, around)]
    within = {one.span for one in around[len(outside) :] if one.keyword in LOOPS}
    if not last or not {*apart}.issubset(outside) or not within <= plain:
        return False
    return all(one.keyword == "if" and is_bound(model, one.span, values) for one in apart)


def _are_alone(apart: Sequence[Condition], ways: Mapping[Span, Path], known: dict[Condition, bool]) -> bool:
    """Say whether all barriers behind the begin of some conditions stand under them.

    `ways` are the conditions around each barrier.
    """
    for one in apart:
        if one not in known:
            known[one] = all(one in way for span, way in ways.items() if span.start > one.span.start)
    return all(known[one] for one in apart)


def _returned(model: Model, parts: Callable[[Condition], bool]) -> dict[Span, Leaves]:
    """Give the conditions that part threads under which a function that calls itself returns, by its blocks.

    Who has returned goes on to the next barrier, and how deep it was may differ.
    """
    found: dict[Span, dict[Span, int]] = {}
    for jump in model.jumps:
        for one in model.path(jump.at) if jump.kind == "return" else ():
            if parts(one):
                found.setdefault(jump.home, {}).setdefault(one.span, jump.at)
    return by_place(found)


def _calls_itself(unit: Unit, model: Model) -> bool:
    """Say whether a function calls itself by its name, as no kernel does."""
    own = model.function.called
    return model.function.kind != "kernel" and any(unit.code[slice(*one.name)] == own for one in model.calls)


def missing_lanes(
    unit: Unit,
    found: Sequence[WarpOp],
    exits: LaneExits,
    led: Sequence[Span] = (),
    taking: Sequence[Span] = (),
) -> Iterator[Hazard]:
    """Report shuffles and reductions for all lanes that some lanes have left or never reach.

    `led` are calls that lead to votes and warp barriers for all lanes, `taking` such that lead to what is
    reported.
    """
    yield from _apart(unit, found, led, exits)
    for call in taking:
        said = _missing(unit, call.start, exits)
        group = group_of(unit, exits.model, call) if said else b""
        if said and not (
            (group and not _missing(unit, call.start, exits.of_width(group)))
            or are_there(unit, call.start, exits, _taken(unit, exits, call))
        ):
            yield Hazard("W023", call, said)
    led_to: dict[Span, str] = {}
    for op in found:
        if op.kind not in {"shuffle", "reduce"} or op.call is None or not op.call.arguments:
            continue
        if is_sync(op) and not _all_lanes(unit, op, exits) and not takes_those_there(unit, op, exits):
            if is_for_a_leader(unit, op, exits):
                yield Hazard("W023", op.span, LED)
            continue
        if said := _said(unit, op, found, exits):
            yield Hazard("W023", op.span, said)
        elif op.name != ONE_LANE:
            led_to.update(_led(unit, op, exits))
    yield from (Hazard("W023", call, said) for call, said in led_to.items())


def _said(unit: Unit, op: WarpOp, found: Sequence[WarpOp], exits: LaneExits) -> str:
    """Say why lanes may be missing of which a shuffle or a reduction takes values; nothing where none are."""
    said = _missing(unit, op.span.start, exits)
    said = said and _missing(unit, op.span.start, _of_width(unit, op, exits))
    if not said or (said == NOT_HERE and is_for_leader(unit, op, found, exits)):
        return ""
    shared = group_of_sum(unit, op, exits)
    if shared and not _missing(unit, op.span.start, exits.of_width(*shared)):
        return ""
    if op.kind == "shuffle" and (
        reads_those_there(unit, op, exits)
        or reads_a_leader(unit, op, exits)
        or reads_of_turns(unit, op, exits)
        or takes_by_guard(unit, op, exits)
    ):
        return ""
    return said


def _led(unit: Unit, op: WarpOp, exits: LaneExits) -> Iterator[tuple[Span, str]]:
    """Give the calls of the lambda around a shuffle or a reduction to which not all come whom it takes from.

    Where a lambda is called as it is written, that is the place itself.
    """
    if exits.model.home(op.span.start) == exits.model.function.body:
        return
    of_width = _of_width(unit, op, exits)
    for call in led_by(unit, exits.model, op.span.start):
        said = _missing(unit, call.start, exits) and _missing(unit, call.start, of_width)
        if said and not (op.kind == "shuffle" and reads_those_there(unit, op, exits, call.start)):
            yield (call if call.end - call.start > 1 else op.span), said


def _taken(unit: Unit, exits: LaneExits, call: Span) -> Taken:
    return Taken(partial(stays_within, unit, exits, call), partial(leaves_bits, unit, exits, call))


def _of_width(unit: Unit, op: WarpOp, exits: LaneExits) -> LaneExits:
    """Give what leaves of the lanes among which a shuffle works, by its width or the bit that it turns."""
    given = op.call.arguments[2 + is_sync(op) :] if op.call and op.kind == "shuffle" else ()
    if given:
        width = unbracketed(unit.code[slice(*given[0])])
        number = exits.values.constants.number(width)
        return exits.of_width(width, number.value if number and number.value in GROUPS else None)
    far = distance(op)
    if UP in op.name and far is not None:
        return exits.of_width(first_of(unit, exits, far))
    if XOR not in op.name or far is None:
        return exits
    constants, function = exits.values.constants, exits.model.function
    near = (lanes for lanes in GROUPS if not may_be_far(unit, op, function, constants, lanes))
    group = halved(unit, exits.model, unbracketed(unit.code[slice(*far)]))
    return exits.of_width(group, next(near, None))


def _missing(unit: Unit, place: int, exits: LaneExits) -> str:
    """Say why lanes may be missing at a place; nothing where none are."""
    around = path(unit, exits.model, place)
    spans = {condition.span for condition in around}
    if len(around) >= DEEPEST:
        return NOT_HERE
    if apart := [one for one in around if exits.differs(one)]:
        return NOT_HERE if any(one.keyword not in LOOPS for one in apart) else LEFT_LOOP
    returned, turns, ends = exits.tables
    if leaves_before(place, returned.get(exits.model.home(place), []), spans):
        return "some lanes may have returned"
    if any(leaves_before(place, turns.get(span, []), spans) for span in spans):
        return "some lanes may have left this turn of the loop"
    if any(leaves_before(-place, ends.get(span, []), spans) for span in spans) or exits.is_repeated(place):
        return LEFT_LOOP
    return ""


def _apart(unit: Unit, found: Sequence[WarpOp], led: Sequence[Span], exits: LaneExits) -> Iterator[Hazard]:
    """Report votes and warp barriers for all lanes to which the lanes of a warp come from two branches.

    `led` are calls that lead to such.
    """
    places = [op.span for op in found if op.kind in JOINS and is_sync(op) and _all_lanes(unit, op, exits)]
    held = (call for one in places for call in led_by(unit, exits.model, one.start))
    met = {*met_from_branches(unit, [*places, *held, *led], exits), *met_by_masks(unit, found, exits)}
    bare = {op.span for op in found if op.kind == "sync"}
    if met and met <= bare and are_last(unit, exits.model, sorted(met), exits.values.constants):
        return
    for span in sorted(met):
        yield Hazard("W023", span, "the lanes come to it from different branches")


def _all_lanes(unit: Unit, op: WarpOp, exits: LaneExits) -> bool:
    """Say whether an intrinsic speaks of all lanes of the warp."""
    return op.call is not None and all_lanes(
        unit, exits.model.function, op.call.arguments, exits.values.constants, bare=op.kind == "sync"
    )
