"""Statements as text: where one ends, or an expression, what is assigned, called and given back."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.model import Span
from hipify_py.source.brackets import BRACE, MARK, MOST, all_arguments, closing, parts, trimmed
from hipify_py.source.unit import Call

if TYPE_CHECKING:
    from collections.abc import Iterator

FLAT = re.compile(  # an expression in which no bracket stands within another, and what ends it
    rb"[^(){}\[\],;]*(?:[({\[][^(){}\[\]]*[)}\]][^(){}\[\],;]*)*[)}\],;]"
)
HEAD = re.compile(rb"(?:if|for|while|switch)\s*\(")
NOT_BLANK = re.compile(rb"\S")
# Each begins with a literal or a set of bytes, for which a search is many times as fast.
SIGN = re.compile(rb"=(?:(?<![=!<>]=)(?!=)|(?<=<<=)|(?<=>>=))")
TARGET = re.compile(  # read backwards from the sign: forwards each word before it would have to be tried
    rb"(<<|>>|[-+*/&|^%])?\s*((?:\w+(?:>-|\.)|\][^\[\]]*\[)*\w*[A-Za-z_](?:\s*\*)*)"
)
NAME = re.compile(rb"[A-Za-z_]\w*")
INDEX = re.compile(rb"threadIdx")
INITIAL = re.compile(
    rb"\b(?:int|unsigned|auto|size_t|u?int\d+_t|long|short)\s+([A-Za-z_]\w*)\s*[({]([^;(){}]*)\Z"
)
CALLED = re.compile(rb"([A-Za-z_](?<!\w.)\w*+)\s*+(?:<[^<>;(){}]*>\s*)?\(")
BRACKET = re.compile(rb"\s*\(")
RETURNED = re.compile(rb"r(?<!\wr)eturn\b")
UNSAFE = re.compile(  # the comma may be a template's own; what stands beside one may be lost
    rb"<[^,]*+,[^>]*+>|;|\A\s*,|,\s*(?:,|\Z)"
)
MOST_HEADS = 16  # of loops and conditions that stand in each other without braces
BEFORE = 120  # bytes before a sign in which its target stands


class Assignment(NamedTuple):
    """What is given a value: its text, the operator that goes with `=`, and the value's span."""

    target: bytes
    operator: bytes
    value: Span

    @property
    def name(self) -> bytes:
        """Give the name that is assigned, or that is pointed with; nothing for a member or an element."""
        bare = self.target.lstrip(b"* \t\r\n")
        return bare if NAME.fullmatch(bare) else b""


class CallText(NamedTuple):
    """What looks like a call: the span of the name, and those of its arguments."""

    name: Span
    arguments: tuple[Span, ...]


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
    if flat := FLAT.match(code, at, limit):
        return flat.end() - 1
    return next(separators(code, at, limit), limit)


def separators(code: bytes, at: int, limit: int) -> Iterator[int]:
    """Give the commas outside of brackets behind an offset, last the semicolon or bracket that ends them."""
    depth = 0
    for mark in MARK.finditer(code, at, limit):
        depth += (mark[0] in b"([{") - (mark[0] in b")]}")
        if depth < 0 or (depth == 0 and mark[0] in b",;"):
            yield mark.start()
        if depth < 0 or (depth == 0 and mark[0] == b";"):
            return


def assignments(code: bytes, within: Span) -> Iterator[Assignment]:
    """Give the assignments in a part of a text, and the initialisations: those in brackets of an index."""
    for sign in SIGN.finditer(code, *within):
        before = code[max(within.start, sign.start() - BEFORE) : sign.start()]
        if target := TARGET.match(before[::-1]):
            value = trimmed(code, sign.end(), expression_end(code, sign.end(), within.end))
            yield Assignment(target[2][::-1], (target[1] or b"")[::-1], value)
    for index in INDEX.finditer(code, *within):
        made = INITIAL.search(code, max(within.start, index.start() - 64), index.start())
        if made:
            value = trimmed(code, made.start(2), expression_end(code, made.start(2), within.end))
            yield Assignment(made[1], b"", value)


def calls(code: bytes, within: Span) -> Iterator[CallText]:
    """Give what looks like a call in a part of a text; heads of loops and conditions are among it."""
    marks = all_arguments(code, *within)
    for found in CALLED.finditer(code, *within):
        spans = [trimmed(code, at + 1, end) for at, end in pairwise(marks[found.end() - 1])]
        if spans[-1].end <= spans[-1].start:
            spans.pop()
        yield CallText(Span(*found.span(1)), tuple(spans))


def written_call(code: bytes, name: Span) -> Call | None:
    """Read a call from the text alone, where the grammar has lost its way; None where that is not safe."""
    bracket = BRACKET.match(code, name.end)
    if bracket is None:
        return None
    begins, limit = bracket.end() - 1, min(len(code), bracket.end() + MOST)
    end = closing(code, begins, limit)
    text = code[begins + 1 : end - 1]
    if code[end - 1 : end] != b")" or UNSAFE.search(text) or not _is_balanced(text):
        return None
    return Call(name, Span(name.start, end), begins, end, tuple(parts(code, begins + 1, end - 1)))


def _is_balanced(text: bytes) -> bool:
    """Say whether each bracket and each string in a text has its other end there."""
    pairs = zip(b"([{", b")]}", strict=True)
    return text.count(b'"') % 2 == 0 and all(text.count(one) == text.count(other) for one, other in pairs)


def returned(code: bytes, within: Span) -> Iterator[Span]:
    """Give the expressions that a function returns."""
    for found in RETURNED.finditer(code, *within):
        yield trimmed(code, found.end(), expression_end(code, found.end(), within.end))
