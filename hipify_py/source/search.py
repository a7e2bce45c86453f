"""Search a text by words: finding a word is many times as fast as trying an expression everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from hipify_py.model import Span

STRIDE = 512  # bytes that a search backwards looks at in one go
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


def word_starts(code: bytes, parts: tuple[bytes, ...]) -> list[int]:
    """Give where the words begin that hold one of some parts in small or large letters, in order."""
    return sorted({word_start(code, at) for at in places(code.lower(), *parts)})


def before(code: bytes, at: int, blanks: bytes) -> int:
    """Give where the run of some bytes begins that reaches up to an offset."""
    if code[at - 1 : at] not in blanks:  # as nearly always
        return at
    while at > 0:
        text = code[max(0, at - STRIDE) : at]
        bare = text.rstrip(blanks)
        at -= len(text) - len(bare)
        if bare:
            break
    return at


def last_of(code: bytes, marks: bytes, end: int, start: int = 0) -> int:
    """Give the offset of the last of some bytes in a part of a text, -1 where there is none.

    It takes as long as the way back to that, however far the others are.
    """
    while end > start:
        least = max(start, end - STRIDE)
        found = max(code.rfind(mark, least, end) for mark in marks)
        if found >= 0:
            return found
        end = least
    return -1
