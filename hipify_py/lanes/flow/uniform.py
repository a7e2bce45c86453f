"""What all lanes of a warp have alike in an expression."""

from __future__ import annotations

import re

from hipify_py.source.brackets import closing

# What gives all lanes of a warp the same value, and what gives them the value of one lane.
SHARED = re.compile(
    rb"\b(?:__|hipify_warp32\s*::\s*)(?:(?:ballot|any|all)(?:_sync)?|activemask|reduce_\w+|(shfl(?:_sync)?))\s*\("
)


def alike(text: bytes) -> bytes:
    """Take out what all lanes of a warp have alike: votes, reductions, and the value of a shuffle."""
    if b"__" not in text and b"hipify_warp32" not in text:
        return text
    at = 0
    while found := SHARED.search(text, at):
        end = closing(text, found.end() - 1, len(text))
        last = text[found.end() : end - 1].rsplit(b",", 1)[-1] if found[1] else b""
        text = text[: found.start()] + b" " + last + b" " + text[end:]
        at = found.start() + 1
    return text
