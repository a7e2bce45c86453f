"""The lines that a definition has for itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.source.conditions import innermost
from hipify_py.source.lexer import REST_OF_LINE, comment_over, line_start

if TYPE_CHECKING:
    from hipify_py.source.unit import Unit


def lines_of(unit: Unit, span: Span) -> Span | None:
    """Give the lines of a definition that has them for itself, with a comment that ends on its first one."""
    start = line_start(unit.text, span.start)
    rest = REST_OF_LINE.match(unit.code, span.end)
    if rest is None or unit.code[start : span.start].strip() or unit.code[span.end - 1] not in b"};)":
        return None
    if innermost(unit, span.start) != innermost(unit, span.end - 1):
        return None  # a bracket on another side of a condition
    return None if comment_over(unit.text, rest.end()) else Span(start, rest.end())
