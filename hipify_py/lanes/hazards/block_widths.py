"""How many threads along x the blocks have in which a file starts its kernels, as far as it is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.call_sites import sites
from hipify_py.lanes.hazards.width_queries import launches
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import names
from hipify_py.source.functions import functions
from hipify_py.source.listed_values import GRID
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.model import Span
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

DEEPEST = 4  # functions that call one another


def widest(unit: Unit, function: Function, constants: ConstantTable, left: int = DEEPEST) -> int:
    """Give the most threads along x of a block that comes to a function; 0 where no launch tells it."""
    if function.kind == "kernel":
        return _by_kernel(unit, constants).get(function.called, 0)
    callers = {one.home for one in sites(unit, function)} if left and unit.launches else ()
    return max((widest(unit, one, constants, left - 1) for one in callers), default=0)


@fact_of
def _by_kernel(unit: Unit, constants: ConstantTable) -> Mapping[bytes, int]:
    found: dict[bytes, int] = {}
    for one in launches(unit):
        found[one.kernel] = max(found.get(one.kernel, 0), _along_x(unit, constants, one.threads))
    return found


def _along_x(unit: Unit, constants: ConstantTable, threads: Span) -> int:
    """Give the threads along x of what a launch is given for its blocks; 0 where they are not told."""
    node = bare(expression(unit.code[slice(*threads)]))
    home = functions(unit, [threads.start]).get(threads.start) if node.kind == "name" else None
    known = names(unit, home) if home else None
    if known and known.declaration(node.text, threads.start) is not None:
        given = known.given_at(node.text, threads.start)
        if len(given) != 1 or given[0].operator or given[0].target.strip() != node.text:
            return 0
        node = bare(expression(unit.code[slice(*given[0].value)]))
    while node.parts and (node.kind == "list" or node.text == GRID):
        node = bare(node.parts[0])
    number = constants.of(node)
    return number.value if number else 0
