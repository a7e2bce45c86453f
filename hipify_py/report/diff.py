"""Compare two texts: a unified diff that `patch` and `git apply` take."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    Change = tuple[int, int, int, int]

_CONTEXT = 3
_REACH = 64  # lines in which the texts are expected to agree again
_SURE = 3  # lines in a row that do not agree by chance


def unified_diff(before: bytes, after: bytes, old: str, new: str) -> bytes:
    """Compare two texts as `diff -u` does, byte for byte; b"" if they are equal and the names too.

    `patch -p1` and `git apply` take the result. `old` and `new` are paths without the prefixes `a/` and `b/`;
    if they differ the diff says that the file is renamed, in the form of git.
    """
    names = _quoted("a/", old), _quoted("b/", new)
    lines: list[bytes] = []
    if old != new:
        lines += [b"diff --git %s %s\n" % names]
        lines += [b"rename from %s\n" % _quoted("", old), b"rename to %s\n" % _quoted("", new)]
    if before != after:
        # A blank in a name makes patch stop there unless a tab ends the name.
        lines += [b"--- %s%s\n" % (names[0], b"\t" if b" " in names[0] else b"")]
        lines += [b"+++ %s%s\n" % (names[1], b"\t" if b" " in names[1] else b"")]
        lines += _hunks(_lines(before), _lines(after))
    return b"".join(lines)


def _quoted(prefix: str, path: str) -> bytes:
    """Write a path as git does: quoted and escaped if a control character, quote or foreign byte is in it."""
    raw = os.fsencode(prefix + path.lstrip("/"))
    if path.isprintable() and not {'"', "\\"} & set(path):
        return raw
    return b'"%s"' % b"".join(bytes([b]) if 32 <= b < 127 and b not in b'"\\' else b"\\%03o" % b for b in raw)


def _lines(text: bytes) -> list[bytes]:
    *whole, last = text.split(b"\n")
    return [line + b"\n" for line in whole] + ([last] if last else [])


def _hunks(before: list[bytes], after: list[bytes]) -> Iterator[bytes]:
    changes = list(changes_between(before, after))
    while changes:
        group = [changes.pop(0)]
        while changes and changes[0][0] - group[-1][1] <= 2 * _CONTEXT:
            group.append(changes.pop(0))
        yield from _hunk(before, after, group)


def _hunk(before: list[bytes], after: list[bytes], group: list[Change]) -> Iterator[bytes]:
    lead = min(_CONTEXT, group[0][0])
    start, end = group[0][0] - lead, min(group[-1][1] + _CONTEXT, len(before))
    new, size = group[0][2] - lead, end - start + sum((c[3] - c[2]) - (c[1] - c[0]) for c in group)
    yield b"@@ -%s +%s @@\n" % (_range(start, end - start), _range(new, size))
    for old_start, old_end, new_start, new_end in group:
        yield from (_marked(b" ", line) for line in before[start:old_start])
        yield from (_marked(b"-", line) for line in before[old_start:old_end])
        yield from (_marked(b"+", line) for line in after[new_start:new_end])
        start = old_end
    yield from (_marked(b" ", line) for line in before[start:end])


def _range(start: int, size: int) -> bytes:
    if size == 1:
        return b"%d" % (start + 1)
    return b"%d,%d" % (start + 1 if size else start, size)


def _marked(mark: bytes, line: bytes) -> bytes:
    return mark + line if line.endswith(b"\n") else b"%s%s\n\\ No newline at end of file\n" % (mark, line)


def changes_between(before: list[bytes], after: list[bytes]) -> Iterator[Change]:
    """Find the lines that differ: what lies between the stretches that agree.

    A change is where it starts and ends in either text, in lines from 0.
    """
    i = j = 0
    for a, b, size in _common(before, after):
        if a > i or b > j:
            yield i, a, j, b
        i, j = a + size, b + size


def _common(before: list[bytes], after: list[bytes]) -> Iterator[tuple[int, int, int]]:
    """Find stretches that agree, and the end, in linear time: a conversion moves no lines far.

    difflib took 44 s for a file of 100,000 lines with 2,000 changed, so it only sees the lines that follow
    the first ones that differ.
    """
    from difflib import SequenceMatcher  # slow to import, rarely needed

    i = j = a = b = size = 0
    while i < len(before) or j < len(after):
        if before[i : i + 1] == after[j : j + 1]:
            yield i, j, 1
            i, j = i + 1, j + 1
            continue
        old, new = before[i : i + _REACH], after[j : j + _REACH]
        matcher = SequenceMatcher(None, old, new, autojunk=False)
        blocks: list[tuple[int, int, int]] = list(matcher.get_matching_blocks())
        if i + _REACH < len(before) or j + _REACH < len(after):
            while blocks and blocks[-1][2] < _SURE:  # where lines go on, one may agree by chance
                blocks.pop()
        if not blocks:  # then each line stands against the line at its place
            blocks = [(n, n, 1) for n in range(min(len(old), len(new))) if old[n] == new[n]]
            blocks.append((len(old), len(new), 0))
        for a, b, size in blocks:
            if size:
                yield i + a, j + b, size
        i, j = i + a + size, j + b + size
    yield i, j, 0
