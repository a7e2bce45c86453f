"""Statements as text: where one ends, or an expression, and calls where the grammar has lost its way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.brackets import BRACE, MOST, NOT_BLANK, PARTING, closing, parts, template_end
from hipify_py.source.call_parts import Call
from hipify_py.source.tokens import A_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

FLAT = re.compile(  # an expression in which no bracket stands within another, and what ends it
    rb"[^(){}\[\],;]*+(?:[({\[][^(){}\[\]]*+[)}\]][^(){}\[\],;]*+)*+[)}\],;]"
)
HEAD = re.compile(rb"(?:if|for|while|switch)\s*\(")
CALLED = re.compile(rb"([A-Za-z_](?<!\w.)\w*+)\s*+(?:<[^<>;(){}]*>\s*)?\(")
BRACKET = re.compile(rb"\s*\(")
UNSAFE = re.compile(  # the comma may be a template's own; what stands beside one may be lost; a directive
    rb"<[^,]*+,[^>]*+>|;|\A\s*,|,\s*(?:,|\Z)|\n[ \t]*#"
)
MOST_HEADS = 16  # of loops and conditions that stand in each other without braces


def statement(code: bytes, at: int, limit: int) -> Span:
    """Give the statement behind an offset: a block with its braces, or all up to the semicolon."""
    first = NOT_BLANK.search(code, at, limit)
    start = inner = first.start() if first else limit
    for _ in range(MOST_HEADS):
        head = HEAD.match(code, inner, limit)
        if head is None:
            break
        behind = NOT_BLANK.search(code, closing(code, head.end() - 1, limit), limit)
        inner = behind.start() if behind else limit
    if code[inner : inner + 1] == b"{":
        return Span(start, closing(code, inner, limit, BRACE))
    end = code.find(b";", inner, limit)
    return Span(start, end + 1 if end >= 0 else limit)


def repeated(code: bytes, at: int, limit: int) -> bytes:
    """Give the text of the statement behind a loop's head, without its braces; nothing of an open block."""
    start, end = statement(code, at, limit)
    text = code[start:end]
    if not text.startswith(b"{"):
        return text if text.endswith((b";", b"}")) else b""
    return text[1:-1] if text.endswith(b"}") else b""


def expression_end(code: bytes, at: int, limit: int) -> int:
    """Give where the expression behind an offset ends: at a comma, semicolon or bracket not its own."""
    limit = min(limit, at + MOST)
    flat = FLAT.match(code, at, limit)
    if flat and not (flat[0].endswith(b",") and b"<" in flat[0]):  # the comma may be a template's
        return flat.end() - 1
    return next(separators(code, at, limit), limit)


def separators(code: bytes, at: int, limit: int) -> Iterator[int]:
    """Give the commas outside of brackets behind an offset, last the semicolon or bracket that ends them."""
    depth, protected = 0, at
    for mark in PARTING.finditer(code, at, limit):
        depth += (mark[0] in b"([{") - (mark[0] in b")]}")
        if depth == 0 and mark[0] == b"<" and mark.start() >= protected:
            protected = template_end(code, mark.start(), limit)
        if depth < 0 or (depth == 0 and mark[0] in b",;" and mark.start() >= protected):
            yield mark.start()
        if depth < 0 or (depth == 0 and mark[0] == b";"):
            return


def written_call(code: bytes, name: Span) -> Call | None:
    """Read a call from the text alone, where the grammar has lost its way; None where that is not safe."""
    bracket = BRACKET.match(code, name.end)
    if bracket is None:
        return None
    begins, limit = bracket.end() - 1, min(len(code), bracket.end() + MOST)
    end = closing(code, begins, limit)
    text = code[begins + 1 : end - 1]
    if code[end - 1 : end] != b")" or UNSAFE.search(text) or not is_balanced(text):
        return None
    return Call(name, Span(name.start, end), begins, end, tuple(parts(code, begins + 1, end - 1)))


def first_argument(code: bytes, opening: int) -> bytes:
    """Give the first of the arguments in a bracket, if others stand behind it."""
    end = expression_end(code, opening + 1, len(code)) if code[opening : opening + 1] == b"(" else opening
    return code[opening + 1 : end].strip() if code[end : end + 1] == b"," else b""


def first_name(code: bytes, opening: int) -> bytes:
    """Give the same where that is a name."""
    text = first_argument(code, opening)
    return text if A_NAME.fullmatch(text) else b""


def is_balanced(text: bytes) -> bool:
    """Say whether each bracket and each string in a text has its other end there."""
    pairs = zip(b"([{", b")]}", strict=True)
    return text.count(b'"') % 2 == 0 and all(text.count(one) == text.count(other) for one, other in pairs)
