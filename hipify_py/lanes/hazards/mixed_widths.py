"""Functions that count by 32 and by a width that a condition chooses for HIP: on 64 lanes they disagree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hipify_py.lanes.flow.index_splits import arithmetic
from hipify_py.lanes.hazard import Hazard
from hipify_py.lazy import re
from hipify_py.resolve.hip_conditions import FOR_CUDA
from hipify_py.resolve.told_apart import tells_apart
from hipify_py.source.conditions import any_around
from hipify_py.source.function_reading import model
from hipify_py.source.template_parameters import template_parameters
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
    """Report what splits a thread's index by 32 where a width of HIP's own is used, too.

    Not where the width is what the function's template is given, whatever its default and its name.
    """
    chosen = values.constants.chosen
    text = OURS.sub(b"", unit.code[slice(*function.span)]) if chosen else b""
    names = sorted(chosen.intersection(A_NAME.findall(text)))
    given = _given(unit, function) if names else frozenset()
    for one in arithmetic(values) if names else ():
        if (chosen | given).isdisjoint(A_NAME.findall(unit.code, *one.width)):
            yield Hazard("W054", one.span, names[0].decode())


def _given(unit: Unit, function: Function) -> frozenset[bytes]:
    """Give the values that a function's template takes, and the names that are declared by these."""
    found = {one.name for one in template_parameters(unit, function) if not one.is_type}
    read = model(unit, function) if found and function.kind != "macro" else None
    for one in read.declarations if read else ():  # in order: one may be made of those before it
        if one.value and not found.isdisjoint(A_NAME.findall(unit.code, *one.value)):
            found.add(one.name)
    return frozenset(found)


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
