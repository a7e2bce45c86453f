"""Conflicts that a merge left in a file: the marks that git writes, each at the start of a line.

What they look like is told in "How conflicts are presented" of git-merge(1). A line of code cannot begin so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

MARK = b"<<<<<<<"
BEGINS = re.compile(rb"(?m)^<{7}(?:[ \t][^\r\n]*)?+(?=\r?$)")


def conflicts(code: bytes) -> Iterator[Span]:
    """Give the line with which each conflict in code begins."""
    if MARK in code:
        yield from (Span(*found.span()) for found in BEGINS.finditer(code))
