"""The names that a text declares with types of 64 bits: in a function, as members, for all functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.value_types import is_wide
from hipify_py.model import Span
from hipify_py.source.brackets import MOST
from hipify_py.source.statements import separators
from hipify_py.source.tokens import token_at, token_before, words
from hipify_py.source.type_sizes import WORDS, is_long_long
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

LONG = (b"long", b"int64_t", b"uint64_t", b"size_t", b"ulonglong", b"longlong", b"ulong")
"""The words of which one is in each type of 64 bits."""
OPEN = (b"auto", b"bool")
POINTS = frozenset((b"*", b"&", b"&&"))
FIXED = frozenset((b"const", b"__restrict__"))


class Named(NamedTuple):
    """A name behind a type, and whether it is that of a pointer or a reference."""

    name: Token
    points: bool


def declared(
    code: bytes, within: Span, suits: Callable[[bytes], bool], types: tuple[bytes, ...] = LONG
) -> Iterator[Named]:
    """Give the names that stand behind types that suit in a part of a text; in each is one of some words."""
    read = within.start
    for word in words(code, *types, within=within):
        if word.start < read:  # the second `long` of a type
            continue
        start, behind = word.start, token_at(code, word.end)
        while word.text in WORDS and (before := token_before(code, start)).text in WORDS:
            start = before.start
        while word.text in WORDS and behind.text in WORDS:
            behind = token_at(code, behind.end)
        points, read = False, behind.start
        spelt = code[start : behind.start]
        while behind.text in POINTS | FIXED:
            points |= behind.text in POINTS
            behind = token_at(code, behind.end)
        if behind.is_word and not behind.text.isdigit() and suits(spelt):
            yield Named(behind, points)


@fact
def wide_names(unit: Unit) -> frozenset[bytes]:
    """Give the names that a file declares with 64 bits anywhere, each name of a list of them."""
    code = unit.code
    found = declared(code, Span(0, len(code)), is_wide, LONG + OPEN)
    alone = [one.name for one in found if not one.points]
    return frozenset([one.text for one in alone] + [name for one in alone for name in _listed(code, one.end)])


def _listed(code: bytes, at: int) -> Iterator[bytes]:
    """Give the names behind the commas of a declaration, or of parameters, from the end of a name on."""
    ends = [end for mark in (b"{", b";") if (end := code.find(mark, at, at + MOST)) >= 0]
    for comma in separators(code, at, min(ends, default=at)):
        if code[comma : comma + 1] == b"," and (name := token_at(code, comma + 1)).is_word:
            yield name.text


def to_wide(code: bytes, within: Span) -> frozenset[bytes]:
    """Give the names that are declared in a part of a text with 64 bits, or to point to such."""
    return frozenset(one.name.text for one in declared(code, within, is_wide, LONG + OPEN))


@fact
def long_names(unit: Unit) -> frozenset[bytes]:
    """Give the names that a file declares as `long long` anywhere, or to lead to such."""
    found = declared(unit.code, Span(0, len(unit.code)), is_long_long, (b"long",))
    return frozenset(one.name.text for one in found)
