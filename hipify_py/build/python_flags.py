"""Flags that a script of Python gives PyTorch for the compiler of its CUDA sources."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.build.names import decoded, known

if TYPE_CHECKING:
    from hipify_py.rules.build_names import BuildNames

# What they are given by: an argument of that name, and a key in a dictionary of flags by compiler.
USED = re.compile(
    rb"(?<![\w.])extra_cuda_cflags\b\s*+|[\"']nvcc[\"']\s*+(?=:)|(?<=[\w)\]]\[)[\"']nvcc[\"']\s*+(?=\])"
)
ITSELF = re.compile(rb"=\s*+extra_cuda_cflags\s*+(?=[,)])|(?=[,)])")
_TEXT = rb"\s*+(?:\"[^\"\\\r\n]*+\"|'[^'\\\r\n]*+')\s*+"
LITERAL = re.compile(rb"[=:]\s*+\[((?:" + _TEXT + rb"(?:,|(?=\])))*+)\s*+\][ \t]*+(?=[,)}\r\n]|\Z)")
STRING = re.compile(rb"[\"']([^\"'\r\n]*+)[\"']")
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
    given = LITERAL.match(code, at)
    if given is None:
        return False
    texts = STRING.findall(given[1])
    return all(ALIKE.fullmatch(text) or known(table, decoded(text)) is not None for text in texts)
