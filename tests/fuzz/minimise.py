"""Make a failing source small: delta debugging on lines, then tokens, then bytes, within bounds."""

from __future__ import annotations

import time
from collections.abc import Callable

from fuzz.mutate import tokens


def minimise(
    source: bytes, fails: Callable[[bytes], bool], *, seconds: float = 30.0, tries: int = 3_000
) -> bytes:
    """Give a part of `source` that still fails, and of which no single piece can go if the bounds allow."""
    end = time.monotonic() + seconds
    left = [tries]

    def holds(parts: list[bytes]) -> bool:
        left[0] -= 1
        return left[0] >= 0 and time.monotonic() < end and fails(b"".join(parts))

    for cut in (_lines, tokens, tokens, _bytes):
        source = b"".join(reduced(cut(source), holds))
    return source


def _lines(source: bytes) -> list[bytes]:
    return source.splitlines(keepends=True)


def _bytes(source: bytes) -> list[bytes]:
    return [source[at : at + 1] for at in range(len(source))] if len(source) <= 400 else [source]


def reduced(parts: list[bytes], holds: Callable[[list[bytes]], bool]) -> list[bytes]:
    """Take away ever smaller runs of parts as long as what is left still fails."""
    size = max(1, len(parts) // 2)
    while parts:
        start, went = 0, False
        while start < len(parts):
            fewer = parts[:start] + parts[start + size :]
            if fewer != parts and holds(fewer):
                parts, went = fewer, True
            else:
                start += size
        if size == 1 and not went:
            break
        size = size if went and size == 1 else max(1, size // 2)
    return parts
