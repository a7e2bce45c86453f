"""Shared arrays of bits, of which a word has 32: `bits[n >> 5] |= 1u << (n & 31)`. None is for a warp."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.array_uses import uses
from hipify_py.lanes.flow.followed import held
from hipify_py.lanes.rewrite.told_widths import WARP
from hipify_py.lanes.rewrite.warp_elements import BY_32
from hipify_py.source.expression_reading import expressions
from hipify_py.source.expressions import alike, bare
from hipify_py.source.function_reading import names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit

WITHIN_WORD = frozenset(((b"&", WARP - 1), (b"%", WARP)))


def holds_bits(unit: Unit, facts: FunctionFacts, name: Span) -> bool:
    """Say whether an array's elements are words of bits, or counted by what is read from memory."""
    function, text = facts.function, unit.code[slice(*name)]
    found = [end - 1 for end in uses(unit, function, name)] if function else []
    for start, root in expressions(unit.code, function.body, found) if function else ():
        nodes = [*root.walk()]
        for node in nodes:
            if node.kind == "subscript" and bare(node.parts[0]).text == text:
                at = start + node.span.start
                number = _part(unit, facts, node.parts[1], at, BY_32)
                if number and (_is_read(unit, facts, number, at) or _is_bit(unit, facts, nodes, number, at)):
                    return True
    return False


def _held(unit: Unit, facts: FunctionFacts, node: Expression, at: int) -> Expression:
    assert facts.function is not None
    return held(unit.code, names(unit, facts.function), bare(node), at)


def _part(
    unit: Unit, facts: FunctionFacts, node: Expression, at: int, by: frozenset[tuple[bytes, int]]
) -> Expression | None:
    """Give of what a node is the quotient or the rest by 32."""
    node = _held(unit, facts, node, at)
    worth = facts.constants.plain(bare(node.parts[1])) if node.kind == "binary" else None
    return bare(node.parts[0]) if worth is not None and (node.text, worth) in by else None


def _is_read(unit: Unit, facts: FunctionFacts, number: Expression, at: int) -> bool:
    return _held(unit, facts, number, at).kind == "subscript"


def _is_bit(
    unit: Unit, facts: FunctionFacts, nodes: Sequence[Expression], number: Expression, at: int
) -> bool:
    """Say whether a shift by the rest of a number stands beside a word of its bit."""
    shifts = (one for one in nodes if one.kind == "binary" and one.text in {b"<<", b">>"})
    rests = (_part(unit, facts, one.parts[1], at, WITHIN_WORD) for one in shifts)
    return any(one is not None and alike(one, number) for one in rests)
