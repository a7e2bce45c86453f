"""The words of a function's head, with what marks of a file's own stand for."""

from __future__ import annotations

from bisect import bisect_right
from itertools import takewhile
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.source.lexer import DEFINE
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from hipify_py.source.unit import Unit

MARKS = re.compile(rb"[^(){};]*\b__(?:global|device)__\b[^{};]*\Z")


def words_between(unit: Unit, start: int, end: int) -> bytes:
    """Give a part of a file's code without the directives in it, and what marks of its own stand for."""
    first = bisect_right(unit.directives, start, key=lambda one: one.span.end)
    within = map(unit.directives.__getitem__, range(first, len(unit.directives)))
    parts = []
    for one in takewhile(lambda one: one.span.start < end, within):
        parts.append(unit.code[start : one.span.start])
        start = one.span.end
    return with_marks(unit, b"".join([*parts, unit.code[start:end]]))


def with_marks(unit: Unit, text: bytes) -> bytes:
    """Give a text and what the marks in it stand for."""
    known = _marks(unit)
    if not known:
        return text
    return b" ".join([text, *(known[word] for word in A_NAME.findall(text) if word in known)])


@fact
def _marks(unit: Unit) -> dict[bytes, bytes]:
    """Give the macros of a file that mark functions as the device's, with what they stand for."""
    found = {}
    for one in unit.directives:
        made = DEFINE.match(unit.code, *one.body) if one.name == b"define" else None
        text = unit.code[made.end() : one.body.end] if made else b""
        if made and MARKS.match(text):
            found[made[1]] = text
    return found
