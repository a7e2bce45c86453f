"""Loops in which each thread of a row takes the next item of its own `warpSize` further on.

`for (i = threadIdx.x; i < n; i += warpSize)` goes through all items where a row of the block, its threads
along x, is as wide as a warp. A row of 32 leaves out every other 32 items on gfx9.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.block_widths import widest
from hipify_py.lanes.hazards.thread_counts import is_thread
from hipify_py.source.expression_reading import expression, expressions
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import model
from hipify_py.source.search import places

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.model import Span
    from hipify_py.source.function_model import Loop
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

WIDTH, LANES = b"warpSize", 32
MOST_LOOPS = 16  # of a function, each in another, that are read
SAID = "a row of the block here has 32 threads"


def narrow_rows(unit: Unit, facts: FunctionFacts) -> Iterator[Hazard]:
    """Report the `warpSize` of such loops where the file starts the kernel in rows of 32 threads."""
    function, values = facts.function, facts.values
    if function and values and widest(unit, function, facts.constants) == LANES:
        yield from (Hazard("W046", step, SAID) for step in strides_of_rows(unit, function, values))


def strides_of_rows(unit: Unit, function: Function, values: LazyValues) -> Iterator[Span]:
    """Give the `warpSize` in the steps of such loops."""
    read = model(unit, function)
    for loop in read.loops[:MOST_LOOPS]:
        for step in read.assigned_in(loop.step):
            by_width = step.operator == b"+" and unit.code[slice(*step.value)].strip() == WIDTH
            if by_width and _is_of_threads(unit, loop, step.name, values):
                yield step.value


def _is_of_threads(unit: Unit, loop: Loop, counter: bytes, values: LazyValues) -> bool:
    """Say whether a loop begins with a thread's index, or adds that to what it counts."""
    read = model(unit, values.function)
    for one in read.assigned_in(loop.start):
        begins = expression(unit.code[slice(*one.value)])
        if one.name == counter and is_thread(begins, values, one.value.start):
            return True
    for start, root in expressions(unit.code, loop.body, places(unit.code, b"+", within=loop.body)):
        for node in root.walk():
            sides = [*map(bare, node.parts)] if (node.kind, node.text) == ("binary", b"+") else []
            if any(one.text == counter for one in sides) and any(
                is_thread(one, values, start) for one in sides if one.text != counter
            ):
                return True
    return False
