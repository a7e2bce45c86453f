"""Flags that a script of Python gives PyTorch for the compiler of its CUDA sources."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.build.names import decoded, known
from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.build_names import BuildNames

# What they are given by: an argument of that name, and a key in a dictionary of flags by compiler.
USED = re.compile(
    rb"(?<![\w.])extra_cuda_cflags\b\s*+|[\"']nvcc[\"']\s*+(?=:)|(?<=[\w)\]]\[)[\"']nvcc[\"']\s*+(?=\])"
)
OPENING, CLOSING = frozenset({b"(", b"[", b"{"}), frozenset({b")", b"]", b"}"})
MOST_TOKENS = 4096  # of a list: one without an end is not read to the end of the file each time
ITSELF = re.compile(rb"=\s*+extra_cuda_cflags\s*+(?=[,)])|(?=[,)])")
OPENS = re.compile(rb"[=:]\s*+\[")
TOKEN = re.compile(rb"[fF]?(\"[^\"\\\r\n]*+\"|'[^'\\\r\n]*+')|[][(){},\\\"']|[^][(){},\\\"'\s]++")
ENDS = re.compile(rb"[ \t]*+(?:[,)}\r\n]|\Z)")
# Where a flag takes a folder, a file or a value, that may be put together.
BEGINS = re.compile(rb"-(?:I|L|isystem|include|D\w+=)[^{}]*+")
# What nvcc and clang spell alike, and mean the same by.
ALIKE = re.compile(rb"-O[0-3]?|-g|-w|-I\S++|-D\w\S*+|-U\w++|-std=(?:c|gnu)\+\+\w++|")


def gives_flags(code: bytes, at: int) -> bool:
    """Say whether the word at a place gives flags."""
    return USED.match(code, at) is not None


def plain_flags(code: bytes, table: BuildNames) -> bool:
    """Say whether nothing is left to tell of the flags that a script gives.

    All stand in it as they are, and each is clang's too or told of by itself.
    """
    return all(_is_plain(code, one.end(), table) for one in USED.finditer(code))


def _is_plain(code: bytes, at: int, table: BuildNames) -> bool:
    if ITSELF.match(code, at):
        return True
    opened = OPENS.match(code, at)
    return opened is not None and all(_is_alike(one, table) for one in _elements(code, opened.end()))


def _elements(code: bytes, at: int) -> Iterator[list[re.Match[bytes]]]:
    """Give the elements of a list in its tokens; one of none where it does not end, or not what holds it."""
    element: list[re.Match[bytes]] = []
    depth = 0
    for token in islice(TOKEN.finditer(code, at), MOST_TOKENS):
        if depth == 0 and token[0] in {b",", b"]"}:
            if element:
                yield element
            element = []
            if token[0] == b"]":
                if not ENDS.match(code, token.end()):
                    yield []
                return
            continue
        element.append(token)
        depth += (token[0] in OPENING) - (token[0] in CLOSING)
    yield []


def _is_alike(element: list[re.Match[bytes]], table: BuildNames) -> bool:
    """Say whether an element is a flag of both compilers, or begins as one and goes on with its value."""
    first = element[0] if element else None
    if first is None or first[1] is None:
        return False
    text = first[1][1:-1]
    if len(element) == 1 and not first[0].startswith((b"f", b"F")):
        return ALIKE.fullmatch(text) is not None or known(table, decoded(text)) is not None
    begins = BEGINS.match(text)
    if len(element) == 1:
        return begins is not None and text[begins.end() :].startswith(b"{")
    return begins is not None and element[1][0] in {b"+", b"%", b".format"}
