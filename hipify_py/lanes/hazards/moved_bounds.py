"""Loops that begin and end further on by as much: `for (i = first + lane; i < first + whole; i += 32)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.hazards.products import TURNED, terms
from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import Expression, alike, bare

if TYPE_CHECKING:
    from hipify_py.lanes.hazards.multiples import Factors
    from hipify_py.lanes.hazards.products import Term

MOST = 8  # terms of a sum that are compared
FOLLOWED = 3  # names that stand for sums, one for the other
NOWHERE = Span(0, 0)


def moved_back(read: Factors, start: Expression, most: Expression) -> tuple[Expression, Expression]:
    """Give where a loop begins and up to where it goes, both without what they share as a term."""
    begun, ended = terms(start), terms(most)
    shared = 0
    for _ in range(FOLLOWED):
        shared += _without_shared(read, begun, ended)
        ended = [other for one in ended for other in _written_out(read, one)]
    shared += _without_shared(read, begun, ended)
    return (_sum(begun), _sum(ended)) if shared else (start, most)


def _without_shared(read: Factors, begun: list[Term], ended: list[Term]) -> int:
    """Take out of two sums what is a term of both, and the same all over the function; say how many are."""
    if len(begun) > MOST or len(ended) > MOST:
        return 0
    found = 0
    for one in [*begun]:
        same = [other for other in ended if other[0] == one[0] and alike(other[1], one[1])]
        if same and read.is_kept(bare(one[1])):
            ended.remove(same[0])
            begun.remove(one)
            found += 1
    return found


def _written_out(read: Factors, term: Term) -> list[Term]:
    """Give the terms of what a name stands for that is given its value once."""
    sign, node = term[0], bare(term[1])
    once = read.names.once(node.text) if node.kind == "name" and read.is_kept(node) else None
    made = bare(expression(read.unit.code[slice(*once.value)])) if once else node
    return terms(made, sign) if made.kind == "binary" and made.text in TURNED else [term]


def _sum(left: list[Term]) -> Expression:
    """Write a sum of terms, with what is taken off last."""
    ordered = sorted(left, key=lambda one: one[0] != b"+")
    made = expression(b"0") if not left or ordered[0][0] != b"+" else ordered.pop(0)[1]
    for sign, node in ordered:
        made = Expression("binary", sign, NOWHERE, (made, node), 1 + max(made.height, node.height))
    return made
