"""Functions that count by 32 and by a width that a condition chooses for HIP: on 64 lanes they disagree."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from hipify_py.lanes.flow.index_splits import arithmetic
from hipify_py.lanes.hazard import Hazard
from hipify_py.resolve.hip_conditions import FOR_CUDA
from hipify_py.resolve.told_apart import tells_apart
from hipify_py.source.conditions import any_around
from hipify_py.source.tokens import A_NAME
from hipify_py.source.word_places import all_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.lanes.find.ptx_registers import Assembly
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.source.conditions import Branch
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


def narrow_lanes(unit: Unit, read: Iterable[Assembly], constants: ConstantTable) -> Iterator[Hazard]:
    """Report lanes that assembly asks for, which are put to 32, in a file that has a width of HIP's own.

    Not where only a compiler for CUDA comes, in a file that tells it from HIP's by itself.
    """
    registers = [one for one in read if one.kind == "register"] if constants.chosen else []
    names = sorted(all_words(unit) & constants.chosen) if registers else []
    for one in registers if names else ():
        if not (tells_apart(unit) and any_around(unit, one.span.start, _is_for_cuda)):
            yield Hazard("W054", one.span, names[0].decode())


def _is_for_cuda(unit: Unit, branch: Branch) -> bool:
    return FOR_CUDA.search(unit.code, *branch.directive.body) is not None
