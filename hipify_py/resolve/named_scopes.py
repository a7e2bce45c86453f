"""The namespaces and classes around a place, read from the braces, so that a header need not be parsed."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.source.search import before, last_of
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from hipify_py.source.unit import Unit

BRACES = re.compile(rb"\{[^{}]*+\}|[{}]")  # those with none in them as one
CLOSES = ord("}")
OPENS = re.compile(
    rb"\b(?:namespace|struct|class|union)(?:\s++(\w++(?:::\w++)*+))?+(?:\s++final)?+"
    rb"(?:\s*+:(?!:)[^;{}()]*+)?\s*+\Z"
)
LINKAGE = re.compile(rb'\bextern\s*+"[^"]*+"\s*+\Z')
NAMING = (b"typedef", b"using", b"namespace")
NEAR = 160  # bytes before a brace in which is said what it opens
INNER = b"{"
"""The scope of what stands in a function, or in anything else without a name for others."""


def scope_at(unit: Unit, at: int) -> bytes:
    """Give the namespaces and classes around a place, as `a::B`; `INNER` in a function."""
    braces, scopes = _scopes(unit)
    index = bisect_right(braces, at) - 1
    return scopes[index] if index >= 0 else b""


@fact
def _scopes(unit: Unit) -> tuple[list[int], list[bytes]]:
    """Give the places of the braces of a file, and the scope behind each, but for pairs around nothing."""
    around, found, scopes = [b""], list[int](), list[bytes]()
    for one in BRACES.finditer(unit.code):
        start, end = one.span()
        if end - start > 1:
            text = one[0]
            if any(word in text for word in NAMING):
                found += (start, end - 1)
                scopes += (_opened(unit.code, start, around[-1]), around[-1])
            continue
        if unit.code[start] == CLOSES:
            if len(around) > 1:
                around.pop()
        else:
            around.append(_opened(unit.code, start, around[-1]))
        found.append(start)
        scopes.append(around[-1])
    return found, scopes


def _opened(code: bytes, brace: int, around: bytes) -> bytes:
    """Give the scope that a brace opens within another."""
    if around == INNER:
        return around
    end = before(code, brace, b" \t\r\n")
    if code[end - 1 : end] in {b")", b"="}:
        return INNER
    start = last_of(code, b";{}", brace, max(0, brace - NEAR)) + 1
    found = OPENS.search(code, start, brace)
    if found is None:
        return around if LINKAGE.search(code, start, brace) else INNER
    return b"::".join(part for part in (around, found[1]) if part)
