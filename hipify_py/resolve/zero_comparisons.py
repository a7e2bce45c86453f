"""Comparisons of conditions in which all names are macros that nothing defines: they count as 0 there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.resolve.condition_truth import KNOWN
from hipify_py.source.expression_reading import expression

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression

BY_SIGN = {
    b"<": int.__lt__,
    b"<=": int.__le__,
    b">": int.__gt__,
    b">=": int.__ge__,
    b"==": int.__eq__,
    b"!=": int.__ne__,
}
COUNTS = {b"+": int.__add__, b"-": int.__sub__, b"*": int.__mul__}
NUMBER = re.compile(rb"(0|[1-9]\d{0,8})[uUlL]{0,3}")  # not in octal


def compared(text: bytes, is_zero: Callable[[bytes], bool]) -> bytes:
    """Give the text of a condition with `KNOWN` in place of such comparisons."""
    for span, holds in sorted(_decided(expression(text), is_zero), reverse=True):
        text = text[: span.start] + KNOWN[holds] + text[span.end :]
    return text


def _decided(root: Expression, is_zero: Callable[[bytes], bool]) -> Iterator[tuple[Span, bool]]:
    """Give the comparisons that are no part of others, and whether they hold."""
    todo = [root]
    while todo:
        node = todo.pop()
        if node.kind == "binary" and node.text in BY_SIGN:
            holds = _holds(node, is_zero)
            if holds is not None:
                yield node.span, holds
            continue
        todo.extend(node.parts)


def _holds(node: Expression, is_zero: Callable[[bytes], bool]) -> bool | None:
    left, right = (_value(part, is_zero) for part in node.parts)
    if left is None or right is None or not any(one.kind == "name" for one in node.walk()):
        return None
    return BY_SIGN[node.text](left, right)


def _value(node: Expression, is_zero: Callable[[bytes], bool]) -> int | None:
    if node.kind == "name":
        return 0 if is_zero(node.text) else None
    if node.kind == "number":
        found = NUMBER.fullmatch(node.text)
        return int(found[1]) if found else None
    if node.kind != "binary" or node.text not in COUNTS or len(node.parts) != 2:
        return None
    left, right = (_value(part, is_zero) for part in node.parts)
    if left is None or right is None:
        return None
    counted = COUNTS[node.text](left, right)
    return counted if counted >= 0 else None  # which an unsigned number beside it makes a large one
