"""Where each word of a file stands, for who asks for one name after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.source.tokens import WORD_OF_ITS_OWN, Token
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.unit import Unit


def standing(unit: Unit, name: bytes) -> Iterator[Token]:
    """Give the places at which a name stands as a word of its own, in order, as `words` does.

    The file is walked over once, however many names are asked for.
    """
    return (Token(name, at, at + len(name)) for at in _places(unit).get(name, ()))


@fact
def _places(unit: Unit) -> dict[bytes, list[int]]:
    found: dict[bytes, list[int]] = {}
    for word in WORD_OF_ITS_OWN.finditer(unit.code):
        found.setdefault(word[0], []).append(word.start())
    return found
