"""Roles by the number of a warp that is no wavefront: `threadIdx.x / warpSize == 3` in blocks of 128 threads.

Such a block is four warps, and two wavefronts of 64 lanes: what the third and fourth warp do is done by none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.array_uses import asked
from hipify_py.lanes.find.own_warpsize import owned
from hipify_py.lanes.flow.followed import held
from hipify_py.lanes.flow.lattice import WHOLE
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.block_widths import most_threads
from hipify_py.lanes.rewrite.told_widths import WARP
from hipify_py.lanes.rewrite.width_lanes import WIDTH, asks_width
from hipify_py.model import Span
from hipify_py.source.conditions import inside
from hipify_py.source.expression_reading import expression, expressions
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import model, names
from hipify_py.source.search import places
from hipify_py.source.spans import merged
from hipify_py.source.tokens import words
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

WAVEFRONT = 64
SAME = b"==", b"!="
CHOOSES = frozenset(("if", "?"))
Role = tuple[Span, int]  # where a warp's number is asked for, and which it is


def missing_roles(unit: Unit, facts: FunctionFacts) -> Iterator[Hazard]:
    """Report in a kernel what is for a warp of its block that is there as one of 32 lanes alone."""
    function = facts.function
    if function is None or function.kind != "kernel" or owned(unit) or not holds_part(unit, WIDTH):
        return
    threads = most_threads(unit, function.called, facts.constants)
    if threads <= WARP:
        return
    for at, number in (*_compared(unit, facts, function), *_labelled(unit, facts, function)):
        is_missing = -(-threads // WAVEFRONT) <= number < -(-threads // WARP)
        if is_missing and not _asks_width(unit, facts, function, at.start):
            yield Hazard("W065", at, str(threads))


def _asks_width(unit: Unit, facts: FunctionFacts, function: Function, at: int) -> bool:
    conditions = (expression(unit.code[slice(*one)]) for one in asked(unit, function, at))
    return any(asks_width(one, facts.constants) for one in conditions)


def _compared(unit: Unit, facts: FunctionFacts, function: Function) -> Iterator[Role]:
    """Give the numbers with which a warp's, by the width, is compared."""
    for start, root in expressions(unit.code, function.body, places(unit.code, *SAME, within=function.body)):
        for node in root.walk():
            pairs = (node.parts, node.parts[::-1]) if node.kind == "binary" and node.text in SAME else ()
            for index, to in pairs:
                number = facts.constants.plain(bare(to))
                is_role = node.text == SAME[0] or inside(_of_roles(unit, function), start + node.span.start)
                if number is not None and is_role and _is_of_block(unit, facts, function, bare(index), start):
                    yield node.within(start), number


@fact_of
def _of_roles(unit: Unit, function: Function) -> tuple[Span, ...]:
    """Give the conditions for whose contrary something is done: an `else`, or all behind what leaves."""
    read = model(unit, function)
    left = (next(read.regions.around(one.at), None) for one in read.jumps)
    held = [one.condition for one in read.regions.listed if one.condition and one.condition.otherwise]
    held += [one.condition for one in left if one and one.condition]
    return merged(one.span for one in held if one.keyword in CHOOSES)


def _labelled(unit: Unit, facts: FunctionFacts, function: Function) -> Iterator[Role]:
    """Give the numbers of labels to which a warp's, by the width, leads."""
    read = model(unit, function)
    for word in words(unit.code, b"case", within=function.body):
        ends = unit.code.find(b":", word.end, function.body.end)
        number = facts.constants.number(unit.code[word.end : ends].strip()) if ends > 0 else None
        asked = [one.span for one in read.path(ends + 1) if one.keyword == "switch"] if number else []
        if number and asked:
            node = bare(expression(unit.code[slice(*asked[-1])]))
            if _is_of_block(unit, facts, function, node, asked[-1].start):
                yield Span(word.start, ends), number.value


def _is_of_block(unit: Unit, facts: FunctionFacts, function: Function, node: Expression, start: int) -> bool:
    """Say whether an index is a warp's by the width, in its block: not one in the grid."""
    at = start + node.span.start
    node = held(unit.code, names(unit, function), node, at)
    if (
        facts.values is None
        or (node.kind, node.text) != ("binary", b"/")
        or bare(node.parts[1]).text != WIDTH
    ):
        return False
    return facts.values.at(at).value(node.parts[0]).slope == WHOLE
