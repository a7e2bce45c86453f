"""Where each word of a file stands, for who asks for one name after the other."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.source.search import matches, places
from hipify_py.source.tokens import Token
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.wide_names import in_wide_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.source.unit import Unit

NOWHERE: Sequence[int] = ()
WORD = re.compile(rb"\w++")


def standing(unit: Unit, name: bytes, within: Span | None = None) -> Iterator[Token]:
    """Give the places at which a name stands as a word of its own, in order, as `words` does.

    The file is walked over once, however many names are asked for.
    """
    known, (start, end) = all_words(unit).get(name, NOWHERE), within or (0, len(unit.code))
    for number in range(bisect_left(known, start), len(known)):
        at = known[number]
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


def words_with(unit: Unit, *parts: bytes) -> set[bytes]:
    """Give the words of a file that hold one of some parts of words."""
    text = vocabulary(unit)
    starts = {text.rfind(b" ", 0, at) + 1 for at in places(text, *parts)}
    return {text[start : text.index(b" ", start)] for start in starts}


def found_words(unit: Unit, *names: bytes) -> list[tuple[Span, bytes]]:
    """Give some names with their spans, as `find` does of an expression for them as words of their own."""
    found = [(Span(word.start, word.end), word.text) for word in all_standing(unit, *names)]
    return [one for one in found if not in_wide_name(unit.code, one[0])] if unit.has_wide_names else found


@fact
def vocabulary(unit: Unit) -> bytes:
    """Give the words of a file, each once and with a blank behind it: a tenth of its code."""
    return b" ".join((*all_words(unit), b""))


@fact
def all_words(unit: Unit) -> dict[bytes, list[int]]:
    """Give where each word stands, in order."""
    found = defaultdict[bytes, list[int]](list)
    for word in WORD.finditer(unit.code):  # one run after the other: none begins within another
        found[word[0]].append(word.start())
    return dict(found)
