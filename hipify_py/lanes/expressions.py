"""Expressions as text: what stands in a call's brackets, what a name is given, what a function gives back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.blocks import closing
from hipify_py.lanes.templates import trimmed
from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

MARK = re.compile(rb"[()\[\]{},;]")
# Each begins with a literal or a set of bytes, for which a search is many times as fast.
SIGN = re.compile(rb"=(?:(?<![=!<>]=)(?!=)|(?<=<<=)|(?<=>>=))")
TARGET = re.compile(  # read backwards from the sign: forwards each word before it would have to be tried
    rb"(<<|>>|[-+*/&|^%])?\s*((?:\w+>-|\][^\[\]]*\[)*[\w.]*[A-Za-z_](?:\s*\*)*)"
)
CALLED = re.compile(rb"([A-Za-z_](?<!\w.)\w*+)\s*+(?:<[^<>;(){}]*>\s*)?\(")
RETURNED = re.compile(rb"r(?<!\wr)eturn\b")


class Given(NamedTuple):
    """What is given a value: its text, the operator that goes with `=`, and the value's span."""

    target: bytes
    operator: bytes
    value: Span


class Called(NamedTuple):
    """What looks like a call: the name, and the spans of its arguments."""

    name: Span
    arguments: tuple[Span, ...]


def assignments(code: bytes, within: Span) -> Iterator[Given]:
    """Give the assignments and initialisations with `=` in a part of a text."""
    for sign in SIGN.finditer(code, *within):
        before = code[max(within.start, sign.start() - 120) : sign.start()]
        if target := TARGET.match(before[::-1]):
            value = trimmed(code, sign.end(), _end(code, sign.end(), within.end))
            yield Given(target[2][::-1], target[1] or b"", value)


def calls(code: bytes, within: Span) -> Iterator[Called]:
    """Give what looks like a call in a part of a text; heads of loops and conditions are among it."""
    for found in CALLED.finditer(code, *within):
        yield Called(Span(*found.span(1)), tuple(arguments(code, found.end() - 1, within.end)))


def arguments(code: bytes, opening: int, limit: int) -> Iterator[Span]:
    """Give what the commas part behind a bracket, up to its end."""
    end = closing(code, opening, limit) - 1
    start, depth = opening + 1, 0
    for mark in MARK.finditer(code, start, end):
        depth += (mark[0] in b"([{") - (mark[0] in b")]}")
        if depth == 0 and mark[0] == b",":
            yield trimmed(code, start, mark.start())
            start = mark.end()
    last = trimmed(code, start, end)
    if last.end > last.start:
        yield last


def returned(code: bytes, within: Span) -> Iterator[Span]:
    """Give the expressions that a function returns."""
    for found in RETURNED.finditer(code, *within):
        yield trimmed(code, found.end(), _end(code, found.end(), within.end))


def _end(code: bytes, at: int, limit: int) -> int:
    """Give where an expression ends: at a comma, semicolon or bracket that is not its own."""
    depth = 0
    for mark in MARK.finditer(code, at, limit):
        depth += (mark[0] in b"([{") - (mark[0] in b")]}")
        if depth < 0 or (depth == 0 and mark[0] in b",;"):
            return mark.start()
    return limit
