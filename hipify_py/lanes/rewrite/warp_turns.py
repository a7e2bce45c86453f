"""Loops that go on by a plain number of warps, with an index of the warp by `warpSize`: half of them on gfx9.

`for (i = warp; i < n; i += 4)` goes through all items where a block has four warps. In blocks of 128 threads
it has two wavefronts of 64, and nobody takes the items of the other two. Where the host asks the device for
its width the block may have as many.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.own_warpsize import owned
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.block_widths import widest
from hipify_py.lanes.hazards.products import operands
from hipify_py.lanes.prefilter import ON_HOST
from hipify_py.lanes.rewrite.thread_strides import MOST_LOOPS
from hipify_py.lanes.rewrite.told_widths import WARP
from hipify_py.lanes.rewrite.warp_elements import WIDTH, is_warp
from hipify_py.source.expression_reading import expression, expressions
from hipify_py.source.function_reading import model
from hipify_py.source.search import places
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.source.function_model import Loop
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit


def warp_turns(unit: Unit, facts: FunctionFacts) -> Iterator[Hazard]:
    """Report the steps of such loops, in blocks of so many warps of 32 as far as the file tells."""
    function = facts.function
    if function is None or facts.values is None or owned(unit) or not holds_part(unit, WIDTH):
        return
    if not function.of_device:
        return
    read, threads = model(unit, function), widest(unit, function, facts.constants)
    for loop in read.loops[:MOST_LOOPS]:
        for step in read.assigned_in(loop.step):
            node = expression(unit.code[slice(*step.value)])
            number = facts.constants.plain(node) if step.operator == b"+" else None
            if number is None or number < 2 or any(one.text == WIDTH for one in node.walk()):
                continue
            told = threads == number * WARP or not (threads or _is_asked_for(unit))
            if told and _is_of_warps(unit, function, loop, step.name):
                yield Hazard("W012", step.value, "the warps of a block")


@fact
def _is_asked_for(unit: Unit) -> bool:
    return ON_HOST.search(unit.code) is not None


def _is_of_warps(unit: Unit, function: Function, loop: Loop, counter: bytes) -> bool:
    """Say whether a loop begins with a warp's index by the width, or adds that to what it counts."""
    for one in model(unit, function).assigned_in(loop.start):
        parts = operands(expression(unit.code[slice(*one.value)]), b"+") if one.name == counter else []
        if any(is_warp(unit, function, part, one.value.start) for part in parts):
            return True
    for start, root in expressions(unit.code, loop.body, places(unit.code, counter, within=loop.body)):
        for node in root.walk():
            sides = operands(node, b"+") if (node.kind, node.text) == ("binary", b"+") else []
            if any(one.text == counter for one in sides) and any(
                is_warp(unit, function, one, start) for one in sides if one.text != counter
            ):
                return True
    return False
