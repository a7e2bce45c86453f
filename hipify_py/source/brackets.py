"""Brackets in a text: where one ends or begins, and what stands in it.

The text is the mask of a source, so that no bracket in a comment or a literal is met. Where the tree knows
the answer (`Unit.call`), it is asked; this is for what no tree is needed for, and for what the grammar lost.
"""

from __future__ import annotations

import re

from hipify_py.model import Span
from hipify_py.source.search import before, last_of

ROUND = re.compile(rb"[()]")
BRACE = re.compile(rb"[{}]")
BLOCK = re.compile(rb"[{}]|#[^\r\n]*")  # braces outside of directives
MARK = re.compile(rb"[()\[\]{},;]")
ANGLE = re.compile(rb"[<>(){}\[\],;]")
NOT_BLANK = re.compile(rb"\S")
BLANK = b" \t\r\n\f\v"
BRACKETS = b"()[]{}"
MOST_ANGLES = 16  # of template arguments within each other; more are none
MOST = 2000  # bytes behind which an expression, or a list of template arguments, is none


def closing(code: bytes, opening: int, limit: int, pair: re.Pattern[bytes] = ROUND) -> int:
    """Give the offset behind the bracket that closes the one at `opening`; the limit where none does.

    `pair` is `BRACE` or `BLOCK` for those of a block.
    """
    depth = 0
    for bracket in pair.finditer(code, opening, limit):
        depth += (bracket[0] in b"({") - (bracket[0] in b")}")
        if depth == 0:
            return bracket.end()
    return limit


def closings(code: bytes, start: int, end: int) -> dict[int, int]:
    """Give for each round bracket in a part of a text that is closed there the offset behind its other end.

    It is for who asks for many: where brackets stand in each other, each one's search would be as long as it.
    """
    found: dict[int, int] = {}
    unclosed: list[int] = []
    for bracket in ROUND.finditer(code, start, end):
        if bracket[0] == b"(":
            unclosed.append(bracket.start())
        elif unclosed:
            found[unclosed.pop()] = bracket.end()
    return found


def all_arguments(code: bytes, start: int, end: int) -> dict[int, list[int]]:  # noqa: C901  a case a mark
    """Give for each round bracket in a part of a text what parts its arguments: itself, commas, its end.

    All are found on one way, however they stand in each other; one that is not closed ends with the part.
    """
    found: dict[int, list[int]] = {}
    open_: list[int] = []
    for mark in MARK.finditer(code, start, end):
        text, at = mark[0], mark.start()
        if text in b"([{":
            open_.append(at)
            if text == b"(":
                found[at] = [at]
        elif text == b",":
            if open_ and open_[-1] in found:
                found[open_[-1]].append(at)
        elif text == b")":
            while open_ and open_[-1] not in found:
                open_.pop()
            if open_:
                found[open_.pop()].append(at)
        elif text != b";" and open_ and open_[-1] not in found:
            open_.pop()
    for at in open_:
        if at in found:
            found[at].append(end - 1)
    return found


def opening(code: bytes, closed: int, least: int, pair: bytes = b"()") -> int:
    """Give the offset, from `least` on, of what the bracket at `closed` closes; -1 where there is none."""
    begins, ends = pair
    at, depth = closed, 0
    while at >= least:
        depth += (code[at] == ends) - (code[at] == begins)
        if depth == 0:
            return at
        at = last_of(code, pair, at, least)
    return -1


def arguments(code: bytes, opening: int, limit: int) -> list[Span]:
    """Give what the commas part in the round bracket at `opening`, each without the white space around it."""
    return parts(code, opening + 1, closing(code, opening, limit) - 1)


def parts(code: bytes, start: int, end: int, brackets: bytes = BRACKETS) -> list[Span]:
    """Give what the commas outside of brackets part, without what is blank behind the last of them.

    `brackets` are those that protect a comma: to the preprocessor only `()` do.
    """
    spans, depth = [], 0
    for mark in MARK.finditer(code, start, end):
        which = brackets.find(mark[0])
        if which >= 0:
            depth += -1 if which % 2 else 1
        elif depth == 0 and mark[0] == b",":
            spans.append(trimmed(code, start, mark.start()))
            start = mark.end()
    last = trimmed(code, start, end)
    return [*spans, last] if last.end > last.start else spans


def template_arguments(code: bytes, at: int) -> list[Span]:
    """Give the spans of the template arguments behind a `<` that ends at `at`; none where it never closes."""
    spans: list[Span] = []
    angles, others, start = 1, 0, at
    for mark in ANGLE.finditer(code, at, at + MOST):
        text = mark[0]
        if text in b"({[":
            others += 1
        elif text in b")}]":
            others -= 1
        elif others:
            continue
        elif text == b"<":
            angles += 1
        elif text == b">":
            angles -= 1
        if text == b";" or others < 0 or angles > MOST_ANGLES:
            return []
        if angles == 0 or (text == b"," and angles == 1):
            spans.append(trimmed(code, start, mark.start()))
            start = mark.end()
        if angles == 0:
            return spans
    return []


def unbracketed(text: bytes) -> bytes:
    """Give an expression without the round brackets, and the blanks, that stand around all of it."""
    text = text.strip()
    for _ in range(MOST_ANGLES):
        if not text.startswith(b"(") or closing(text, 0, len(text) + 1) != len(text):
            break
        text = text[1:-1].strip()
    return text


def trimmed(code: bytes, start: int, end: int) -> Span:
    """Give a span without the white space at both ends."""
    first = NOT_BLANK.search(code, start, end)
    start = first.start() if first else max(start, end)
    return Span(start, max(start, before(code, end, BLANK) if first else start))
