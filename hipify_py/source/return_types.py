"""The type that a function returns, as it is spelt before its name or behind its parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.source.brackets import trimmed
from hipify_py.source.functions import head_of
from hipify_py.source.search import WORD
from hipify_py.source.tokens import qualified_start, token_before
from hipify_py.source.type_sizes import WORDS

if TYPE_CHECKING:
    from hipify_py.source.functions import Function

ARROW = b"->"
SPELT = WORD + b": \t\r\n"


def returned_type(code: bytes, function: Function) -> Span | None:
    """Give the span of the type that a function returns; None of a macro, a pointer, a reference, a template.

    The words of `unsigned long` belong to it, specifiers do not.
    """
    head = head_of(code, function) if function.kind != "macro" else None
    if head is None:
        return None
    return trailing_type(code, head.end, function.body.start) or _type_before(code, head.start)


def trailing_type(code: bytes, start: int, end: int) -> Span | None:
    """Give the type that stands behind an arrow, up to where a body begins: one that is spelt in words."""
    arrow = code.rfind(ARROW, start, end)
    span = trimmed(code, arrow + len(ARROW), end) if arrow >= 0 else Span(end, end)
    text = code[slice(*span)]
    return span if text and not text.translate(None, SPELT) else None


def _type_before(code: bytes, at: int) -> Span | None:
    last = token_before(code, qualified_start(code, at))
    if not last.is_word:
        return None
    end, start = last.end, last.start if last.text in WORDS else qualified_start(code, last.start)
    while last.text in WORDS:
        start, last = last.start, token_before(code, last.start)
    return Span(start, end)
