"""Rows of threads of which each is a warp, in blocks whose rows are as long as the host makes them.

`__shfl_sync(mask, v, k)` of a kernel that goes by `threadIdx.y`, and knows no warps else, takes from the own
row where that has 32 threads, as `dim3 block(n, rows)` may give it. On gfx9 two such rows share a wavefront.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.flow.index_splits import arithmetic
from hipify_py.lanes.flow.lattice import UNIFORM
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.block_sizes import block_sizes
from hipify_py.lanes.hazards.block_widths import sides_of
from hipify_py.lanes.hazards.width_queries import launches_of
from hipify_py.lanes.rewrite.launchers import speaks_of
from hipify_py.lanes.rewrite.source_lanes import FROM_LANE, WIDTH
from hipify_py.lanes.rewrite.wavefront_functions import is_confined
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import model
from hipify_py.source.functions import functions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.model import Span
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

ROWS = b"threadIdx.y"
OF_WARPS = (b"warp", b"wave")  # in any case: a host that speaks of them may know how long rows are
SAID = "threads of a row"


def open_rows(unit: Unit, facts: FunctionFacts) -> Iterator[Hazard]:
    """Report shuffles from a lane by its number in such a kernel."""
    function, values = facts.function, facts.values
    if function is None or values is None or function.kind != "kernel":
        return
    body = unit.code[slice(*function.body)]
    if ROWS not in body or WIDTH in body or not any(one.name in FROM_LANE for one in facts.ops):
        return
    if any(arithmetic(values)) or not _has_open_rows(unit, function, facts.constants):
        return
    yield from (Hazard("W012", op.span, SAID) for op in facts.ops if _is_of_row(unit, op, function, values))


def _is_of_row(unit: Unit, op: WarpOp, function: Function, values: LazyValues) -> bool:
    """Say whether a shuffle takes from a lane that is the same for all threads, in more rows than one."""
    given = op.call.arguments[1 + is_sync(op) :][:1] if op.call and op.name in FROM_LANE else ()
    if not given or is_confined(op, unit, values.constants):
        return False
    lane = expression(unit.code[slice(*given[0])])
    around = model(unit, function).path(op.span.start)
    is_in_one = any(ROWS in unit.code[slice(*one.span)] for one in around if one.keyword == "if")
    return not is_in_one and values.at(given[0].start).value(lane).level <= UNIFORM


def _has_open_rows(unit: Unit, kernel: Function, constants: ConstantTable) -> bool:
    """Say whether a file starts a kernel in blocks of several rows, and no number tells how long they are."""
    started = launches_of(unit, kernel.called)
    homes = functions(unit, [one.threads.start for one in started])
    return any(_is_open(unit, homes.get(one.threads.start), one.threads, constants) for one in started)


def _is_open(unit: Unit, home: Function | None, threads: Span, constants: ConstantTable) -> bool:
    sides = sides_of(unit, threads)
    if home is None or all(constants.plain(one) == 1 for one in sides[1:]):
        return False
    sizes = block_sizes(unit, home, threads, constants)
    told = [size.worth or constants.plain(size.node) for size in sizes]
    told.append(constants.plain(sides[0]))
    hosts = {home, *(size.home for size in sizes)}
    return not any(told) and not any(speaks_of(unit, one, OF_WARPS) for one in hosts)
