"""Rows of 32 elements with one for each lane of a coalesced group: `rows[i * 32 + group.thread_rank()]`.

In CUDA such a group has 32 lanes at most. HIP's has those of the wavefront, whose ranks go up to 63.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.array_uses import indices
from hipify_py.lanes.flow.followed import held
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.rewrite.coalesced_counts import asked, is_number_of_group, places_in
from hipify_py.lanes.rewrite.flat_rows import addresses, factors
from hipify_py.lanes.rewrite.rows_of_32 import WARP, rows_of_32
from hipify_py.lanes.rewrite.small_blocks import in_small_blocks
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import names

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.lanes.rewrite.flat_rows import Term
    from hipify_py.model import Span
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

RANK = b"thread_rank"


def coalesced_rows(unit: Unit, facts: FunctionFacts) -> Iterator[Hazard]:
    """Report the indices of such rows: a rank of an array of 32, and what sets rows apart beside a rank."""
    function = facts.function
    places = places_in(asked(unit), function.body) if function and function.kind != "macro" else ()
    if function is None or not places or in_small_blocks(unit, function, facts.constants):
        return
    for row in rows_of_32(unit, function, facts.constants):
        found = (index for end in row.used for index in _short(unit, end, {one.number for one in row.short}))
        yield from (Hazard("W012", one, "lanes") for one in found if _is_rank(unit, function, one, places))
    told: set[Span] = set()
    for _, terms in addresses(unit, function):
        if any(_is_rank_of(one, places) for one in terms):
            told |= {one.node.within(one.start) for one in terms if _sets_apart(unit, one, facts)}
    yield from (Hazard("W012", one, "lanes") for one in sorted(told))


def _short(unit: Unit, end: int, numbers: set[int]) -> Iterator[Span]:
    """Give the indices behind a name that have 32 elements."""
    yield from (one for number, one in enumerate(indices(unit, end)) if number in numbers)


def _is_rank(unit: Unit, function: Function, index: Span, places: Sequence[int]) -> bool:
    """Say whether an index is the rank in a coalesced group, be it by a name."""
    node, start = bare(expression(unit.code[slice(*index)])), index.start
    once = names(unit, function).once(node.text, start) if node.kind == "name" else None
    if once:
        node, start = bare(expression(unit.code[slice(*once.value)])), once.value.start
    return node.name == RANK and is_number_of_group(node, start, places)


def _is_rank_of(term: Term, places: Sequence[int]) -> bool:
    return term.node.name == RANK and is_number_of_group(term.node, term.start, places)


def _sets_apart(unit: Unit, term: Term, facts: FunctionFacts) -> bool:
    """Say whether a term of an address is something times 32."""
    return any(
        by == WARP and facts.constants.plain(held(unit.code, names(unit, term.home), one, term.at)) is None
        for by, one in factors(unit, term, facts.constants)
    )
