"""Search a text by words: finding a word is many times as fast as trying an expression everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from hipify_py.model import Span

WORD = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"


def places(code: bytes, *words: bytes, within: Span | None = None) -> list[int]:
    """Give the offsets of some words in a text or in a part of it, in order."""
    start, end = within or (0, len(code))
    found = []
    for word in words:
        at = code.find(word, start, end)
        while at >= 0:
            found.append(at)
            at = code.find(word, at + 1, end)
    if len(words) > 1:
        found.sort()
    return found


def matches(
    code: bytes, expression: re.Pattern[bytes], *words: bytes, within: Span | None = None
) -> Iterator[re.Match[bytes]]:
    """Give what `finditer` gives for an expression of which every match begins with one of some words."""
    end, limit = 0, within.end if within else len(code)
    for at in places(code, *words, within=within):
        if at >= end and (found := expression.match(code, at, limit)):
            yield found
            end = found.end()


def word_start(code: bytes, at: int, most: int = 64) -> int:
    """Give where the word begins that reaches up to an offset; of a long one only its end is looked at."""
    start = max(0, at - most)
    return start + len(code[start:at].rstrip(WORD))
