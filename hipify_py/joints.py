"""Blanks where edits take away all that parted two tokens: what is left must not become another token."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from hipify_py.edits import unfolded
from hipify_py.lazy import re
from hipify_py.model import SPLICE, Edit, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

NEAR = 400  # bytes in which what a line's splices stand before or behind is looked for
IN_WORD = re.compile(rb"[\w$\\\x80-\xff]")
QUOTES = {b'"', b"'"}
# Of two marks that stand together in another token, the second by the first: comments, operators, digraphs.
BEHIND: Mapping[bytes, bytes] = {
    b"/": b"/*=",
    b"*": b"/=",
    b"+": b"+=",
    b"-": b"->=",
    b"<": b"<=:%",
    b">": b">=*",
    b"&": b"&=",
    b"|": b"|=",
    b"=": b"=>",
    b"!": b"=",
    b"%": b"=>:",
    b"^": b"=",
    b":": b":>",
    b".": b".*",
    b"#": b"#",
    b"?": b"?",
}
EXPONENT = re.compile(rb"[\d.][\w.']*[eEpP]\Z")


def kept_apart(source: bytes, literals: Sequence[Span], edits: Sequence[Edit]) -> list[Edit]:
    """Give edits with a blank in those that remove what stands between two tokens which would become one.

    `edits` are as `settle` returns them. In `literals`, spans in order, nothing is a token.
    """
    places = {*_joints(source, literals, edits)}
    if not places:
        return [*edits]
    made: list[Edit] = []
    for edit in edits:
        start, end = edit.span
        parts = [*_with_blanks(edit, places)]
        if end > start and start in places:
            places.discard(start)
            parts.insert(0, b" ")
        made.append(edit._replace(parts=tuple(parts)) if len(parts) > len(edit.parts) else edit)
    return made


def _with_blanks(edit: Edit, places: set[int]) -> Iterator[bytes | Span]:
    """Give the parts of an edit with a blank behind each that it keeps up to one of some offsets."""
    for part in edit.parts:
        yield part
        if isinstance(part, Span) and part.end in places and part.end < edit.span.end:
            places.discard(part.end)
            yield b" "


def _joints(source: bytes, literals: Sequence[Span], edits: Sequence[Edit]) -> Iterator[int]:
    """Give the offsets from which on edits remove what parted two tokens that would become one.

    Who removes blanks alone means to join what they part, as the brackets of a launch.
    """
    starts = [one.start for one in literals]
    last, at, gap, wrote = b"", 0, -1, False
    for part in unfolded(Span(0, len(source)), edits):
        if isinstance(part, Span):
            if part.start != at and not wrote and gap < 0:
                gap = at
            head = SPLICE.sub(b"", source[part.start : min(part.end, part.start + NEAR)])
            at = part.end
            wrote = False
        else:
            head = part
            wrote = wrote or bool(part)
        if not head:
            continue
        if gap >= 0:
            literal = bisect_right(starts, gap) - 1
            within = literal >= 0 and starts[literal] < gap < literals[literal].end
            removed = source[gap : part.start if isinstance(part, Span) else at]
            if not within and join(last, head) and SPLICE.sub(b"", removed).strip():
                yield gap
        gap = -1
        tail = source[max(part.start, part.end - NEAR) : part.end] if isinstance(part, Span) else part
        last = SPLICE.sub(b"", tail) or last


def join(before: bytes, behind: bytes) -> bool:
    """Say whether what ends a text and what begins another one would be read as one token."""
    last, first = before[-1:], behind[:1]
    if not (last and first):
        return False
    if IN_WORD.match(last):
        if first in {b"+", b"-"}:
            return EXPONENT.search(before) is not None
        is_number = last.isdigit() and first == b"."
        return IN_WORD.match(first) is not None or first in QUOTES or is_number
    if last in QUOTES:
        return IN_WORD.match(first) is not None  # the suffix of a literal
    return first in BEHIND.get(last, b"") or (last == b"." and first.isdigit())
