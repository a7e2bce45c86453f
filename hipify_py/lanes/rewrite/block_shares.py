"""Lanes by the share of a block that each of so many warps has: `threadIdx.x % (blockDim.x / WARPS)`.

That is the width of a warp as long as the block has so many warps of 32, which are half as many wavefronts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.index_names import names_lane
from hipify_py.lanes.flow.lane_values import INDEX
from hipify_py.lanes.hazard import Hazard
from hipify_py.source.expression_reading import NO_NODE, expression, expressions
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import model, names
from hipify_py.source.spans import holds
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

BLOCK, WARPS = b"blockDim", b"warp"
SPLITS = {b"%": "the lane", b"/": "the warp"}


def block_shares(unit: Unit, facts: FunctionFacts) -> Iterator[Hazard]:
    """Report what splits a thread's index by a block's size over a number of warps."""
    function = facts.function
    if function is None or facts.values is None:
        return
    shares = [one.start for one in standing(unit, BLOCK, function.body)]
    if not shares:
        return
    given = [one for one in model(unit, function).assignments if one.name and not one.operator]
    values = ((one.name, _share(bare(expression(unit.code[slice(*one.value)])))) for one in given)
    held = {name: count for name, count in values if count is not None}
    of_lanes = [one.value for one in given if names_lane(one.name)]
    signs = [*shares, *(word.start for name in held for word in standing(unit, name, function.body))]
    for start, root in expressions(unit.code, function.body, sorted(signs)):
        for node in root.walk():
            by = bare(node.parts[1]) if node.kind == "binary" and node.text in SPLITS else NO_NODE
            count = _share(by) or held.get(by.text)
            at = node.within(start)
            if count is None or not facts.values.at(at.start).value(node.parts[0]).indices & INDEX:
                continue
            names_it = any(holds(one, at) for one in of_lanes)
            if _is_told(unit, function, facts, count, names_it=names_it):
                yield Hazard("W012", at, SPLITS[node.text])


def _share(node: Expression) -> Expression | None:
    """Give by what a block's size is divided."""
    if (node.kind, node.text) != ("binary", b"/"):
        return None
    size = bare(node.parts[0])
    of_block = size.kind == "member" and size.text == b"x" and bare(size.parts[0]).text == BLOCK
    return bare(node.parts[1]) if of_block else None


def _is_told(
    unit: Unit, function: Function, facts: FunctionFacts, count: Expression, *, names_it: bool
) -> bool:
    """Say whether so many parts of a block are its warps, whatever the width of those that run it."""
    speaks = count.kind == "name" and WARPS in count.text.lower()
    constant = facts.constants.of(count) is not None
    local = names(unit, function).given.get(count.text, ()) if count.kind == "name" else ()
    return (speaks or (names_it and constant)) and not local
