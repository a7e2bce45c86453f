"""Bounds by 32 that are only asserted: how many threads a template takes at most, or a kernel is given.

What is asserted holds on wavefronts, too, as long as nothing of it asks how many lanes there are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.source.function_reading import model
from hipify_py.source.tokens import token_at

if TYPE_CHECKING:
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

STATIC = b"static_assert"
ASSERTS = b"assert"  # in the name of a macro or a function that does, in small letters
BOUNDS = frozenset((b"<", b"<=", b">", b">="))
ENDS = frozenset((b"__trap", b"abort", b"__builtin_trap"))


def is_asserted(unit: Unit, function: Function, start: int, node: Expression) -> bool:
    """Say whether a comparison that a statement from `start` on holds is one of an assertion."""
    named = token_at(unit.code, start)
    if named.text == STATIC:
        return True
    if node.kind != "binary" or node.text not in BOUNDS or any(one.kind == "call" for one in node.walk()):
        return False
    return ASSERTS in named.text.lower() or _only_traps(unit, function, node.within(start))


def _only_traps(unit: Unit, function: Function, asked: Span) -> bool:
    """Say whether a condition decides on the end of the program alone: `if (n > 32) __trap();`."""
    for region in model(unit, function).regions.around(_behind(unit, function, asked)):
        condition = region.condition
        if (
            condition
            and condition.keyword == "if"
            and condition.span.start <= asked.start < condition.span.end
        ):
            text = unit.code[slice(*region.span)].strip(b"{}; \t\r\n")
            return not condition.otherwise and text.removesuffix(b")").rstrip(b" (") in ENDS
    return False


def _behind(unit: Unit, function: Function, asked: Span) -> int:
    """Give where what a condition decides on begins."""
    closes = unit.code.find(b")", asked.end, function.body.end)
    while token_at(unit.code, closes + 1).text == b")":
        closes = token_at(unit.code, closes + 1).start
    opens = token_at(unit.code, closes + 1)
    return opens.end if opens.text == b"{" else opens.start
