"""Shifts of masks by as many bits as they had: once these have 64, `mask << (32 - lane)` counts by 32."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.rewrite.counted_masks import is_held
from hipify_py.lanes.rewrite.signed_masks import is_signed
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.lanes.flow.lane_masks import Masks

WHOLE, NARROW, BITS = "W053", 32, "the bits of a mask"


def in_64_bits(hazards: Sequence[Hazard], body: Body | None, masks: Masks) -> Iterator[Hazard]:
    """Give what is to be said of a function: that shifts by 32 of what has 64 bits now count by 32."""
    for one in hazards:
        widened = one.message == WHOLE and body is not None and _is_widened(one, body, masks)
        yield Hazard("W012", one.span, BITS) if widened else one


def _is_widened(one: Hazard, body: Body, masks: Masks) -> bool:
    """Say whether a shift is of a mask alone, by what is left of 32."""
    code, at = masks.unit.code, one.span.start
    node = expression(code[slice(*one.span)])
    if node.kind != "binary" or len(node.parts) != len(("mask", "count")):
        return False
    mask, count = map(bare, node.parts)
    if (count.kind, count.text) != ("binary", b"-") or count.parts[0].kind != "number":
        return False
    is_wide = is_held(mask, at, body, masks) and not is_signed(mask, body, at, code)
    return is_wide and mask.kind == "name" and body.facts.constants.plain(count.parts[0]) == NARROW
