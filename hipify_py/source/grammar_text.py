"""The text that the C++ grammar is given, which does not know CUDA: every offset stays true."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.source import lexer
from hipify_py.source.search import matches
from hipify_py.source.vector_names import VECTOR

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.source.launch_signs import Launch

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
VECTOR_TAG = re.compile(
    rb"struct(?<!\wstruct)\s+(?:struct\s+)*(" + VECTOR + rb"(?:_16a|_32a)?\b)(?!\s*(?:[{;:]|\(\s*\)))"
)
"""`struct float4` and its like: `struct` is no more there once the source is converted."""
ENUM_HEAD = re.compile(
    rb"enum(?<!\wenum)(?:\s++(?:class|struct)\b)?+\s*+((?:\[\[[^][]{0,2000}+\]\]\s*+|alignas\s*+"
    + NESTED
    + rb"\s*+"
    rb"|[A-Z_][A-Z0-9_]*+\s++(?=(?:\[\[[^][]{0,2000}+\]\]\s*+)?\w++\s*+(?::[^;{}()]{0,200}+)?\{))++)"
)
"""An enumeration and what stands before its name, at which the grammar loses its way."""
ATTRIBUTE = re.compile(
    rb"__(?<!\w__)"  # not within a name
    rb"(?<!define __)(?<!undef __)(?<!ifdef __)(?<!ifndef __)(?<!defined\(__)"  # where it is not used
    rb"(?:(?:global|device|host|shared|constant|managed|forceinline|noinline|inline|restrict|grid_constant)__\b"
    rb"|(?:launch_bounds|align|cluster_dims|maxnreg|block_size)__[ \t\r\n]*+" + NESTED + rb")"
)
# What is dropped, and marks of a directive where none can be: both not in a line that is a directive, except
# that a macro's replacement loses what is dropped, and the mark before a parameter that becomes a text.
STRAY = re.compile(rb"\bCUDA(?:RT)?(?:API|_CB)\b|#")
DEFINED = re.compile(rb"#[ \t]*define[ \t]+\w+")
# Bytes between the mark of a directive and a comment, which the grammar knows behind its name alone.
MOST_MARK = 8
SPLICE, SPLICED_ENDS = ord("\\"), (b"\n/", b"\r/")  # in the marks of a comment, where the grammar knows none
LONG = 1000  # of one sign in a row: the tree would take half a kilobyte for each, one in the other
SIGNS = (b"*", b"!", b"~", b";")
RUN = re.compile(b"|".join(re.escape(sign) + rb"{%d,}+" % LONG for sign in SIGNS))
Replacement = tuple[int, bytes]  # an offset, and what stands there in place of as many bytes


def for_grammar(source: bytes, text: lexer.Text, launches: Iterable[Launch]) -> bytes:
    """Give a source with blanks for attributes and tags of vectors, and `k(  g, b  )(x)` for a launch."""
    spans = [(m.start(), b" " * (m.end() - m.start())) for m in ATTRIBUTE.finditer(text.code)]
    spans += [(start, b" " * (end - start)) for start, end in _stray(text.code)]
    spans += [(m.start(), b" " * (m.start(1) - m.start())) for m in VECTOR_TAG.finditer(text.code)]
    heads = matches(text.code, ENUM_HEAD, b"enum")
    spans += [(m.start(1), b" " * (m.end(1) - m.start(1))) for m in heads]
    if any(sign * LONG in text.code for sign in SIGNS):  # of which one is as good
        spans += [(m.start() + 1, b" " * (m.end() - m.start() - 1)) for m in RUN.finditer(text.code)]
    for launch in launches:
        (start, after), (end, behind) = launch
        spans += [(start, b"(" + text.code[start:after][1:].replace(b"<", b" "))]
        spans += [(end, text.code[end:behind][:-1].replace(b">", b" ") + b")")]
    for start, end in text.comments:
        in_mark = text.code[max(0, start - MOST_MARK) : start].rstrip(b" \t").endswith(b"#")
        unclosed = source.startswith(b"/*", start) and not source.endswith(b"*/", start + 2, end)
        if in_mark or unclosed or source[start + 1] == SPLICE or source[end - 2 : end] in SPLICED_ENDS:
            spans.append((start, text.code[start:end]))
    for found in lexer.DIGRAPHS.finditer(source):
        if text.code.startswith(b"#", found.start()):
            spans.append((found.start(), text.code[slice(*found.span())]))
    whole = replaced(source, spans).replace(b"\0", b" ")  # at which the grammar ends comments
    return BARE.sub(lambda found: found[0][:-1] + b";", lexer.unspliced(whole))


def replaced(text: bytes, spans: Iterable[Replacement]) -> bytes:
    """Give a text of the same length with replacements; of those that overlap, the first."""
    pieces, at = [], 0
    for start, stand_in in apart(spans):
        pieces += [text[at:start], stand_in]
        at = start + len(stand_in)
    return b"".join([*pieces, text[at:]])


def apart(spans: Iterable[Replacement]) -> Iterator[Replacement]:
    """Give replacements in order; of those that overlap, the first."""
    at = 0
    for start, stand_in in sorted(spans):
        if start >= at:
            yield start, stand_in
            at = start + len(stand_in)


def _stray(code: bytes) -> Iterator[tuple[int, int]]:
    """Give where calling conventions of CUDA stand, which are dropped, and marks within a line."""
    line_end = body = 0  # of the last directive, which has a replacement from there on if it is a macro's
    for found in matches(code, STRAY, b"#", b"CUDA"):
        start, end = found.span()
        if found[0] == b"#" and start >= line_end and lexer.opens_line(code, start):
            line_end = code.find(b"\n", end) % (len(code) + 1)
            name = DEFINED.match(code, start)
            body = name.end() if name else line_end
        elif start >= (body if found[0] != b"#" or _makes_text(code, start) else line_end):
            yield start, end


def _makes_text(code: bytes, mark: int) -> bool:
    """Say whether a mark in a macro's replacement makes a text of a parameter: it pastes no two words."""
    return b"#" not in (code[mark - 1 : mark], code[mark + 1 : mark + 2])
