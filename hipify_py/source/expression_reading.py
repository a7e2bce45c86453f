"""Read expressions from their text by the precedence of C++'s operators.

What cannot be read is kept as a node of kind "other", whose parts are what could be read of it: nothing that
an expression names is lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.expression_parser import Parser
from hipify_py.source.expressions import Expression
from hipify_py.source.lexer import unspliced
from hipify_py.source.search import last_of
from hipify_py.source.token_reader import HIGHEST

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

STATEMENT_ENDS = b";{}"
STATEMENT_END = re.compile(rb";|\{(?!\s*+\})|\}(?<!\{\})")  # no object that is made of a type: `Width{}`
OBJECT = re.compile(rb"\{[^;{}]{1,60}+\}(?=\s*+(?:[-+*/%^|&?<>),\]]|[!=]=))")  # behind its type
LONGEST_OBJECT = 64  # bytes
RETURN = re.compile(rb"\s*+return\b")
STATEMENT = re.compile(rb"\S[^;{}]*+")
LONGEST = 2000  # bytes of an expression; of a longer one only what it names is read
KEPT = 2_000_000  # bytes of expressions; those of a file of a megabyte are read once


class _Kept:
    """The expressions that were read last, by their text: each pass over a function asks for them anew."""

    def __init__(self) -> None:
        self.read: dict[bytes, Expression] = {}
        self.size = 0  # of the texts, in bytes

    def of(self, text: bytes) -> Expression:
        """Read an expression where it is not known; beyond `KEPT` bytes all are forgotten."""
        found = self.read.get(text)
        if found is None:
            if self.size > KEPT:
                self.read, self.size = {}, 0
            found = self.read[text] = _parsed(text)
            self.size += len(text)
        return found


_kept = _Kept()


def expression(text: bytes) -> Expression:
    """Read an expression, or several that commas part; what is none is read as far as it goes."""
    return _kept.of(text)


def _parsed(text: bytes) -> Expression:
    parser = Parser(text)
    if len(text) > LONGEST:
        return parser.flat(0)
    made = [parser.listed()]
    while parser.token.kind != "end":  # a bracket that closes nothing, or a semicolon
        parser.at += 1
        made.append(parser.listed())
    return made[0] if len(made) == 1 else Expression("other", b"", Span(0, len(text)), tuple(made), HIGHEST)


def expressions(code: bytes, within: Span, signs: Iterable[int]) -> Iterator[tuple[int, Expression]]:
    """Read the statements of a text in which signs stand, in order; give where each begins, and its node."""
    for one in statements_with(code, within, signs):
        yield one.start, expression(unspliced(code[slice(*one)]))


def statements_with(code: bytes, within: Span, signs: Iterable[int]) -> Iterator[Span]:
    """Give the statements of a text in which signs stand, each once, in order, without a `return` before."""
    end = within.start
    for sign in signs:
        if sign < end:
            continue
        start = _begin(code, sign, end)
        end = _end(code, sign + 1, within.end)
        if returns := RETURN.match(code, start, end):
            start = returns.end()  # with a bracket behind it, the word reads as a call
        if start < end:
            yield Span(start, end)


def _begin(code: bytes, at: int, least: int) -> int:
    """Give where the statement begins that a place is in, at `least` if nothing ends one before it."""
    while (found := last_of(code, STATEMENT_ENDS, at, least)) >= 0:
        at = code.rfind(b"{", max(least, found - LONGEST_OBJECT), found + 1)
        made = _object(code, at) if at >= 0 else None
        if made is None or made.end() <= found:
            return found + 1
    return least


def _end(code: bytes, at: int, most: int) -> int:
    """Give where the statement ends that a place is in, at `most` if nothing ends it before."""
    while found := STATEMENT_END.search(code, at, most):
        made = _object(code, found.start())
        if made is None:
            return found.start()
        at = made.end()
    return most


def _object(code: bytes, at: int) -> re.Match[bytes] | None:
    """Find the braces at a place where an object is made in an expression: `uint32_t{1} << lane`."""
    before = code[max(0, at - 1) : at]
    return OBJECT.match(code, at) if before.isalnum() or before in {b"_", b">"} else None


def statements(code: bytes, within: Span) -> Iterator[tuple[int, Expression]]:
    """Read all statements of a text; give where each begins, and its node."""
    return expressions(code, within, (one.start() for one in STATEMENT.finditer(code, *within)))


NO_NODE = expression(b"")  # of no text
