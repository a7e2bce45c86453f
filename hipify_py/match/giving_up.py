"""Sides of conditions that give up: they stop, throw, or say that something is not supported.

What only has such a word in its name does not: a macro that checks what a call gives back, such as
`CHECK_THROW(f(x))`, or a variable, `error_node`.
"""

from __future__ import annotations

from hipify_py.lazy import re
from hipify_py.source.brackets import closing

WORDS = rb"assert|trap\b|abort|throw|error|unsupported|unreachable|brkpt|printf"
SURE = re.compile(rb"\bthrow\b|\b(?:__trap|__builtin_\w*trap\w*|__brkpt|__builtin_unreachable)\b")
NAMED = re.compile(rb"(?i)(?<!\w)((?:\w*?(?:" + WORDS + rb")|exit)\w*+)\s*+(?=([(;]))")
# What stands before a name that is a value, or a statement: `return ErrorX;`, `s = ErrorX;`, `UNSUPPORTED;`
GIVEN = re.compile(rb"(?:\breturn|[^=!<>]=|[;{}()]|:|\A)\s*+(?:\w+\s*+::\s*+)*+\Z")
CALLS = re.compile(rb"\w\s*+\(")
BEFORE = 80  # bytes
MOST = 2000  # bytes of the arguments of a call


def gives_up(text: bytes) -> bool:
    """Say whether a piece of code gives up; of a string in it nothing but the quotes is known."""
    return SURE.search(text) is not None or any(_gives_up(text, one) for one in NAMED.finditer(text))


def _gives_up(text: bytes, one: re.Match[bytes]) -> bool:
    """Say whether a name is called with words for people, or with values alone, or is what is given back."""
    if one[2] == b";":
        return GIVEN.search(text, max(0, one.start() - BEFORE), one.start()) is not None
    opening = one.start(2)
    end = closing(text, opening, min(len(text), opening + MOST))
    return b'"' in text[opening:end] or CALLS.search(text, opening + 1, end) is None
