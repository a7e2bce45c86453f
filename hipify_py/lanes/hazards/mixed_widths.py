"""Functions that count by 32 and by a width that a condition chooses for HIP: on 64 lanes they disagree."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from hipify_py.lanes.flow.index_splits import arithmetic
from hipify_py.lanes.hazard import Hazard
from hipify_py.source.tokens import A_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit


OURS: Final = re.compile(rb"\bhipify_warp32\s*::\s*\w+")
"""A function of our header: of 32 lanes, whatever conditions choose within."""


def mixed_widths(unit: Unit, function: Function, values: LazyValues) -> Iterator[Hazard]:
    """Report what splits a thread's index by 32 where a width of HIP's own is used, too."""
    chosen = values.constants.chosen
    text = OURS.sub(b"", unit.code[slice(*function.span)]) if chosen else b""
    names = sorted(chosen.intersection(A_NAME.findall(text)))
    for one in arithmetic(values) if names else ():
        if chosen.isdisjoint(A_NAME.findall(unit.code, *one.width)):
            yield Hazard("W054", one.span, names[0].decode())
