"""Shifts by 32 that put a word of 64 bits together, or take a half of it: `(uint64_t)key << 32 | index`.

They count no lanes, in a file that has no masks of these: two ballots in one word would be wrong on 64 lanes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.followed import by_assignments, followed
from hipify_py.lanes.rewrite.bit_loops import OF_LANES
from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare, is_type
from hipify_py.source.function_reading import model
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit

SHIFTS = frozenset((b"<<", b">>"))
HALF = frozenset((b"32", b"32u", b"32U", b"32ull", b"32ULL"))
OWN = (b"__shfl", b"__ld", b"__float_as", b"__int_as", b"min", b"max")  # of which no mask is made
GIVING = (b"ballot", b"activemask", b"match_a", b"vote", b"asm")  # masks, or what nobody reads


def halves_word(unit: Unit, facts: FunctionFacts, start: int, node: Expression) -> bool:
    """Say whether a node, in a statement that begins at a place, is such a shift, of no mask of lanes."""
    if facts.function is None or (node.kind, node.text in SHIFTS) != ("binary", True):
        return False
    by = bare(node.parts[1])
    while by.kind == "cast":
        by = bare(by.parts[-1])
    if by.text not in HALF or holds_part(unit, *GIVING):
        return False
    read = model(unit, facts.function)
    statement = Span(start, unit.code.find(b";", start + node.span.end))
    called = (unit.code[slice(*one.name)] for one in read.called_in(statement))
    if not all(one.startswith((*OWN, b"atomic")) or is_type(one) for one in called):
        return False
    whole, given = bare(node.parts[0]), by_assignments(read.assignments)
    pieces = followed(unit.code, [node.parts[0].within(start)], given)
    nodes = (one for at, _ in pieces for one in expression(unit.code[slice(*at)]).walk())
    return not any(
        _may_be_of_lanes(one)
        for one in nodes
        if one.text == whole.text or not _is_number(unit, [*given(one.text)])
    )


def _is_number(unit: Unit, values: list[Span]) -> bool:
    """Say whether a name stands for one written number alone, as what picks the bits of another does."""
    return len(values) == 1 and expression(unit.code[slice(*values[0])]).kind == "number"


def _may_be_of_lanes(node: Expression) -> bool:
    """Say whether a part of a value may be a mask of lanes: by its name, or of an unknown function."""
    if node.kind == "call":
        return not node.name.startswith(OWN)
    return node.kind in {"name", "member"} and any(one in node.text.lower() for one in OF_LANES)
