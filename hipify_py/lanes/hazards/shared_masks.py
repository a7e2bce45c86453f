"""Masks of the lanes that were there, `m = __activemask()`, used at several places to which lanes part.

CUDA lets the lanes of a mask meet at different places; on AMD GPUs each place has those alone that are there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.flow.distances import REACHING
from hipify_py.lanes.hazards.met_from_branches import met_from_branches
from hipify_py.source.function_reading import defined_functions, model, names
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.hazards.lane_exits import LaneExits
    from hipify_py.model import Span
    from hipify_py.source.unit import Unit

ACTIVE = b"__activemask"
SYNC, BARRIER = b"_sync", b"__syncwarp"
MOST_NAMES = 4  # that a mask goes through


def met_by_masks(unit: Unit, found: Sequence[WarpOp], exits: LaneExits) -> Iterator[Span]:
    """Give the places of which another one has the same such mask, and lanes on another side of a condition.

    Shuffles by a distance are none of them, of which more is asked.
    """
    if not holds_part(unit, ACTIVE):
        return
    places: dict[Span, list[Span]] = {}
    told = {op.span for op in found if op.kind != "shuffle" or op.name not in REACHING}
    for op in found:
        given = op.call.arguments[:1] if is_sync(op) and op.call else ()
        if given and (mask := _made(unit, given[0], exits)):
            places.setdefault(mask, []).append(op.span)
    for call in exits.model.calls:
        for number, argument in enumerate(call.arguments):
            made = _made(unit, argument, exits)
            if made and _takes_mask(unit, unit.code[slice(*call.name)], number):
                places.setdefault(made, []).append(call.name)
                told.add(call.name)
    for spans in places.values():
        if len(spans) > 1:
            yield from (one for one in met_from_branches(unit, spans, exits) if one in told)


def _made(unit: Unit, mask: Span, exits: LaneExits) -> Span | None:
    """Give where a name gets the mask of the lanes that are there, by way of other names, too."""
    known, name = names(unit, exits.model.function), unit.code[slice(*mask)].strip()
    at: int | None = mask.start
    for _ in range(MOST_NAMES):
        given = known.once(name, at)
        if given is None:
            return None
        name, at = unit.code[slice(*given.value)].strip(), given.value.start
        if name.startswith(ACTIVE):
            return given.value
    return None


def _takes_mask(unit: Unit, name: bytes, number: int) -> bool:
    """Say whether a function of the file works on the warp by a mask that it is given as an argument."""
    made = defined_functions(unit).get(name)
    read = model(unit, made) if made else None
    if read is None or number >= len(read.parameters):
        return False
    own = read.parameters[number]
    called = ((unit.code[slice(*one.name)], one.arguments) for one in read.calls if one.arguments)
    return any(
        of.endswith((SYNC, BARRIER)) and unit.code[slice(*given[0])].strip() == own for of, given in called
    )
