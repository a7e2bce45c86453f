"""What the first lane of a coalesced group adds or stores for all of it, at a place of its own warp of 32.

In CUDA a coalesced group lies within one warp, and so within one tile or row of 32 threads. HIP's is one of
the wavefront: its first lane speaks for the lanes of two rows, at the place of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.constant_folding import TOLD
from hipify_py.lanes.flow.followed import followed
from hipify_py.lanes.flow.lane_values import INDEX
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.condition_parts import condition_parts
from hipify_py.lanes.rewrite.coalesced_counts import asked, is_number_of_group, places_in
from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import model, names
from hipify_py.source.template_parameters import template_parameters
from hipify_py.source.tokens import OWN_NAME

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Model
    from hipify_py.source.unit import Unit

RANK, ATOMIC = b"thread_rank", b"atomic"
RANK_OF_TILE, WIDTH_OF_WARP = b"meta_group_rank", b"warpSize"
SIZES = frozenset((b"size", b"num_threads"))
DIVIDES = {b"/": 32, b">>": 5}


def coalesced_leaders(unit: Unit, facts: FunctionFacts) -> Iterator[Hazard]:
    """Report where the first lane of a coalesced group writes to what belongs to a warp of 32 lanes."""
    function = facts.function
    numbers = places_in(asked(unit), function.body) if function else ()
    if function is None or facts.values is None or not numbers:
        return
    read, known = model(unit, function), names(unit, function)
    written = [one for region in _leading(unit, read, numbers) for one in _written(unit, read, region)]
    told = {one.name for one in template_parameters(unit, function)} if written else ()
    rows: dict[Span, bool] = {}
    for one in dict.fromkeys(written):
        for piece, _ in followed(unit.code, [one], known.values_of):
            if piece not in rows:
                rows[piece] = _is_of_row(unit, facts, piece, told)
            if rows[piece]:
                yield Hazard("W012", one, "the warp")
                break


def _leading(unit: Unit, read: Model, numbers: Sequence[int]) -> Iterator[Span]:
    """Give the parts of a function to which the first lane of a group alone comes."""
    given = [one for one in read.assignments if one.name and not one.operator]
    worth = [(one, expression(unit.code[slice(*one.value)])) for one in given]
    ranks = {one.name for one, node in worth if _is_rank(node, one.value, numbers)}
    leads = {one.name for one in given if _is_first(unit, one.value, numbers, ranks)}
    for region in read.regions.listed:
        condition = region.condition
        if condition is None or condition.otherwise:
            continue
        asks = condition.span, *condition_parts(unit.code, condition.span)
        named = {unit.code[slice(*one)].strip() for one in asks}
        if named & leads or any(_is_first(unit, one, numbers, ranks) for one in asks):
            yield region.span


def _is_first(unit: Unit, span: Span, numbers: Sequence[int], ranks: set[bytes]) -> bool:
    """Say whether what stands somewhere asks for rank 0 of a group."""
    node = bare(expression(unit.code[slice(*span)]))
    zero = len(node.parts) > 1 and node.parts[-1].text == b"0"
    if (node.kind, node.text, zero) != ("binary", b"==", True) and (node.kind, node.text) != ("unary", b"!"):
        return False
    rank = bare(node.parts[0])
    return (rank.kind == "name" and rank.text in ranks) or _is_rank(rank, span, numbers)


def _is_rank(node: Expression, span: Span, numbers: Sequence[int]) -> bool:
    return bare(node).name == RANK and is_number_of_group(node, span.start, numbers)


def _written(unit: Unit, read: Model, within: Span) -> Iterator[Span]:
    """Give the addresses to which something is written in a part of a function, by stores and by atomics."""
    for one in read.assigned_in(within):
        if OWN_NAME.fullmatch(one.target.strip()) is None:
            start = unit.code.rfind(one.target, within.start, one.value.start)
            yield from [Span(start, start + len(one.target))] if start >= 0 else []
    for call in read.called_in(within):
        if call.arguments and unit.code[slice(*call.name)].startswith(ATOMIC):
            yield call.arguments[0]


def _is_of_row(unit: Unit, facts: FunctionFacts, piece: Span, told: Container[bytes]) -> bool:
    """Say whether a thread's index is divided by the threads of a row in a piece, or a tile is counted."""
    assert facts.values is not None
    text = unit.code[slice(*piece)]
    if not any(sign in text for sign in (*DIVIDES, RANK_OF_TILE)):
        return False
    known = facts.values.at(piece.start)
    return any(
        (node.kind == "call" and node.name == RANK_OF_TILE)
        or (_divides(node, facts, told) and bool(known.value(node.parts[0]).indices & INDEX))
        for node in expression(text).walk()
    )


def _divides(node: Expression, facts: FunctionFacts, told: Container[bytes]) -> bool:
    """Say whether something is divided by 32, by a tile's size or by a parameter of a template."""
    if node.kind != "binary" or node.text not in DIVIDES:
        return False
    by = bare(node.parts[1])
    if by.kind == "call" or by.text == WIDTH_OF_WARP:
        return by.name in SIZES
    number = facts.constants.of(by, TOLD)
    return number.value == DIVIDES[node.text] if number else by.text in told
