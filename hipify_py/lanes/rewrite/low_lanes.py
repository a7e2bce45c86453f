"""Lanes that shuffles name in blocks of 32 threads: which of them are one of the first 32 in any case."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.constant_folding import TOLD
from hipify_py.lanes.flow.distances import is_far
from hipify_py.lanes.flow.followed import held
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import names

if TYPE_CHECKING:
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit

WARP = 32
FIRST_OF = frozenset((b"__ffs", b"__ffsll"))  # whose bits are those of lanes: the upper half has none
OF_BITS = frozenset((b"^", b"|"))
MEMBERS = b"x", b"y", b"z"
MOST = {b"&": WARP, b"%": WARP + 1}  # what stands behind these is less
DEEPEST = 6  # parts of an expression, one in the other


def is_low(unit: Unit, span: Span, facts: FunctionFacts) -> bool:
    """Say whether what names a lane is one of the first 32, by its text or by what a name is given once."""
    if facts.function is None or facts.function.kind == "macro":
        return False
    if not is_far(unit, span, facts.function, facts.constants):
        number = facts.constants.plain(expression(unit.code[slice(*span)]))
        return number is None or number >= 0
    return _is_low(unit, expression(unit.code[slice(*span)]), span.start, facts, DEEPEST)


def _is_low(unit: Unit, node: Expression, at: int, facts: FunctionFacts, left: int) -> bool:
    assert facts.function is not None
    known = names(unit, facts.function)
    node = held(unit.code, known, bare(node), at)
    if node.kind == "member":
        return node.text in MEMBERS and node.parts[0].text == b"threadIdx"
    number = facts.constants.of(node, TOLD)
    if number is not None:
        return 0 <= number.value < WARP
    if node.kind == "?" or (node.kind == "binary" and node.text in OF_BITS):
        sides = node.parts[-2:]
        return left > 0 and all(_is_low(unit, one, at, facts, left - 1) for one in sides)
    by = facts.constants.of(node.parts[1], TOLD) if node.kind == "binary" else None
    if by is not None and node.text == b"-":
        first = held(unit.code, known, bare(node.parts[0]), at)
        return by.value == 1 and first.kind == "call" and first.name in FIRST_OF
    return by is not None and 0 <= by.value < MOST.get(node.text, 0)
