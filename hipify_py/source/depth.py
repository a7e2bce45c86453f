"""How deep a source nests: where it is too deep to go down a tree by recursion."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.source.lexer import Directive

BRACKET = re.compile(rb"[()\[\]{}]")
MARK = re.compile(rb"[()\[\]{};]")
NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"()[]{}")
DEEPER = {**dict.fromkeys(b"([{", 1), **dict.fromkeys(b")]}", -1)}
DEEPEST = 400  # open brackets and conditions; compilers refuse more than 256 brackets


def beyond(code: bytes, directives: Sequence[Directive]) -> tuple[Span, ...]:
    """Give where more brackets and conditions than `DEEPEST` are open, in order."""
    brackets = code.translate(None, NO_BRACKETS)
    conditions = [(one.span.start, step) for one in directives if (step := _deeper(one.name))]
    if (
        max(accumulate(map(DEEPER.__getitem__, brackets)), default=0)
        + max(accumulate(step for _, step in conditions), default=0)
    ) <= DEEPEST:
        return ()
    found = ((one.start(), DEEPER[one[0][0]]) for one in BRACKET.finditer(code))
    spans, depth, start = [], 0, -1
    for at, step in sorted([*found, *conditions]):
        depth += step
        if depth > DEEPEST and start < 0:
            start = at
        elif depth <= DEEPEST and start >= 0:
            spans.append(Span(start, at))
            start = -1
    return (*spans, Span(start, len(code))) if start >= 0 else tuple(spans)


def nested(code: bytes, directives: Sequence[Directive]) -> tuple[Span, ...]:
    """Give where more than `DEEPEST` brackets are open within one statement, with those that close them.

    No statement goes on behind a semicolon or a directive: what stands behind those may stand in no bracket
    at all, however many are open by then, as where two sides of a condition open one and both share its end.
    """
    marks = [(one.start(), DEEPER.get(one[0][0], 0)) for one in MARK.finditer(code)]
    ends = [(end, 0) for one in directives for end in one.span]
    spans, depth, start = [], 0, -1
    for at, step in sorted([*marks, *ends]):
        depth = depth + step if step else 0
        if depth > DEEPEST and start < 0:
            start = at
        elif depth <= DEEPEST and start >= 0:
            spans.append(Span(start, at + (step < 0)))
            start = -1
    return (*spans, Span(start, len(code))) if start >= 0 else tuple(spans)


def _deeper(name: bytes) -> int:
    return 1 if name.startswith(b"if") else -(name == b"endif")
