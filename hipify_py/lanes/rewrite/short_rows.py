"""Arrays of 32 elements, or a few more, whose lane `warpSize` counts: on gfx9 there are 64 of these."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from hipify_py.lanes.find.array_uses import asked, indices
from hipify_py.lanes.find.own_warpsize import owned
from hipify_py.lanes.flow.lane_values import INDEX
from hipify_py.lanes.flow.lattice import BEHIND_WARPS
from hipify_py.lanes.flow.uniformity import COMPARES
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.block_widths import widest
from hipify_py.lanes.hazards.thread_counts import is_thread
from hipify_py.lanes.rewrite.rows_of_32 import rows_of_32
from hipify_py.lanes.rewrite.thread_strides import strides_of_rows
from hipify_py.lanes.rewrite.warp_elements import is_warp
from hipify_py.lanes.rewrite.width_lanes import WIDTH, asks_width, is_width, is_width_lane
from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare, names_in
from hipify_py.source.function_reading import names
from hipify_py.source.tokens import token_before
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.lanes.rewrite.rows_of_32 import Bound, Short
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

WARP = 32
COMPARED = frozenset((b"==", b"!=", *COMPARES))
FIRST = (0, 1)  # what the number of the first warp is compared with


def short_rows(unit: Unit, facts: FunctionFacts) -> Iterator[Hazard]:
    """Report arrays of a function with 32 elements where a lane by `warpSize` is the index."""
    function, values = facts.function, facts.values
    if function is None or values is None or owned(unit) or not holds_part(unit, WIDTH):
        return
    for row in rows_of_32(unit, function, facts.constants):
        found = ((at, _goes_by_width(unit, function, values, at, row.short)) for at in row.used)
        first, bound = next(((at, one) for at, one in found if one), (0, None))
        if bound and not (row.said is None and has_small_blocks(unit, function, values)):
            yield Hazard("W061", row.said or _named(unit, first), f"an array of {bound.size} elements")


def _named(unit: Unit, end: int) -> Span:
    """Give the name that ends at a place, with the indices behind it."""
    start = token_before(unit.code, end).start
    return Span(start, max((one.end + 1 for one in indices(unit, end)), default=end))


def _goes_by_width(
    unit: Unit, function: Function, values: LazyValues, end: int, short: Short
) -> Bound | None:
    """Give the bound whose index behind a name is a lane by `warpSize`, with no condition around it."""
    known = names(unit, function)

    @functools.cache
    def of_rows() -> bool:
        return _has_wide_rows(unit, function, values)

    def is_wide(at: int) -> bool:
        return of_rows() or _is_of_first(unit, function, values, at)

    listed = [*indices(unit, end)]
    for bound, index in ((one, listed[one.number]) for one in short if one.number < len(listed)):
        node = bare(expression(unit.code[slice(*index)]))
        by_width = _is_lane(unit, function, node, index.start, bound.factor)
        if by_width or (not bound.factor and is_thread(node, values, index.start) and is_wide(index.start)):
            conditions = asked(unit, function, index.start)
            return None if any(bounds_lane(unit, known, one, values) for one in conditions) else bound
    return None


def _is_lane(unit: Unit, function: Function, node: Expression, at: int, factor: bytes) -> bool:
    """Say whether an index is a lane by the width, or has it so many times: `lane * ITEMS + i`."""
    if not factor:
        return is_width_lane(unit, function, node, at)
    products = (one.parts for one in node.walk() if (one.kind, one.text) == ("binary", b"*"))
    pairs = (pair for sides in products for pair in (sides, sides[::-1]))
    return any(bare(by).text == factor and is_width_lane(unit, function, one, at) for one, by in pairs)


def _has_wide_rows(unit: Unit, function: Function, values: LazyValues) -> bool:
    """Say whether a thread takes items `warpSize` further on, in rows that are not told to have 32."""
    return any(strides_of_rows(unit, function, values)) and not has_small_blocks(unit, function, values)


def has_small_blocks(unit: Unit, function: Function, values: LazyValues) -> bool:
    """Say whether the file starts a function's kernel in rows of at most 32 threads."""
    return 0 < widest(unit, function, values.constants) <= WARP


def _is_of_first(unit: Unit, function: Function, values: LazyValues, at: int) -> bool:
    """Say whether a place is for the first wavefront of several: `t / warpSize == 0`, `t < warpSize`."""
    return any(_asks_for_first(unit, function, values, one) for one in asked(unit, function, at)) and (
        not has_small_blocks(unit, function, values)
    )


def _asks_for_first(unit: Unit, function: Function, values: LazyValues, condition: Span) -> bool:
    root, worth = bare(expression(unit.code[slice(*condition)])), values.constants.plain
    for node in root.walk():
        at = condition.start + node.span.start
        if node.kind == "binary" and node.text in COMPARED:
            pairs = [(bare(one), to) for one, to in (node.parts, node.parts[::-1])]
            if any(worth(to) in FIRST and is_warp(unit, function, one, at) for one, to in pairs):
                return True
            if any(is_width(to) and is_thread(one, values, at) for one, to in pairs):
                return True
        is_not = (node.kind, node.text) == ("unary", b"!")
        if (is_not or node is root) and is_warp(unit, function, bare(node.parts[0]) if is_not else node, at):
            return True
    return False


def bounds_lane(unit: Unit, known_names: FunctionNames, condition: Span, values: LazyValues) -> bool:
    """Say whether a condition compares the index of a lane, or of a thread in its block: not in the grid.

    What is below `warpSize` is bound by that to the lanes of a wavefront alone. One that asks for the width
    itself knows how many these are.
    """
    if asks_width(expression(unit.code[slice(*condition)]), values.constants):
        return True
    known = values.at(condition.start)
    compared = (
        known.value(side)
        for root in _asked_in(unit, known_names, condition)
        for node in root.walk()
        if node.kind == "binary" and node.text in COMPARES and not any(map(is_width, node.parts))
        for side in node.parts
    )
    return any(one.indices & INDEX and one.slope != BEHIND_WARPS for one in compared)


def _asked_in(unit: Unit, known: FunctionNames, condition: Span) -> Iterator[Expression]:
    """Give a condition, and what its names hold that are given once, and made of such alone."""
    root = expression(unit.code[slice(*condition)])
    yield root
    for name in names_in(root):
        once = known.once(name, condition.start)
        node = expression(unit.code[slice(*once.value)]) if once else None
        if node and all(len(known.given.get(one, ())) <= 1 for one in names_in(node)):
            yield node
