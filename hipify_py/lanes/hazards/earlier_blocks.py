"""Waits for flags of earlier blocks, as look-back has them: blocks share no wavefront.

The index of such a flag is that of the own block, or a number drawn, less something: `flag[tile - 1 - lane]`.
It hangs on no warp, and the block's is not multiplied, for a block may have a flag for each of its warps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.uniformity import THREAD_INDEX, WARP_INDEX
from hipify_py.lanes.hazards.block_numbers import hangs_on_blocks
from hipify_py.source.expression_reading import expression
from hipify_py.source.tokens import OWN_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.lanes.hazards.loop_exits import LoopExits
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Loop

INDICES = frozenset(b"threadIdx blockIdx blockDim gridDim".split())
LESS = frozenset({b"-", b"--"})
SCALED = frozenset({b"*", b"<<", b"/", b">>", b"%", b"&"})  # several flags a block


def asks_earlier_blocks(of: LoopExits, loop: Loop, values: LazyValues) -> bool:
    """Say whether all that a loop reads of memory to be left are flags of blocks before the own one."""
    places = [*_places(of, loop)]
    return bool(places) and all(place is not None and _is_earlier(of, place, values) for place in places)


def _places(of: LoopExits, loop: Loop) -> Iterator[Span | None]:
    """Give the indices at which memory is read for the condition of a loop, by what the loop assigns.

    None stands for what is read by another way.
    """
    todo, seen = [loop.condition], set[bytes]()
    while todo:
        at = todo.pop()
        for node in expression(of.unit.code[slice(*at)]).walk():
            if node.kind == "subscript":
                yield node.parts[1].within(at.start)
            elif (node.kind, node.text) == ("unary", b"*") or _is_member(node):
                yield None
        new = set(OWN_NAME.findall(of.unit.code, *at)) - seen
        seen |= new
        todo += (one.value for one in of.model.assigned_in(loop.whole) if one.name in new)


def _is_member(node: Expression) -> bool:
    return node.kind == "member" and node.parts[0].text not in INDICES


def _is_earlier(of: LoopExits, place: Span, values: LazyValues) -> bool:
    """Say whether an index is that of a block, or a number drawn, less something."""
    found = values.at(place.start).value(expression(of.unit.code[slice(*place)]))
    if found.indices & (THREAD_INDEX | WARP_INDEX) or not hangs_on_blocks(of, place):
        return False
    less, todo, seen = False, [place], set[bytes]()
    while todo:
        at = todo.pop()
        for node in expression(of.unit.code[slice(*at)]).walk():
            less = less or node.text in LESS
            scaled = node.parts if node.kind == "binary" and node.text in SCALED else ()
            if any(hangs_on_blocks(of, one.within(at.start)) for one in scaled):
                return False
        new = set(OWN_NAME.findall(of.unit.code, *at)) - seen
        seen |= new
        made = [one for name in new for one in of.names.given.get(name, ())]
        less = less or any(one.operator in LESS for one in made)
        todo += (one.value for one in made)
    return less
