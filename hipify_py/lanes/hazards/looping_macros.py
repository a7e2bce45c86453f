"""Macros of a file that loop, such as `SPIN_UNTIL(ready)`: a loop stands wherever one of them is used."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.lanes.hazards.self_calls import polls, self_calls
from hipify_py.source.functions import functions
from hipify_py.source.search import matches
from hipify_py.source.spans import holds
from hipify_py.source.tokens import follows, words
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Span
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

LOOP = re.compile(
    rb"\bwhile\s*\(|\bfor\s*\([^;{}]{0,2000}+;(?:[^;{}]{0,2000}+;\s*\)|(?:->|[^;{}<>]){1,2000}+;)"
)
LEAVES = re.compile(rb"&&|\b(?:break|return|goto)\b")
NEAR = 300  # bytes behind a `for` in which such a loop is left
ONCE = (b"while(0)", b"while(false)")
MOST_ONCE = 40  # bytes that such a head may have


def loops(unit: Unit, within: Span | None = None) -> Iterator[int]:
    """Give where loops begin that may wait: a `while`, or a `for` that does not count up to a bound.

    One that counts is among them where it may be left before, in a file that has memory others write, and so
    is what jumps with a `goto`.
    """
    yield from (word.start for word in words(unit.code, b"goto", within=within))
    yield from (found.start() for found in matches(unit.code, LOOP, b"while", b"for", within=within))
    own = (at for calls in self_calls(unit).values() for at in calls)
    yield from (at.start for at in own if within is None or holds(within, at))
    if polls(unit):
        for word in words(unit.code, b"for", within=within):
            if LEAVES.search(unit.code, word.end, word.end + NEAR):
                yield word.start


def _bare(code: bytes, at: int) -> bytes:
    return b"".join(code[at : at + MOST_ONCE].split())


@fact
def looping_macros(unit: Unit) -> dict[bytes, Function]:
    """Give the macros of a file in which loops stand that may wait, by their names: of several none."""
    marks = (at for one in unit.directives if one.name == b"define" for at in loops(unit, one.body))
    marks = (at for at in marks if not _bare(unit.code, at).startswith(ONCE))
    found: dict[bytes, list[Function]] = {}
    for macro in dict.fromkeys(functions(unit, marks).values()):
        found.setdefault(macro.called, []).append(macro)
    return {name: made[0] for name, made in found.items() if len(made) == 1}


def uses(unit: Unit, within: Span | None = None) -> Iterator[int]:
    """Give where a file uses such macros, but for their definitions."""
    macros = looping_macros(unit)
    for word in words(unit.code, *macros, within=within) if macros else ():
        if follows(unit.code, word.end, b"(") and not unit.directive_at(word.start):
            yield word.start
