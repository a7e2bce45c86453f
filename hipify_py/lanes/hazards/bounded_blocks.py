"""Kernels whose heads say how many threads a block has at most: `__launch_bounds__(32)`.

Whoever starts them, a block has no more. Where nothing in the file does, it is taken to have so many.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.function_reading import functions_by_name
from hipify_py.source.launch_bounds import launch_bounds
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.unit import Unit

CALLED = re.compile(rb"\b(?!__\w+__\b|__attribute__\b|alignas\b)([A-Za-z_]\w*)\s*\(")
LONGEST = 300  # bytes between a bound and the kernel's name


class Bounded(NamedTuple):
    """The most threads of a kernel's block, and where the kernel's name stands behind that."""

    name: Span
    threads: int


@fact_of
def bounded_blocks(unit: Unit, constants: ConstantTable) -> Mapping[bytes, Bounded]:
    """Give how many threads the blocks of a file's kernels have at most, by their names, as their heads tell.

    Of kernels with one name the largest counts.
    """
    found: dict[bytes, Bounded] = {}
    for one in launch_bounds(unit):
        named = CALLED.search(unit.code, one.place.end, one.place.end + LONGEST)
        number = constants.number(unit.code[slice(*one.given[0])]) if one.given and named else None
        if named is None or number is None or not _are_kernels(unit, named[1]):
            continue
        if unit.directive_at(one.place.start):
            continue  # of a macro, that may mark any kernel
        known = found.get(named[1])
        if known is None or known.threads < number.value:
            found[named[1]] = Bounded(Span(*named.span(1)), number.value)
    return found


def _are_kernels(unit: Unit, name: bytes) -> bool:
    return all(one.kind == "kernel" for one in functions_by_name(unit).get(name, ()))
