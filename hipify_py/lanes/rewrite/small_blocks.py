"""Kernels in blocks of 32 threads at most: a wavefront of 64 lanes has no other ones there.

The upper half of such a wavefront is empty. Votes and matches give no bit for it, a lane that shuffles from
below or over less than 32 lanes never meets it, and a sum by halves from 16 on leads to its first lane.
What reads a lane that is not there stays to be told, and so does what `warpSize` counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.flow.call_sites import all_sites
from hipify_py.lanes.flow.distances import distance, is_far
from hipify_py.lanes.hazards.block_widths import most_threads
from hipify_py.lanes.hazards.width_queries import launches_of
from hipify_py.lanes.rewrite.full_masks import works_off
from hipify_py.lanes.rewrite.low_lanes import is_low
from hipify_py.lanes.rewrite.shuffle_widths import is_half
from hipify_py.lanes.rewrite.steps_to_first import StepsToFirst
from hipify_py.lanes.warp_names import INTRINSIC
from hipify_py.source.brackets import unbracketed
from hipify_py.source.function_reading import model, names
from hipify_py.source.functions import functions
from hipify_py.source.includes import is_guarded
from hipify_py.source.tokens import token_before
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import holds_part, standing

if TYPE_CHECKING:
    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.model import Span
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

WARP = 32
DEEPEST = 4  # functions that call one another
THERE = frozenset(("active", "sync"))
BITS = frozenset(("vote", "match"))  # none of which a lane that is not there sets
UP, DOWN, XOR, LANE = (b"__shfl" + way for way in (b"_up", b"_down", b"_xor", b""))
WIDTH = b"warpSize"
FROM_ABOVE = (b"__clz", b"__clzll", b"__brev", b"__brevll")  # of a wavefront's mask they count from lane 63
LAST = frozenset((b"31", b"31u", b"63", b"63u"))


def is_of_few(unit: Unit, facts: FunctionFacts) -> bool:
    """Say whether a function in such blocks only votes, asks who is there, or shuffles among 32."""
    if facts.function is None or facts.assemblies:
        return False
    if not _comes_in_few(unit, facts.function, facts.constants, DEEPEST) or works_off(unit, facts):
        return False
    if _counts_from_above(unit, facts.function):
        return False
    home, values = facts.function, facts.values
    steps = StepsToFirst(unit, facts, home, values) if values and home.kind != "macro" else None
    return all(_is_there(unit, op, facts, steps) for op in facts.ops)


def _counts_from_above(unit: Unit, home: Function) -> bool:
    """Say whether a function asks how far from the last lane one is, but in `31 - __clz(m)`."""
    code = unit.code
    for word in (word for name in FROM_ABOVE for word in standing(unit, name, home.body)):
        minus = token_before(code, word.start)
        if minus.text != b"-" or token_before(code, minus.start).text not in LAST:
            return True
    return False


def in_small_blocks(unit: Unit, function: Function, constants: ConstantTable) -> bool:
    """Say whether all that comes to a function are blocks of 32 threads at most, as its file tells.

    What a header defines others may start, in blocks of any size.
    """
    is_read = unit.read_by_others or is_guarded(unit)
    return not is_read and _comes_in_few(unit, function, constants, DEEPEST)


@fact_of
def _comes_in_few(unit: Unit, function: Function, constants: ConstantTable, left: int) -> bool:
    if function.kind == "kernel":
        few = 0 < most_threads(unit, function.called, constants) <= WARP
        return few and not _has_lambdas(unit, function.called)
    homes = {one.home for one in all_sites(unit, function)} if left and unit.launches else set()
    return bool(homes) and all(_comes_in_few(unit, one, constants, left - 1) for one in homes)


def _has_lambdas(unit: Unit, kernel: bytes) -> bool:
    """Say whether what starts a kernel works on warps itself: in lambdas that other kernels may be given."""
    at = [one.threads.start for one in launches_of(unit, kernel)]
    homes = {one for one in functions(unit, at).values() if one.kind != "macro"}
    return any(_works_on_warps(unit, home) for home in homes)


@fact_of
def _works_on_warps(unit: Unit, home: Function) -> bool:
    return INTRINSIC.search(unit.code, *home.body) is not None


def _is_there(unit: Unit, op: WarpOp, facts: FunctionFacts, steps: StepsToFirst | None) -> bool:
    """Say whether a place works alike where the upper half of a wavefront is empty."""
    if op.kind in THERE or (op.kind == "shuffle" and is_half(unit, op, facts.constants)):
        return True
    if holds_part(unit, WIDTH) or unit.read_by_others or is_guarded(unit):
        return False
    return op.kind in BITS or (op.kind == "shuffle" and _stays_below(unit, op, facts, steps))


def _stays_below(unit: Unit, op: WarpOp, facts: FunctionFacts, steps: StepsToFirst | None) -> bool:
    """Say whether what a shuffle of the first 32 lanes takes comes from one of these, or is for none."""
    plain = op.name.removesuffix(b"_sync")
    if plain == UP:
        return True
    if plain == LANE:
        return _is_of_first(unit, op, facts)
    if plain == DOWN:
        return steps is not None and steps.lead(op)
    reach = distance(op) if plain == XOR else None
    return (
        reach is not None
        and facts.function is not None
        and _is_near(unit, reach, facts.function, facts.constants)
    )


def _is_of_first(unit: Unit, op: WarpOp, facts: FunctionFacts) -> bool:
    """Say whether the lane that a shuffle takes from is one of the first 32."""
    given = op.call.arguments[1 + is_sync(op) :] if op.call else ()
    return bool(given) and is_low(unit, given[0], facts)


def _is_near(unit: Unit, reach: Span, home: Function, constants: ConstantTable, left: int = DEEPEST) -> bool:
    """Say whether a distance is less than 32, be it by what all calls of its function give it."""
    if not is_far(unit, reach, home, constants):
        return True
    name, read = unbracketed(unit.code[slice(*reach)]), model(unit, home)
    if name not in read.parameters or names(unit, home).given.get(name) or not left:
        return False
    number = read.parameters.index(name)
    found = [(one.home, one.arguments[number : number + 1]) for one in all_sites(unit, home)]
    return bool(found) and all(
        given and _is_near(unit, given[0], caller, constants, left - 1) for caller, given in found
    )
