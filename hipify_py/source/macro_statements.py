"""Macros that stand for whole statements and are written without a semicolon, as `CHECK(cudaFree(p))`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.source.grammar_text import NESTED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.grammar_text import Replacement

# What ends a line, or a block, without a semicolon; what follows begins a statement or ends a block.
END = re.compile(
    rb"[)A-Z0-9_](?:[ \t]*+\r?\n\s*+|[ \t]*+(?=\}))(?:(?P<close>\})"
    rb"|(?!(?:noexcept|requires|throw|asm|and|or|xor|bitand|bitor|and_eq|or_eq|xor_eq|not_eq)\b)[A-Za-z_]|\Z)"
)
# The same from the beginning of the statement on: labels, conditions, and the macro.
MACRO = re.compile(
    rb"\s*+(?:(?:else|do)\s++|(?:if|for|while|switch)\s*+" + NESTED + rb"\s*+"
    rb"|(?:case\b[^:;(){}]{0,200}+|[A-Za-z_]\w*+)\s*+:(?!:)\s*+){0,16}+"
    rb"(?:(?!(?:if|for|while|switch|return|sizeof|catch|decltype|typeof|alignas|asm|requires|else|do|operator"
    rb"|new|delete|throw|case|__\w+|_Alignas)\b)[A-Za-z_]\w*+[ \t]*+"
    + NESTED
    + rb"|(?P<name>[A-Z][A-Z0-9_]{2,}+))"
)
BOUNDARY = re.compile(rb"[;{}]")
LONGEST = 2000  # bytes of a statement
BEFORE = 200  # bytes before a brace in which it is told what it opens
BODY = (b")", b"else", b"do", b"try", b"const", b"noexcept", b"override")
VALUES = (b"=", b",", b"(", b"return")
BLANKS = b" \t\r\n"


def semicolons(masked: bytes, bare: bytes) -> Iterator[Replacement]:
    """Give where macros end that are statements, each with the semicolon that it lacks.

    `masked` is what the grammar is given, `bare` the code without directives and attributes.
    """
    last = 0
    for found in END.finditer(bare):
        end = found.start() + 1
        if masked[end] not in BLANKS:
            continue
        start = _statement_start(bare, last, end)
        macro = MACRO.match(bare, start, end) if start >= 0 else None
        if macro is None or macro.end() != end or (macro["name"] and not found["close"]):
            continue
        if bare[start - 1 : start] == b"{" and not _opens_body(bare, start - 1, closed=bool(found["close"])):
            continue
        last = end
        yield end, b";"


def _statement_start(bare: bytes, last: int, end: int) -> int:
    """Give where the statement that ends at an offset begins, of which `last` is the least; -1 if too far."""
    least = max(last, end - LONGEST)
    start = max(bare.rfind(mark, least, end) for mark in (b";", b"{", b"}")) + 1
    return start or (last if least == last else -1)


def _opens_body(bare: bytes, brace: int, *, closed: bool) -> bool:
    """Say whether statements stand behind a brace, and not values; `closed` if there is but one of them."""
    before = bare[max(0, brace - BEFORE) : brace].rstrip()
    if before.endswith(VALUES) or (closed and not before.endswith(BODY)):
        return False
    head = BOUNDARY.split(before)[-1]
    return re.search(rb"\benum\b", head) is None
