"""The masks of lanes that are known of a source."""

from __future__ import annotations

from helpers.warps import facts_of
from hipify_py.lanes.flow.lane_masks import Masks
from hipify_py.source.expression_reading import expression
from hipify_py.source.functions import Function
from hipify_py.source.unit import Unit

HEAD = "__device__ void f(unsigned m, int v, int lane) { __any_sync(m, v); "


def masks_of(source: str) -> Masks:
    unit = Unit(source.encode())
    return Masks(unit, facts_of(unit))


def holds(found: Masks, text: str, function: Function) -> bool:
    return found.is_mask(expression(text.encode()), function, function.body.end - 1)
