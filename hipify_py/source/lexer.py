"""What can be known of C++ text without a parse: comments, literals and directives.

The mask blanks comments, the insides of literals and the splices that continue a line. It keeps every offset
and the other newlines, so whatever is searched for in `Text.code` can only be found in code, and a directive
is one line.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import SPLICE, Span
from hipify_py.source.search import before, last_of

if TYPE_CHECKING:
    from collections.abc import Iterator

SPLICED = rb"(?:" + SPLICE.pattern + rb")*+"  # compilers put continued lines together before all else
BLOCK_COMMENT = rb"/" + SPLICED + rb"\*[\s\S]*?\*" + SPLICED + rb"/"
APART = rb"(?:[ \t\f\v]|" + SPLICE.pattern + rb"|(?>" + BLOCK_COMMENT + rb"))*+"
INCLUDE = SPLICED.join(bytes([letter]) for letter in b"include")
NEXT = SPLICED.join(bytes([letter]) for letter in b"_next")
IMPORT = SPLICED.join(bytes([letter]) for letter in b"import")  # includes a file once
# One character class opens every token, so the search runs over plain code at memory speed.
TOKEN = re.compile(
    rb"""["'/\#%%](?:
      (?<=/)%(SPLICED)b
            (?: /(?:[^\r\n\\]++|%(SPLICE)b|\\)*+                        # line comment, with continued lines
              | \*(?:[\s\S]*?\*%(SPLICED)b/|[\s\S]*) )                  # block comment, or an unclosed one
    | (?:(?<=\bR")|(?<=\b[uUL]R")|(?<=\bu8R"))(?P<raw>[^()\\\s]{0,16})\([\s\S]*?(?:\)(?P=raw)"|\Z)
    | (?<=")[^"\\\r\n]*+(?:(?:%(SPLICE)b|\\[\s\S])[^"\\\r\n]*+)*+"?        # string
    | (?<=')(?:[^'\\\r\n]|\\[^\r\n]){1,16}'                           # character literal
    | (?:(?<=\#)|(?<=%%)%(SPLICED)b:)%(APART)b(?:%(INCLUDE)b(?:%(SPLICED)b%(NEXT)b)?|%(IMPORT)b)
      %(APART)b(?P<path><(?:[^<>\r\n\\]|%(SPLICE)b|\\)*+>|"(?:[^"\r\n\\]|%(SPLICE)b|\\)*+")
    | (?<=%%)%(SPLICED)b:(?:%(SPLICED)b%%%(SPLICED)b:)?               # `#` or `##` in other letters
    )"""
    % {
        b"SPLICE": SPLICE.pattern,
        b"SPLICED": SPLICED,
        b"APART": APART,
        b"INCLUDE": INCLUDE,
        b"NEXT": NEXT,
        b"IMPORT": IMPORT,
    },
    re.VERBOSE,
)
DIGRAPHS = re.compile(rb"%%%(S)b:(?:%(S)b%%%(S)b:)?" % {b"S": SPLICED})
# C++20's `import <cuda_runtime.h>;`, the first on its line
HEADER_UNIT = re.compile(
    rb"""(?m)(?:^|(?<=\r))[ \t]*+(?:export[ \t]++)?+(?P<word>import)[ \t]*+"""
    rb"""(?P<path><[^<>\r\n]++>|"[^"\r\n]++")[ \t]*+(?:\[\[[^][\r\n]*+\]\][ \t]*+)*+;"""
)
HAS_INCLUDE = re.compile(
    rb"__has_include(?:_next)?" + APART + rb"\(" + APART + rb"""([<"])([^<>"\r\n]*)[>"]"""
)
COMMENT = re.compile(BLOCK_COMMENT)
REST_OF_LINE = re.compile(rb"[ \t]*(?:\r?\n|\r|\Z)")
NUMBER_BEFORE = re.compile(rb"(?<![\w.])\.?\d[\w.']*\Z")
DIRECTIVE = re.compile(rb"#[ \t]*([A-Za-z_]\w*)([^\r\n]*)")
DEFINE = re.compile(rb"[ \t]*([A-Za-z_]\w*)(\((?:[^()]*)\))?")
SLASH, HASH, QUOTE, PERCENT = b'/#"%'
OPENS_DIRECTIVE = re.compile(rb"[ \t\f\v]*(?:#|%:)")
BLANKS = bytes(c if c in b"\r\n" else 0x20 for c in range(256))
EVEN = bytes.maketrans(b"\f\v", b"  ")


class Include(NamedTuple):
    """An `#include`, `#import` or `import`: the span of its path without delimiters, and the opening one."""

    path: Span
    quote: bytes


class Directive(NamedTuple):
    """A preprocessor directive: its name, and the spans of the whole and of what follows the name.

    Continued lines belong to it; the line end does not.
    """

    name: bytes
    span: Span
    body: Span


class Text(NamedTuple):
    """A source with its mask; `code` has the length of `source`, and the newlines that end a line for C++."""

    source: bytes
    code: bytes
    comments: tuple[Span, ...]
    strings: tuple[Span, ...]
    includes: tuple[Include, ...]


def mask(source: bytes) -> Text:
    """Find comments, literals and includes, blank the first two, and write `#` for `%:`."""
    pieces: list[bytes] = []
    comments: list[Span] = []
    strings: list[Span] = []
    includes: list[Include] = []
    at, search, lines = 0, TOKEN.search, _Lines(source)
    while token := search(source, at):
        start, end = token.span()
        blank = text = source[start:end]
        if text[0] == SLASH:
            comments.append(Span(start, end))
            blank = _blank(lines, start, text)
        elif text[0] in {HASH, PERCENT}:
            if token["path"] and opens_line(source, _before_comments(source, start, comments)):
                first, last = token.span("path")
                includes.append(Include(Span(first + 1, last - 1), source[first : first + 1]))
                comments += (Span(*comment.span()) for comment in COMMENT.finditer(source, start, first))
                blank = _hash(COMMENT.sub(_blanks, text[: first - start])) + source[first:end]
            else:
                digraphs = DIGRAPHS.match(text)
                blank = _hash(digraphs[0]) if digraphs else text[:1]
                end = start + len(blank)
        elif text[0] == QUOTE:
            strings.append(Span(start, end))
            blank = _blank_string(lines, start, text, token["raw"])
        elif source[start - 1 : start].isalnum() and NUMBER_BEFORE.search(source, max(0, start - 64), start):
            blank, end = text[:1], start + 1  # a digit separator
        else:
            blank = b"'" + b" " * (len(text) - 2) + b"'"
        # A backslash before a comment, which is blank here, does not continue the line.
        pieces += (unspliced(source[at:start]), blank if text[0] == SLASH else unspliced(blank))
        at = end
    pieces.append(unspliced(source[at:]))
    code = _evened(b"".join(pieces))
    if units := [*_header_units(source, code)]:
        includes = sorted([*includes, *units])
    return Text(source, code, tuple(comments), tuple(strings), tuple(includes))


def _header_units(source: bytes, code: bytes) -> Iterator[Include]:
    """Find the headers that are imported as modules are; what stands in comments and literals is none."""
    for found in HEADER_UNIT.finditer(source) if b"import" in source else ():
        if code.startswith(b"import", found.start("word")):
            first, last = found.span("path")
            yield Include(Span(first + 1, last - 1), source[first : first + 1])


def unspliced(text: bytes) -> bytes:
    """Blank the backslashes that continue a line, with the line's end."""
    return SPLICE.sub(_blanks, text) if b"\\" in text else text


def _evened(text: bytes) -> bytes:
    """Write blanks for form feeds and vertical tabs, which are blanks in C++ and not in the grammar."""
    return text.translate(EVEN) if b"\f" in text or b"\v" in text else text


def _blanks(found: re.Match[bytes]) -> bytes:
    return b" " * len(found[0])


def _hash(text: bytes) -> bytes:
    """Write `#` or `##` for the `%:` or `%:%:` that a text begins with, which are the same in C++."""
    found = DIGRAPHS.match(text)
    return text if found is None else (b"#" * found[0].count(b":")).ljust(len(found[0])) + text[found.end() :]


def asked(text: Text) -> Iterator[Include]:
    """Find the headers for which a `__has_include` asks."""
    for found in HAS_INCLUDE.finditer(text.source) if b"__has_include" in text.code else ():
        if text.code.startswith(b"__has_include", found.start()):
            yield Include(Span(*found.span(2)), found[1])


def _before_comments(source: bytes, at: int, comments: list[Span]) -> int:
    """Give the offset before the comments that stand right before `at` on its line."""
    for comment in reversed(comments):
        if before(source, at, b" \t\f\v") > comment.end:
            break
        at = comment.start
    return at


def comment_over(text: Text, at: int) -> Span | None:
    """Give the comment that begins before an offset and ends behind it, or never."""
    last = bisect_left(text.comments, Span(at, at)) - 1
    if last < 0:
        return None
    start, end = comment = text.comments[last]
    closed = not text.source.startswith(b"/*", start) or text.source.endswith(b"*/", start, end)
    return comment if end > at or (end == at and not closed) else None


def line_start(text: Text, at: int) -> int:
    """Give where the line of a byte begins, or that from which a comment goes on into it."""
    start = last_of(text.code, b"\r\n", at) + 1
    while comment := comment_over(text, start):
        start = last_of(text.code, b"\r\n", comment.start) + 1
    return start


def opens_line(code: bytes, at: int) -> bool:
    """Say whether only blanks (and perhaps a byte order mark) stand before `at` on its line."""
    at = before(code, at, b" \t\f\v\xef\xbb\xbf")
    return at == 0 or code[at - 1] in b"\r\n"


class _Lines:
    """The lines of a source, each with those that it continues; asked for offsets in order.

    Of the line that was asked for last it is known where the first of those that it continues begins.
    """

    def __init__(self, source: bytes) -> None:
        self.source, self.first, self.last = source, 0, 0

    def in_directive(self, at: int) -> bool:
        """Say whether the line of `at`, with the lines it continues, opens with `#`."""
        start = first = self.source.rfind(b"\n", 0, at) + 1
        while first > self.last and self._goes_on(first):
            first = self.source.rfind(b"\n", 0, first - 1) + 1
        self.first, self.last = first if first != self.last else self.first, start
        found = OPENS_DIRECTIVE.match(self.source, self.first, at)
        return found is not None

    def _goes_on(self, at: int) -> bool:
        """Say whether the line before that which begins at an offset is continued by it."""
        blank = before(self.source, at - 1, b" \t\f\v\r")
        return self.source[blank - 1 : blank] == b"\\"

    def join(self, end: int) -> None:
        """Take the line in which a comment ends for one that goes on where the line asked for last began."""
        self.last = self.source.rfind(b"\n", 0, end) + 1

    def begin(self, at: int) -> None:
        """Take the line of an offset for one that begins there, behind a comment or a raw string."""
        self.first, self.last = at, self.source.rfind(b"\n", 0, at) + 1


def _blank(lines: _Lines, start: int, text: bytes, *, keeps_lines: bool = True) -> bytes:
    """Blank a token. Its newlines stay, except where it stands in a directive, which they do not end.

    Those of a string that is not raw are no ends of lines either.
    """
    blank = text.translate(BLANKS)
    if b"\n" not in blank or text[1:2] == b"/":
        return blank
    if lines.in_directive(start):
        lines.join(start + len(text))
        return b" " * len(blank)
    if keeps_lines:
        lines.begin(start + len(text))
    return blank


def _blank_string(lines: _Lines, start: int, text: bytes, raw: bytes | None) -> bytes:
    """Blank the inside of a string; a raw one becomes two empty strings with blanks, and lines, between.

    `raw` is what delimits a raw one.
    """
    blank = _blank(lines, start, text, keeps_lines=raw is not None)
    if raw is not None:
        closed = text.endswith(b")" + raw + b'"')
        end = len(text) - 2 if closed else len(text)
        return b'""' + blank[2:end] + b'""'[: len(text) - end]
    closed = len(text) > 1 and text.endswith(b'"')
    return b'"' + blank[1:-1] + (b'"' if closed else blank[1:][-1:])


def directives(code: bytes) -> Iterator[Directive]:
    """Find the directives of a mask, in order."""
    for found in DIRECTIVE.finditer(code):
        if opens_line(code, found.start()):
            yield Directive(found[1], Span(*found.span()), Span(*found.span(2)))
