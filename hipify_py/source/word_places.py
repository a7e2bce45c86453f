"""Where each word of a file stands, for who asks for one name after the other."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.source.search import matches
from hipify_py.source.tokens import WORD_OF_ITS_OWN, Token
from hipify_py.source.unit_facts import fact, fact_of

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Sequence

    from hipify_py.model import Span
    from hipify_py.source.unit import Unit

NOWHERE: Sequence[int] = ()


def standing(unit: Unit, name: bytes, within: Span | None = None) -> Iterator[Token]:
    """Give the places at which a name stands as a word of its own, in order, as `words` does.

    The file is walked over once, however many names are asked for.
    """
    places, (start, end) = all_words(unit).get(name, NOWHERE), within or (0, len(unit.code))
    for number in range(bisect_left(places, start), len(places)):
        at = places[number]
        if at + len(name) > end:
            break
        yield Token(name, at, at + len(name))


def all_standing(unit: Unit, *names: bytes) -> list[Token]:
    """Give the places at which some names stand as words of their own, in order, as `words` does."""
    known = all_words(unit)
    found = [Token(name, at, at + len(name)) for name in {*names} for at in known.get(name, NOWHERE)]
    if len(names) > 1:
        found.sort(key=lambda one: one.start)
    return found


@fact_of
def holds_part(unit: Unit, *parts: bytes) -> bool:
    """Say whether a word of a file holds one of some parts of words; each of its words is looked at once."""
    return any(part in vocabulary(unit) for part in parts)


def word_matches(unit: Unit, expression: re.Pattern[bytes], *parts: bytes) -> Iterator[re.Match[bytes]]:
    """Give what `matches` gives in a file's code for an expression that begins with parts of words."""
    return matches(unit.code, expression, *(part for part in parts if part in vocabulary(unit)))


@fact
def vocabulary(unit: Unit) -> bytes:
    """Give the words of a file, each once: a tenth of its code."""
    return b" ".join(all_words(unit))


@fact
def all_words(unit: Unit) -> dict[bytes, list[int]]:
    """Give where each word stands, in order."""
    found: dict[bytes, list[int]] = {}
    for word in WORD_OF_ITS_OWN.finditer(unit.code):
        found.setdefault(word[0], []).append(word.start())
    return found
