"""Words in a build file's lines, and the value that stands behind a flag of the compiler."""

from __future__ import annotations

from typing import NamedTuple

from hipify_py.build.host_words import ESCAPES, QUOTE
from hipify_py.lazy import re
from hipify_py.model import Span

# A call of make's with blanks in it, as `$(lastword $(ARCHS))`: what goes on a word, and begins none.
CALL = rb"(?:(?<=\w)|(?<=[a-z]=))\$\((?:[^()\r\n]|\((?:[^()\r\n]|\([^()\r\n]*\))*\))*\)"
# A word: references, escaped characters, and all that neither a list, a quote nor a bracket ends.
WORD = re.compile(
    rb"""(?:\$\([^\s()]*(?:\([^\s()]*\)[^\s()]*)*\)|\$\{[^{}\s]*\}|\$<[^<>\s]*>|%b"""
    rb"""|(?!%b["'])\\[^\r\n"']|[^\s;"'<>()\\`|&])+""" % (CALL, ESCAPES)
)
# Not behind a comment either, which an edit would take along.
VALUE = re.compile(
    rb"(?:[ \t;]|\\\r?\n|(?<![ \t])\r?\n)*(?:%b|(?P<word>%b))" % (QUOTE, WORD.pattern), re.DOTALL
)
QUOTED = re.compile(QUOTE, re.DOTALL)
OPENED = re.compile(rb"(?:%b)?[\"']" % ESCAPES)


class Value(NamedTuple):
    """A value behind a flag: where both stand, where it does without quotes, and whether it is one word."""

    whole: Span
    at: Span
    one_word: bool = False


def value_behind(code: bytes, span: Span, end: int, *, joined: bool, paired: bool) -> Value | None:
    """Give the value behind a flag; one that is `joined` begins right behind its `=`.

    With `paired` a flag in quotes of its own has the next word for its value: where all words are flags.
    """
    quote = code[span.end : span.end + 1]
    if not joined and quote in {b'"', b"'"} and code[span.start - 1 : span.start] in {quote, b";"}:
        return _quoted_apart(code, span, end, quote) if paired else None
    value = (QUOTED if joined else VALUE).match(code, span.end, end)
    if value is None or (
        value["quote"] and not (joined or value["escape"]) and _closes(code, value.start("quote"))
    ):
        return None
    last = value.end() if value["quote"] else end_of_word(code, value.end(), end)
    at = Span(*value.span("inside")) if value["quote"] else Span(value.start("word"), last)
    return Value(Span(span.start, last), at, bool(value["escape"]))


def _closes(code: bytes, at: int) -> bool:
    """Say whether the quote at a place ends a text that began in its line: what is behind it is no value."""
    quote, start = code[at : at + 1], code.rfind(b"\n", 0, at) + 1
    return (code.count(quote, start, at) - code.count(b"\\" + quote, start, at)) % 2 == 1


def _quoted_apart(code: bytes, span: Span, end: int, quote: bytes) -> Value | None:
    """Give the value of a flag with which its quotes end: a word of its own, in quotes like these or none.

    The quotes around the value are those around what becomes of both.
    """
    value = VALUE.match(code, span.end + 1, end)
    if value is None or value.start() == max(value.start("word"), value.start("quote")):
        return None
    if value["quote"] == quote and not value["escape"]:
        at = Span(*value.span("inside"))
        return Value(Span(span.start, at.end), at)
    if value["quote"] or code[span.start - 1 : span.start] != quote:
        return None
    at = Span(value.start("word"), end_of_word(code, value.end(), end))
    return Value(Span(span.start - 1, at.end), at)


def end_of_word(code: bytes, at: int, end: int) -> int:
    """Give the end of a word of which a part stands in quotes, as in `code="sm_60,sm_70"`."""
    while code[at - 1 : at] in {b"=", b","} and (quoted := QUOTED.match(code, at, end)):
        more = WORD.match(code, quoted.end(), end)
        at = more.end() if more else quoted.end()
    return at


def is_cut(code: bytes, at: int, end: int) -> bool:
    """Say whether a value goes on behind its word with quotes that nothing in the region closes."""
    return code[at - 1 : at] in {b"=", b","} and OPENED.match(code, at, end) is not None
