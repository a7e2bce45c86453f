"""Libraries of CUDA that Python's build scripts name: in lists of libraries, and behind -l."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.build.flags import LIBRARY
from hipify_py.build.names import decoded, known
from hipify_py.model import Span
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Finding
    from hipify_py.rules.model import RuleSet

LEFT = "B017"
LISTS = re.compile(rb"(?i)\b\w*lib(?:s|rary|raries)\s*(?:\+?=(?!=)|\.\s*(?:append|extend|insert)\s*\()")
NAMED = re.compile(rb"""(["'])([\w+-]+)\1""")
OPEN, CLOSE = b"([{", b")]}"


def named_libraries(code: bytes, rules: RuleSet, lists: re.Pattern[bytes] = LISTS) -> Iterator[Finding]:
    """Say once of each library of CUDA that a script names what ROCm has; `code` has no remarks.

    `lists` is what stands before the names of libraries.
    """
    table, said = rules.build["libraries"], set[str]()
    places = [Span(*one.span(2)) for begin in lists.finditer(code) for one in _named(code, begin)]
    places += [Span(*one.span(1)) for one in LIBRARY.finditer(code)]
    for place in sorted(places):
        name = decoded(code[slice(*place)])
        entry = known(table, name)
        if entry is None or name in said or entry.to == name:
            continue
        said.add(name)
        instead = f"ROCm has {entry.to}" if entry.to else "ROCm needs nothing in its place"
        why = "; ".join(part for part in (instead if entry.to is not None else "", entry.note) if part)
        yield finding(rules, LEFT, place, text=name, why=why)


def _named(code: bytes, begin: re.Match[bytes]) -> Iterator[re.Match[bytes]]:
    return NAMED.finditer(code, begin.end(), _end(code, begin.end()))


def _end(code: bytes, at: int) -> int:
    """Give where the value of an argument or of a line ends."""
    depth = 0
    for place in range(at, len(code)):
        one = code[place : place + 1]
        depth += (one in OPEN) - (one in CLOSE)
        if depth < 0 or (depth == 0 and one in b",\n;"):
            return place
    return len(code)
