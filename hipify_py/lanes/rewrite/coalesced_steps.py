"""Steps that reach over 32 lanes of a coalesced group, of which a wavefront brings up to 64: W011.

`for (int s = 16; s > 0; s /= 2) v += group.shfl_down(v, s);` sums up a whole warp in CUDA, and in HIP one
half of a group that all lanes of the wavefront came to. A part of a tile is never larger than the tile.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lanes.find.group_members import SHUFFLES, uses
from hipify_py.lanes.find.groups import Groups
from hipify_py.lanes.find.handed_arguments import handed
from hipify_py.lanes.rewrite.lane_steps import Step, short_steps
from hipify_py.model import Span
from hipify_py.source.brackets import parts
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import names
from hipify_py.source.functions import functions
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.find.group_members import Use
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.lanes.hazard import Hazard
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

SPEAKS = b"coalesced_"
CUTS = frozenset((b"binary_partition", b"labeled_partition", b"tiled_partition"))
DEEPEST = 4  # groups that are made of one another, or handed on
GIVEN = 2  # arguments of such a shuffle: the value, and how far or of which lane


def coalesced_steps(unit: Unit, facts: FunctionFacts) -> Iterator[Hazard]:
    """Report steps of a function's coalesced groups that go by 32 lanes, one by one or in loops."""
    if facts.function is None:
        return
    made, body = steps_of_groups(unit), facts.function.body
    here = made[bisect_left(made, (body,), key=_at) : bisect_left(made, (Span(body.end, body.end),), key=_at)]
    if here:
        yield from short_steps(unit, facts._replace(ops=()), here, untold=True)


def _at(one: Step) -> tuple[Span]:
    return (one.at,)


@fact
def steps_of_groups(unit: Unit) -> Sequence[Step]:
    """Give the shuffles of coalesced groups that may have lanes of two warps, in order."""
    if not holds_part(unit, SPEAKS):
        return ()
    groups = Groups(unit)
    found = [one for one in uses(unit, groups) if one.name in SHUFFLES]
    homes = functions(unit, [one.span.start for one in found]) if found else {}
    made = []
    for use in found:
        given = [*parts(unit.code, use.brackets.start + 1, use.brackets.end - 1)]
        home = homes.get(use.span.start)
        if home and len(given) == GIVEN and _is_coalesced(unit, groups, use, home):
            made.append(Step(use.span, given[1]))
    return sorted(made)


def _is_coalesced(unit: Unit, groups: Groups, use: Use, home: Function) -> bool:
    """Say whether a group that shuffles may be of a wavefront's lanes, also one that a template is given."""
    on = Span(use.on.start, use.on.end)
    if use.on.kind == "coalesced":
        return not _is_of_tile(unit, groups, on, home)
    given = handed(unit, home, unit.code[slice(*on)]) if use.on.kind == "any" else ()
    return any(
        groups.expression(*one, other) == "coalesced" and not _is_of_tile(unit, groups, one, other)
        for one, other in given
    )


def _is_of_tile(unit: Unit, groups: Groups, group: Span, home: Function, left: int = DEEPEST) -> bool:
    """Say whether a coalesced group is made of the lanes of a tile, by whatever hands it to a function."""
    text = unit.code[slice(*group)]
    node = bare(expression(text))
    at = group.start
    if node.kind == "name" and (once := names(unit, home).once(node.text)):
        at, node = once.value.start, bare(expression(unit.code[slice(*once.value)]))
    if left and node.kind == "name":
        given = handed(unit, home, node.text)
        return bool(given) and all(_of(unit, groups, *one, left - 1) for one in given)
    if not left or node.kind != "call" or node.name not in CUTS or not node.parts:
        return False
    return _of(unit, groups, node.parts[0].within(at), home, left - 1)


def _of(unit: Unit, groups: Groups, group: Span, home: Function, left: int) -> bool:
    kind = groups.expression(*group, home)
    return kind == "tile" or (kind == "coalesced" and _is_of_tile(unit, groups, group, home, left))
