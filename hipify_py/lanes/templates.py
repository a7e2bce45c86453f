"""Template arguments, found in the text: what stands between `<` and `>`."""

from __future__ import annotations

import re

from hipify_py.model import Span

MARK = re.compile(rb"[<>(){}\[\],;]")
MOST = 2000  # bytes behind which a list of template arguments is none


def template_arguments(code: bytes, at: int) -> list[Span]:
    """Give the spans of the template arguments behind a `<` that ends at `at`; none where it never closes."""
    spans: list[Span] = []
    angles, others, start = 1, 0, at
    for mark in MARK.finditer(code, at, at + MOST):
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
        if text == b";" or others < 0:
            return []
        if angles == 0 or (text == b"," and angles == 1):
            spans.append(trimmed(code, start, mark.start()))
            start = mark.end()
        if angles == 0:
            return spans
    return []


def trimmed(code: bytes, start: int, end: int) -> Span:
    """Give a span without the white space at both ends."""
    text = code[start:end]
    start += len(text) - len(text.lstrip())
    return Span(start, max(start, end - (len(text) - len(text.rstrip()))))
