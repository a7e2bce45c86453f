"""Libraries of CUDA that Python's build scripts name: in lists of libraries, and behind -l."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.flags import LIBRARY
from hipify_py.build.names import decoded, known
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.outcomes import finding
from hipify_py.source.spans import merged

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.model import Finding
    from hipify_py.rules.model import RuleSet

LEFT = "B017"
LISTS = re.compile(rb"(?i)\b\w*lib(?:s|rary|raries)\s*(?:\+?=(?!=)|\.\s*(?:append|extend|insert)\s*\()")
NAMED = re.compile(rb"""(["'])([\w+-]+)\1""")
OPEN, CLOSE, ENDS = b"([{", b")]}", b",\n;"
MARK = re.compile(rb"[(\[{)\]},\n;]")


def named_libraries(code: bytes, rules: RuleSet, lists: re.Pattern[bytes] = LISTS) -> Iterator[Finding]:
    """Say once of each library of CUDA that a script names what ROCm has; `code` has no remarks.

    `lists` is what stands before the names of libraries.
    """
    table, said = rules.build["libraries"], set[str]()
    places = [Span(*one.span(2)) for value in _values(code, lists) for one in NAMED.finditer(code, *value)]
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


def _values(code: bytes, lists: re.Pattern[bytes]) -> Sequence[Span]:
    """Give the values of arguments and of lines behind what begins them, in order; none touches another."""
    begins = [one.end() for one in lists.finditer(code)]
    found: list[Span] = []
    open_: dict[int, list[int]] = {}  # by how many brackets are open there
    depth, next_ = 0, 0
    for mark in MARK.finditer(code) if begins else ():
        at, one = mark.start(), mark[0]
        while next_ < len(begins) and begins[next_] <= at:
            open_.setdefault(depth, []).append(begins[next_])
            next_ += 1
        if one in CLOSE or one in ENDS:
            found += (Span(begin, at) for begin in open_.pop(depth, ()))
        depth += (one in OPEN) - (one in CLOSE)
    left = [*(begin for several in open_.values() for begin in several), *begins[next_:]]
    return merged((*found, *(Span(begin, len(code)) for begin in left)))
