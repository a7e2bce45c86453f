"""Find what the names of a function are given: by assignment, or at their declaration."""

from __future__ import annotations

import re

from hipify_py.hits import word_start

# It begins with a literal, for which a search is many times as fast.
ASSIGNS = re.compile(rb"=(?<![=!]=)(?!=)\s*")
TARGET = re.compile(rb"(?<![\w.\]])(?<!->)([A-Za-z_]\w*)\s*(?:[-+*/&|^%]|<<|>>)?\Z")
INDEX = re.compile(rb"threadIdx")
INITIAL = re.compile(
    rb"\b(?:int|unsigned|auto|size_t|u?int\d+_t|long|short)\s+([A-Za-z_]\w*)\s*[({]([^;(){}]*)\Z"
)
OPERATOR = b"-+*/&|^%<>"
FLAT = re.compile(  # an expression in which no bracket stands within another, and what ends it
    rb"[^(){}\[\],;]*(?:[({\[][^(){}\[\]]*[)}\]][^(){}\[\],;]*)*[)}\],;]"
)
END = re.compile(rb"[(){}\[\],;]")


def given(text: bytes) -> list[tuple[bytes, bytes]]:
    """Give each name that is given a value in a text, with the text of the value."""
    found = []
    for sign in ASSIGNS.finditer(text):
        at = sign.start()
        before = text[max(0, at - 64) : at]
        blank = len(before) - len(before.rstrip(OPERATOR).rstrip())
        target = TARGET.match(text, word_start(text, at - blank, 64 - blank), at)
        if target:
            found.append((target[1], text[sign.end() : _end(text, sign.end())]))
    for index in INDEX.finditer(text):
        made = INITIAL.search(text, max(0, index.start() - 64), index.start())
        if made:
            found.append((made[1], text[made.start(2) : _end(text, made.start(2))]))
    return found


def _end(text: bytes, at: int) -> int:
    """Give where an expression that begins at `at` ends: at a comma, semicolon or bracket not its own."""
    if flat := FLAT.match(text, at, at + 2000):
        return flat.end() - 1
    depth = 0
    for mark in END.finditer(text, at, at + 2000):
        if mark[0] in b"([{":
            depth += 1
        elif mark[0] in b")]}":
            depth -= 1
        if depth < 0 or (depth == 0 and mark[0] in b",;"):
            return mark.start()
    return min(len(text), at + 2000)
