"""How many threads along x the blocks have in which a file starts its kernels, as far as it is told."""

from __future__ import annotations

from itertools import islice
from math import prod
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.call_sites import sites
from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.flow.hidden_constants import may_be_hidden
from hipify_py.lanes.flow.open_constants import is_open
from hipify_py.lanes.hazards.bounded_blocks import bounded_blocks
from hipify_py.lanes.hazards.width_queries import launches, launches_of
from hipify_py.resolve.pasted_arguments import any_paste
from hipify_py.source.conditions import inside
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import names
from hipify_py.source.functions import functions
from hipify_py.source.listed_values import GRID
from hipify_py.source.spans import merged
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

MOST = 16  # launches of a kernel that are looked at
DEEPEST = 4  # functions that call one another
WARP, WAVEFRONT = 32, 64
NUMBERS = ConstantTable({})  # no constants
ALL = WAVEFRONT, WAVEFRONT  # where no launch tells less


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
    for kernel, bound in bounded_blocks(unit, constants).items():
        if bound.threads <= WARP and not found.get(kernel):  # of larger blocks none need be so large
            found[kernel] = bound.threads
    return found


@fact_of
def whole_lanes(unit: Unit, function: Function, constants: ConstantTable, left: int) -> tuple[int, int]:
    """Give of what power of 2, up to 64, the threads along x are a multiple where blocks come to a function.

    The second is that of blocks with several rows alone, in which a row may begin within a warp. What no
    launch tells counts as whole wavefronts. Callers are followed `left` times.
    """
    if function.kind == "kernel":
        return _steps(unit, constants).get(function.called, ALL)
    callers = {one.home for one in sites(unit, function)} if left and unit.launches else ()
    found = [whole_lanes(unit, one, constants, left - 1) for one in callers]
    return min((one for one, _ in found), default=WAVEFRONT), min(
        (one for _, one in found), default=WAVEFRONT
    )


@fact_of
def _steps(unit: Unit, constants: ConstantTable) -> Mapping[bytes, tuple[int, int]]:
    found: dict[bytes, tuple[int, int]] = {}
    for one in launches(unit):
        sides = sides_of(unit, one.threads)
        along_x, *others = [constants.plain(side) for side in sides] or [None]
        known = found.get(one.kernel, ALL)
        if along_x is not None and along_x > 0:
            step = along_x & -along_x
            of_rows = step if any(side != 1 for side in others) else WAVEFRONT
            found[one.kernel] = min(known[0], step), min(known[1], of_rows)
    return found


@fact_of
def most_threads(unit: Unit, kernel: bytes, constants: ConstantTable) -> int:
    """Give the most threads of the blocks in which a file starts a kernel; 0 where some launch tells none.

    So it is where the kernel's name stands anywhere else, in another file too, or may be put together by a
    macro, by which others may start it, and where another build, a template or an object may give another
    number. Not so of one whose head tells that they are of one warp at most.
    """
    bound = bounded_blocks(unit, constants).get(kernel)
    if bound and bound.threads <= WARP and _by_kernel(unit, constants)[kernel] <= bound.threads:
        return bound.threads
    spans = [one.threads for one in launches_of(unit, kernel)]
    if kernel in unit.named_by_others or any_paste(unit):
        return 0
    if sum(1 for _ in islice(standing(unit, kernel), len(spans) + 2)) != len(spans) + 1:
        return 0
    sides = [sides_of(unit, span) for span in spans[:MOST]]
    if any(is_open(unit, side, constants) for each in sides for side in each):
        return 0
    starts = (span.start for span in spans[:MOST])
    if any(may_be_hidden(unit, side, at) for at, each in zip(starts, sides, strict=True) for side in each):
        return 0
    found = [prod(constants.plain(one) or 0 for one in each) if each else 0 for each in sides]
    return max(found, default=0) if all(found) and len(spans) <= MOST else 0


@fact_of
def literal_threads(unit: Unit, kernel: bytes) -> int:
    """Give the same where each of the launches is told by numbers alone; else 0."""
    spans = [one.threads for one in launches_of(unit, kernel)]
    sides = [side for span in spans[:MOST] for side in sides_of(unit, span)]
    return most_threads(unit, kernel, NUMBERS) if all(one.kind == "number" for one in sides) else 0


def _along_x(unit: Unit, constants: ConstantTable, threads: Span) -> int:
    """Give the threads along x of what a launch is given for its blocks; 0 where they are not told."""
    sides = sides_of(unit, threads)
    number = constants.of(sides[0]) if sides else None
    return number.value if number else 0


@fact_of
def _is_for_launches(unit: Unit, home: Function, name: bytes) -> bool:
    """Say whether all that a function does with what it declares is to give it to launches."""
    spans = merged([one.threads for one in launches(unit)])
    others = [one for one in standing(unit, name, home.body) if not inside(spans, one.start)]
    return len(others) == 1


def sides_of(unit: Unit, threads: Span) -> Sequence[Expression]:
    """Give how many threads a block has along each axis, as it is written; of none where that is not told."""
    node = bare(expression(unit.code[slice(*threads)]))
    home = functions(unit, [threads.start]).get(threads.start) if node.kind == "name" else None
    known = names(unit, home) if home else None
    if known and known.declaration(node.text, threads.start) is not None:
        given = known.given_at(node.text, threads.start)
        if len(given) != 1 or given[0].operator or given[0].target.strip() != node.text:
            return ()
        if home is None or not _is_for_launches(unit, home, node.text):
            return ()
        node = bare(expression(unit.code[slice(*given[0].value)]))
    sides: Sequence[Expression] = (node,)
    while sides and sides[0].parts and (sides[0].kind == "list" or sides[0].text == GRID):
        sides = [*map(bare, sides[0].parts), *sides[1:]]
    return sides
