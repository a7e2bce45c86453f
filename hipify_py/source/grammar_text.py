"""The text that the C++ grammar is given, which does not know CUDA: every offset stays true."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.source import lexer

if TYPE_CHECKING:
    from collections.abc import Iterable

FLAT = rb"[^()]{0,2000}+"  # an attribute longer than that is none
NESTED = (
    rb"\("
    + FLAT
    + rb"(?:\("
    + FLAT
    + rb"(?:\("
    + FLAT
    + rb"\)"
    + FLAT
    + rb"){0,64}+\)"
    + FLAT
    + rb"){0,64}+\)"
)
# A macro of blanks alone, for which the grammar would take in the line behind it.
BARE = re.compile(rb"define[ \t]+\w+(?:\([^()\r\n]*\))?[ \t]+(?=\r?\n)")
ATTRIBUTE = re.compile(
    rb"__(?:global|device|host|shared|constant|managed|forceinline|noinline|inline|restrict|grid_constant)__\b"
    rb"|__(?:launch_bounds|align|cluster_dims|maxnreg|block_size)__[ \t\r\n]*+" + NESTED
)
SPLICE, SPLICED_ENDS = ord("\\"), (b"\n/", b"\r/")  # in the marks of a comment, where the grammar knows none


def for_grammar(source: bytes, text: lexer.Text, launches: Iterable[lexer.Launch]) -> bytes:
    """Give a source with attribute words blank, and `k<<<g, b>>>(x)` as `k(  g, b  )(x)`."""
    spans = [(m.start(), b" " * (m.end() - m.start())) for m in ATTRIBUTE.finditer(text.code)]
    for launch in launches:
        spans += [(launch.open.start, b"(  "), (launch.close.start, b"  )")]
    for start, end in text.comments:
        if source[start + 1] == SPLICE or source[end - 2 : end] in SPLICED_ENDS:
            spans.append((start, text.code[start:end]))
    pieces, at = [], 0
    for start, blank in sorted(spans):
        if start >= at:
            pieces += [source[at:start], blank]
            at = start + len(blank)
    masked = lexer.unspliced(b"".join([*pieces, source[at:]]))
    return BARE.sub(lambda found: found[0][:-1] + b";", masked)
