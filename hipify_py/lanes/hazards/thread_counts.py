"""Shifts by a thread's index in its block, `1u << threadIdx.x`, in blocks of more threads than that has bits.

In blocks of one warp along x that is the lane's index. What asks for the index, but for a bound beyond the
bits, keeps it in them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.call_sites import sites
from hipify_py.lanes.flow.followed import held
from hipify_py.lanes.flow.index_names import THREADS
from hipify_py.lanes.flow.index_parts import SPLITS
from hipify_py.lanes.flow.lane_values import LazyValues
from hipify_py.lanes.flow.lattice import OF_LANE, THREAD_INDEX, WARP_INDEX, WHOLE, plain
from hipify_py.lanes.hazards.block_widths import widest
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import MIRRORED, bare, names_in
from hipify_py.source.function_reading import model, names, path

if TYPE_CHECKING:
    from hipify_py.lanes.flow.call_sites import Site
    from hipify_py.lanes.hazards.lane_counts import LaneCounts
    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit

BLOCK = b"blockIdx"
CALLERS = 2  # that hand an index on, one to the other
BELOW = frozenset((b"<", b"<="))


def is_thread(
    node: Expression, values: LazyValues, at: int, *, or_lane: bool = False, left: int = CALLERS
) -> bool:
    """Say whether an expression is the index of a thread along x in its block, and no part of one.

    So is a parameter for which a call in the file passes one, `or_lane` an index of a lane, unless a
    condition asks for that; of one without calls the name tells.
    """
    node = index_of(node, values, at)
    if node.kind == "name" and left:
        return _is_passed(node.text, values, at, or_lane=or_lane, left=left - 1)
    found = values.at(at).value(node)
    return node.kind == "member" and (found.indices, found.slope) == (THREAD_INDEX, WHOLE)


def index_of(node: Expression, values: LazyValues, at: int) -> Expression:
    """Give what a name holds that is given its value once, or the node, without casts."""
    return held(values.unit.code, names(values.unit, values.function), bare(node), at)


def _is_passed(name: bytes, values: LazyValues, at: int, *, or_lane: bool, left: int) -> bool:
    unit, function = values.unit, values.function
    known = names(unit, function)
    declared = known.declaration(name, at)
    if declared is None or declared.kind != "parameter" or known.given_at(name, at):
        return False
    parameters = model(unit, function).parameters
    if name not in parameters:  # but a lambda's
        return False
    number, passed = parameters.index(name), [*sites(unit, function)]
    for one in passed:
        for argument in one.arguments[number : number + 1]:
            node = expression(unit.code[slice(*argument)])
            there = LazyValues(unit, one.home, values.constants)
            is_lane = or_lane and plain(there.at(one.at).value(node)) == OF_LANE
            is_one = is_lane or is_thread(node, there, one.at, or_lane=or_lane, left=left)
            if is_one and not _is_asked(unit, one, node):
                return True
    return not passed and values.at(at).says(name, lambda name: name.lower() in THREADS)


def _is_asked(unit: Unit, call: Site, given: Expression) -> bool:
    """Say whether a condition around a call names what it is given."""
    around = path(unit, model(unit, call.home), call.at)
    asked = (names_in(expression(unit.code[slice(*one.span)])) for one in around)
    return any(map(names_in(given).intersection, asked))


class ThreadCounts:
    """Such shifts in one function, whose `counts` by masks know its names and what is asked in it."""

    def __init__(self, values: LazyValues, counts: LaneCounts) -> None:
        """Remember where to look."""
        self.values, self.counts = values, counts

    def said(self, count: Expression, at: int, bits: int) -> str:
        """Say how far a shift's count goes that is a thread's index, where that is beyond the bits."""
        if not is_thread(count, self.values, at):
            return ""
        threads = widest(self.values.unit, self.values.function, self.values.constants)
        if threads <= bits:
            return ""
        index = index_of(count, self.values, at)
        about = frozenset(one.text for part in (count, index) for one in part.walk() if one.kind == "name")

        def asks(to: int) -> bool:
            questions = self.counts.asks
            kept = questions.is_bounded(about, to, lambda one: self._is_beyond(one, bits))
            return kept or questions.is_parted(about, to, SPLITS) or self._is_of_a_warp(to)

        return "" if self.counts.is_known(at, asks) else f"up to {threads - 1} in blocks of {threads} threads"

    def _is_of_a_warp(self, at: int) -> bool:
        """Say whether something asked before a place names the index of a warp."""
        known = self.values.at(at)
        return any(known.indices(name) & WARP_INDEX for name in self.counts.asks.asked_names(at))

    def _is_beyond(self, asked: Expression, bits: int) -> bool:
        """Say whether a comparison holds for indices beyond the bits too: `tid < 64`."""
        if any(part.text == BLOCK for part in asked.walk()):
            return True  # how far the grid goes
        left, right = map(bare, asked.parts)
        sign = asked.text
        if self.counts.number(left) is not None:
            left, right, sign = right, left, MIRRORED.get(sign, sign)
        number = self.counts.number(right)
        return number is not None and number > bits and sign in BELOW
