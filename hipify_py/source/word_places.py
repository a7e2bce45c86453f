"""The words of a file and where each stands, for who asks for one name after the other."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.search import WORD as WORD_BYTES
from hipify_py.source.search import matches, places
from hipify_py.source.tokens import Token, words
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.wide_names import in_wide_name

if TYPE_CHECKING:
    from collections.abc import Iterator, KeysView, Sequence

    from hipify_py.source.unit import Unit

NOWHERE: Sequence[int] = ()
WORD = re.compile(rb"\w++")
APART = bytes(one if one in WORD_BYTES else ord(" ") for one in range(256))  # what parts words is blank
FEW = 64  # names that are looked for one by one in a file: each takes as long as a hundredth of all its words
SELDOM = 256  # bytes of a file for each place at which a name stands that is looked for by itself


def standing(unit: Unit, name: bytes, within: Span | None = None) -> Iterator[Token]:
    """Give the places at which a name stands as a word of its own, in order, as `words` does.

    The file is walked over a few times at most, however many names are asked for.
    """
    known, (start, end) = _places(unit, name), within or (0, len(unit.code))
    for number in range(bisect_left(known, start), len(known)):
        at = known[number]
        if at + len(name) > end:
            break
        yield Token(name, at, at + len(name))


def all_standing(unit: Unit, *names: bytes) -> list[Token]:
    """Give the places at which some names stand as words of their own, in order, as `words` does."""
    found = [Token(name, at, at + len(name)) for name in {*names} for at in _places(unit, name)]
    if len(names) > 1:
        found.sort(key=lambda one: one.start)
    return found


@fact_of
def holds_part(unit: Unit, *parts: bytes) -> bool:
    """Say whether a word of a file holds one of some parts of words; each of its words is looked at once."""
    text = vocabulary(unit)
    return any(part in text for part in parts)


def word_matches(unit: Unit, expression: re.Pattern[bytes], *parts: bytes) -> Iterator[re.Match[bytes]]:
    """Give what `matches` gives in a file's code for an expression that begins with parts of words."""
    text = vocabulary(unit)
    return matches(unit.code, expression, *(part for part in parts if part in text))


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
def all_words(unit: Unit) -> KeysView[bytes]:
    """Give the words of a file, each once, in the order in which they come."""
    return dict.fromkeys(unit.code.translate(APART).split()).keys()


def _places(unit: Unit, name: bytes) -> Sequence[int]:
    """Give where a word stands, in order: not the parts of a header's path."""
    if name not in all_words(unit):
        return NOWHERE
    known = _known(unit)
    if name not in known:
        if len(known) >= FEW or unit.code.count(name) * SELDOM > len(unit.code):
            known.update(_everywhere(unit))
        else:
            known[name] = [one.start for one in words(unit.code, name) if one.start not in _in_paths(unit)]
    return known.get(name, NOWHERE)


@fact
def _known(_unit: Unit) -> dict[bytes, list[int]]:
    """Give where the words stand that were asked for: some of them, then all."""
    return {}


def _everywhere(unit: Unit) -> dict[bytes, list[int]]:
    """Give where each word stands."""
    found, in_paths = defaultdict[bytes, list[int]](list), _in_paths(unit)
    for word in WORD.finditer(unit.code):  # one run after the other: none begins within another
        if word.start() not in in_paths:
            found[word[0]].append(word.start())
    return dict(found)


@fact
def _in_paths(unit: Unit) -> frozenset[int]:
    """Give where words stand in the paths of headers: `#include "rows.cuh"` uses no kernel `rows`."""
    return frozenset(word.start() for one in unit.header_paths for word in WORD.finditer(unit.code, *one))
