"""Tiles of 32 lanes whose first lane stores the element of its warp by `warpSize`: two have one on gfx9."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.array_uses import indices
from hipify_py.lanes.find.own_warpsize import owned
from hipify_py.lanes.flow.followed import held
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.group_objects import RANK, receiver, tile_size
from hipify_py.lanes.rewrite.warp_elements import WIDTH, element_stores, is_warp
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import model, names, path
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.model import Span
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

LANES = 32
SAID = "the tile whose first lane stores this has 32 lanes"


def tile_leaders(unit: Unit, facts: FunctionFacts) -> Iterator[Hazard]:
    """Report the indices of such elements."""
    function = facts.function
    if function is None or facts.values is None or owned(unit) or not holds_part(unit, RANK, WIDTH):
        return
    for stores in element_stores(unit, function).values():
        for one in stores:
            for index in indices(unit, one.end):
                node = bare(expression(unit.code[slice(*index)]))
                by_width = is_warp(unit, function, node, index.start)
                if by_width and _is_of_tile(unit, function, facts, index.start):
                    yield Hazard("W046", index, SAID)


def _is_of_tile(unit: Unit, function: Function, facts: FunctionFacts, at: int) -> bool:
    """Say whether a condition around a place asks for the rank in a tile of 32 lanes."""
    around = path(unit, model(unit, function), at)
    return any(_asks_for_rank(unit, function, facts, one.span) for one in around)


def _asks_for_rank(unit: Unit, function: Function, facts: FunctionFacts, asked: Span) -> bool:
    known = names(unit, function)
    for node in expression(unit.code[slice(*asked)]).walk():
        group = receiver(held(unit.code, known, node, asked.start), RANK)
        if group and tile_size(unit, group, known, facts.constants) == LANES:
            return True
    return False
