"""Tokens of a text, one by one: what stands behind a place, and what before it.

The text is the mask of a source, in which comments and literals are blank. It is for who asks what is next to
a word that a search has found; a walk over all of a text is many times as fast by an expression.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.source.brackets import BLANK
from hipify_py.source.search import WORD, before, places

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Span

# `<<` and `>>` are two tokens: they may be brackets of templates.
TOKEN = re.compile(rb"\s*+(\w++|::|->|&&|\|\||\+\+|--|[-+*/%&|^=!<>]=|\S)")
JOINED = frozenset(b":: -> && || ++ -- -= += *= /= %= &= |= ^= == != <= >=".split())
A_NAME = re.compile(rb"[A-Za-z_]\w*")  # where one begins, or in a text in which words alone hold letters
WHOLE_NAME = re.compile(rb"[A-Za-z_](?<!\w.)\w*+")  # no suffix of a number
OWN_NAME = re.compile(rb"[A-Za-z_](?<![\w.].)(?<!->.)\w*+")  # no member of a value either
WORD_OF_ITS_OWN = re.compile(rb"\w(?<!\w.)\w*+")
FEW = 16  # names that are looked for one by one
MOST_SCOPES = 32  # of a name
MOST = 256  # bytes of a word that are looked at from its end
NO_SCOPES = frozenset(  # before `::` these leave it the root's
    b"return else case throw typedef typename using new const constexpr static inline do".split()
)
_made = tuple.__new__  # by which a token is made in half the time: there is none of which more are made
WORDS = frozenset(bytes([one]) for one in WORD)  # what a word begins with


class Token(NamedTuple):
    """A word, a number or a sign, and where it begins and ends; at the end of a text an empty one."""

    text: bytes
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        """Say whether it is a word or a number."""
        return self.text[:1] in WORDS


def token_at(code: bytes, at: int) -> Token:
    """Give the token that begins at a place or is the first behind it."""
    found = TOKEN.match(code, at)
    if found is None:
        return Token(b"", len(code), len(code))
    return _made(Token, (found[1], found.start(1), found.end()))


def token_before(code: bytes, at: int) -> Token:
    """Give the last token that ends before a place or at it; of a very long word its end alone."""
    end = before(code, at, BLANK)
    if code[end - 1 : end] in WORDS:
        text = code[max(0, end - MOST) : end]
        size = len(text) - len(text.rstrip(WORD))
    else:
        size = 2 if code[max(0, end - 2) : end] in JOINED else min(1, end)
    return _made(Token, (code[end - size : end], end - size, end))


def words(code: bytes, *names: bytes, within: Span | None = None) -> Iterator[Token]:
    """Give the places at which some names stand as words of their own, in order."""
    wanted = frozenset(names)
    if len(wanted) > FEW:  # one walk over all words takes less than a search for each
        for found in WORD_OF_ITS_OWN.finditer(code, *(within or ())):
            if found[0] in wanted and code[found.end() : found.end() + 1] not in WORDS:
                yield Token(found[0], *found.span())
        return
    if len(names) == 1 and A_NAME.fullmatch(names[0]):  # as nearly always
        name, size = names[0], len(names[0])
        for at in places(code, name, within=within):
            if code[at - 1 : at] not in WORDS and code[at + size : at + size + 1] not in WORDS:
                yield Token(name, at, at + size)
        return
    last = -1  # a name that begins with another one is found with it
    for at in places(code, *wanted, within=within):
        word = token_at(code, at)
        if at != last and word.text in wanted and code[at - 1 : at] not in WORDS:
            yield word
        last = at


def follows(code: bytes, at: int, *tokens: bytes) -> bool:
    """Say whether some tokens stand behind a place, one after the other."""
    for text in tokens:
        found = token_at(code, at)
        if found.text != text:
            return False
        at = found.end
    return True


def qualified_start(code: bytes, at: int) -> int:
    """Give where a name begins whose last part does at a place: `a::b::c`, `::c`.

    Scopes have no template arguments.
    """
    for _ in range(MOST_SCOPES):
        scope = token_before(code, at)
        if scope.text != b"::":
            break
        outer = token_before(code, scope.start)
        if not outer.is_word or outer.text in NO_SCOPES:
            return scope.start
        at = outer.start
    return at
