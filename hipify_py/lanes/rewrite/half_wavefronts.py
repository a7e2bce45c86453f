"""`warpSize` beside what works on 32 lanes: with `--warp native` it is 64 on gfx9, and these stay 32."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.cub_classes import shuffles
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.rewrite.calculated_nodes import nodes
from hipify_py.lanes.rewrite.default_widths import overridden
from hipify_py.lanes.rewrite.thread_strides import narrow_rows
from hipify_py.lanes.rewrite.wavefront_functions import is_confined, spans_wavefronts
from hipify_py.lanes.rewrite.width_counts import bound
from hipify_py.model import Span
from hipify_py.source.brackets import template_arguments
from hipify_py.source.function_reading import model, path
from hipify_py.source.spans import holds
from hipify_py.source.tokens import OWN_NAME, words
from hipify_py.source.type_names import past_bracket, past_template

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.source.unit import Unit

WIDTH, LANES = b"warpSize", 32


def confined(unit: Unit, all_facts: Iterable[FunctionFacts]) -> set[bytes]:
    """Give the names of the functions that shuffle among 32 lanes at most."""
    return {
        facts.function.called
        for facts in all_facts
        if facts.function and any(_is_half(unit, op, facts) for op in facts.ops)
    }


def strides(unit: Unit, facts: FunctionFacts, joined: set[bytes], halves: set[bytes]) -> Iterator[Hazard]:
    """Report the first `warpSize` in a function that works on 32 lanes at most.

    `joined` are the functions that work on a wavefront, `halves` those that `confined` gives.
    """
    if facts.function is None or not any(op.kind == "size" for op in facts.ops):
        return
    unused = [*overridden(unit, facts.function)]
    sizes = (op for op in facts.ops if op.kind == "size")
    size = next((op for op in sizes if not any(holds(one, op.span) for one in unused)), None)
    if size is None:
        return
    yield from _of_cub(unit, facts.function.body, facts.constants)
    wide = spans_wavefronts(unit, facts) or facts.function.called in joined
    if not wide and (halves & {facts.function.called, *OWN_NAME.findall(unit.code, *facts.function.body)}):
        yield Hazard("W046", size.span, "what works on the warp here spans 32 lanes")
    elif any(op.kind == "group" and _is_of_few(unit, facts, op) for op in facts.ops):
        yield Hazard("W046", size.span, "the group here has the 32 lanes at most that come to it")
    elif not wide:
        yield from narrow_rows(unit, facts)


def _of_cub(unit: Unit, body: Span, constants: ConstantTable) -> Iterator[Hazard]:
    """Report `warpSize` in what CUB's shuffles of 32 lanes take: `ShuffleIndex<32>(v, warpSize - 1, m)`."""
    for name, span in shuffles(unit):
        given = template_arguments(unit.code, span.end) if body.start <= span.start < body.end else []
        end = past_template(unit.code, span.end - 1) if given else span.end
        taken = Span(end, past_bracket(unit.code, end))
        width = next(words(unit.code, WIDTH, within=taken), None)
        if width and constants.worth(unit.code[slice(*given[0])]) == LANES:
            yield Hazard("W046", Span(width.start, width.end), f"this {name.decode()} spans 32 lanes")


def _is_half(unit: Unit, op: WarpOp, facts: FunctionFacts) -> bool:
    return op.kind == "shuffle" and is_confined(op, unit, facts.constants)


def _is_of_few(unit: Unit, facts: FunctionFacts, op: WarpOp) -> bool:
    """Say whether a condition around a place, which a group is made at, lets 32 lanes through."""
    assert facts.function is not None
    return any(
        not condition.otherwise and bound(unit, start, node, facts.constants)
        for condition in path(unit, model(unit, facts.function), op.span.start)
        for start, node in nodes(unit, condition.span, facts.constants.widths_in(unit.code, condition.span))
    )
