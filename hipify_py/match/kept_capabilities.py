"""Members of the program's structures that keep a compute capability, and what is read of them.

A project that only prints one, or compares it with numbers that every GPU of today has behind it, decides
nothing by it. Each file tells which members it gives a capability, and which of their like it reads.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.capability_floors import is_decided
from hipify_py.match.hardware import PRINTED
from hipify_py.match.shown_values import DECLARED, GIVEN
from hipify_py.resolve.said_values import is_said
from hipify_py.source.search import last_of, places
from hipify_py.source.word_places import standing, words_with

if TYPE_CHECKING:
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

PARTS = (b"major", b"minor", b"Major", b"Minor")
KEPT = re.compile(
    rb"\s*+(?:\w++\s*+(?:\[[^\[\];]{0,80}\]\s*+)?(?:\.|->)\s*+)++(?P<name>\w+(?:[mM]ajor|[mM]inor))\s*+=\s*+"
    rb"\(?\s*+(?:int\s*+\)\s*+)?(?:\w++\s*+(?:\[[^\[\];]{0,80}\]\s*+)?(?:\.|->)\s*+)++(?:major|minor)\s*+\Z"
)
NAME = re.compile(rb"[A-Za-z_]\w*(?:[mM]ajor|[mM]inor)")
MOST = 64  # places of a name that are looked at, and names


def keeps(unit: Unit, start: int, end: int) -> bytes:
    """Give the member that a statement gives a capability, and nothing else; nothing where it does not."""
    found = KEPT.match(unit.code, start, end)
    return found["name"] if found else b""


def kept(unit: Unit) -> frozenset[bytes]:
    """Give the members to which a file gives a capability."""
    statements = {last_of(unit.code, b";{}", at) + 1: at for at in _ends(unit)}
    return frozenset(filter(None, (keeps(unit, start, at) for start, at in statements.items())))


def _ends(unit: Unit) -> list[int]:
    """Give where statements end of which the last word is that for a part of a capability."""
    ends = (at + len(PARTS[0]) for at in places(unit.code, *PARTS[:2]))
    return [at for at in ends if unit.code[at : at + 64].lstrip()[:1] == b";"]


def read(unit: Unit) -> frozenset[bytes]:
    """Give the names that end as such members do, and by which a file may decide something."""
    names = [one for one in words_with(unit, *PARTS) if NAME.fullmatch(one)]
    return frozenset(one for one in names if len(names) > MOST or _is_read(unit, one))


def _is_read(unit: Unit, name: bytes) -> bool:
    found = [*islice(standing(unit, name), MOST + 1)]
    return len(found) > MOST or any(_decides(unit, one) for one in found)


def _decides(unit: Unit, place: Token) -> bool:
    """Say whether something may be decided by a member at a place: it is not made, given, printed, or old."""
    code = unit.code
    if unit.directive_at(place.start):
        return True
    start = last_of(code, b";{}", place.start) + 1
    if DECLARED.match(code, start) or GIVEN.match(code, place.end):
        return False
    if PRINTED.search(code, start, place.start) or is_said(unit, start, place.start):
        return False
    return not is_decided(unit, place.start)
