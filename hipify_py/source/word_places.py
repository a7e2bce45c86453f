"""Where each word of a file stands, for who asks for one name after the other."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.source.tokens import WORD_OF_ITS_OWN, Token
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.model import Span
    from hipify_py.source.unit import Unit

NOWHERE: Sequence[int] = ()


def standing(unit: Unit, name: bytes, within: Span | None = None) -> Iterator[Token]:
    """Give the places at which a name stands as a word of its own, in order, as `words` does.

    The file is walked over once, however many names are asked for.
    """
    places, (start, end) = _places(unit).get(name, NOWHERE), within or (0, len(unit.code))
    for number in range(bisect_left(places, start), len(places)):
        at = places[number]
        if at + len(name) > end:
            break
        yield Token(name, at, at + len(name))


@fact
def _places(unit: Unit) -> dict[bytes, list[int]]:
    found: dict[bytes, list[int]] = {}
    for word in WORD_OF_ITS_OWN.finditer(unit.code):
        found.setdefault(word[0], []).append(word.start())
    return found
