"""The nodes of the statements that calculate: only these may divide, bound or step by the width of a warp."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.source.expression_reading import expression, statements_with
from hipify_py.source.lexer import unspliced

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit

CALCULATES = re.compile(rb"[-+*/%&<>=\\]|min|max")  # an operator, what may part one, or a call that bounds


def nodes(unit: Unit, within: Span, signs: Iterable[int]) -> Iterator[tuple[int, Expression]]:
    """Give each node of the statements that hold signs and calculate, and where its statement begins."""
    for one in statements_with(unit.code, within, signs):
        if CALCULATES.search(unit.code, *one):
            for node in expression(unspliced(unit.code[slice(*one)])).walk():
                yield one.start, node
