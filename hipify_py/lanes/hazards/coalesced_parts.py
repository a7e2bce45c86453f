"""Parts of so many lanes each that a coalesced group is cut into: of a wavefront they reach over two warps.

They are counted by the group's own ranks, so that which lanes lie in one part, and how many parts there are,
hangs on how many lanes came along: HIP's group has those of 64 (`tiled_partition` in
`amd_hip_cooperative_groups.h` of ROCm 7.2).
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lanes.find.groups import Groups
from hipify_py.lanes.hazard import Hazard
from hipify_py.model import Span
from hipify_py.source.functions import functions
from hipify_py.source.tokens import token_at, token_before
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

PARTS = b"tiled_partition"
MEMBERS = frozenset((b".", b"->"))


def coalesced_parts(unit: Unit, function: Function) -> Iterator[Hazard]:
    """Report where a function cuts a coalesced group into parts of so many lanes."""
    made = _made(unit)
    for number in range(bisect_left(made, function.body.start), bisect_left(made, function.body.end)):
        yield Hazard("W058", Span(made[number], made[number] + len(PARTS)))


@fact
def _made(unit: Unit) -> list[int]:
    """Give where the calls stand that cut coalesced groups, in order."""
    code = unit.code
    found = [
        word.start
        for word in all_standing(unit, PARTS)
        if token_at(code, word.end).text == b"(" and token_before(code, word.start).text not in MEMBERS
    ]
    homes = functions(unit, found) if found else {}
    groups = Groups(unit) if found else None
    return [at for at in found if groups and _cuts(unit, groups, at, homes.get(at))]


def _cuts(unit: Unit, groups: Groups, at: int, home: Function | None) -> bool:
    call = unit.call(Span(at, at + len(PARTS)))
    arguments = call.arguments if call else ()
    return bool(arguments) and groups.expression(*arguments[0], home) == "coalesced"
