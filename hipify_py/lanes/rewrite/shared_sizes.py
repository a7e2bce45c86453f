"""Shared arrays with as many elements as a block has warps of 32: of 32, or of a size divided by 32."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.rewrite.bit_sets import holds_bits
from hipify_py.lanes.rewrite.lane_elements import is_by_lane, is_by_thread
from hipify_py.lanes.rewrite.told_widths import WARP
from hipify_py.lanes.rewrite.warp_elements import BY_32, is_read_by_width
from hipify_py.model import Span
from hipify_py.source.search import WORD
from hipify_py.source.tokens import words
from hipify_py.source.written_declarations import declaration

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.source.unit import Unit


def shared_sizes(unit: Unit, facts: FunctionFacts) -> Iterator[Hazard]:
    """Report such arrays, but for those of lanes, threads or bits, and those read by the number of warps."""
    assert facts.function is not None
    for word in words(unit.code, b"__shared__", within=facts.function.body):
        made = declaration(unit.code, word.start)
        for one in made.declarators if made else ():
            by_warp = one.bounds and _by_warp(unit.code[slice(*one.bounds[0])], facts.constants)
            name = Span(*one.name)
            is_right = by_warp and is_by_lane(unit, facts.function, name, facts.values)
            size = unit.code[slice(*one.bounds[0])].strip() if by_warp else b""
            is_right = is_right or (by_warp and is_by_thread(unit, facts, name, size))
            is_right = is_right or (by_warp and holds_bits(unit, facts, name))
            if by_warp and not is_right and not is_read_by_width(unit, facts, name):
                yield Hazard("W014", Span(word.start, one.bounds[0].end + 1))


def _by_warp(size: bytes, constants: ConstantTable) -> bool:
    size = constants.texts.get(size.strip(), size)
    if b"warpSize" not in size and constants.worth(size.strip()) == WARP:
        return True
    return any(_ends_in(size, sign, worth, constants) for sign, worth in BY_32)


def _ends_in(size: bytes, sign: bytes, worth: int, constants: ConstantTable) -> bool:
    """Say whether a size is something by a number or by a name of that worth: `T / 32`, `T >> 5`."""
    _, found, by = size.rpartition(sign)
    by = by.strip()
    return (
        found != b"" and by != b"warpSize" and not by.translate(None, WORD) and constants.worth(by) == worth
    )
