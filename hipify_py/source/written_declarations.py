"""Declarations read from their tokens: the type, and each name with its bounds and its value.

They are for what stands outside of functions, in headers too that nobody parses. In a function its model is
asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.brackets import BRACE, MOST, closing, trimmed
from hipify_py.source.search import last_of
from hipify_py.source.statements import separators
from hipify_py.source.tokens import A_NAME, token_at
from hipify_py.source.type_names import (
    CLASSES,
    MOST_WORDS,
    class_end,
    is_specifier,
    name_end,
    past_bracket,
    past_template,
)
from hipify_py.source.type_sizes import WORDS

if TYPE_CHECKING:
    from hipify_py.source.tokens import Token

BUILTIN = WORDS | frozenset(b"auto bool float double void".split())
NO_TYPE = frozenset(
    b"return else do case goto new delete throw using namespace template if for while switch sizeof"
    b" operator".split()
)
POINTS = frozenset((b"*", b"&", b"&&"))
DIRECTIVE = re.compile(rb"^[ \t]*#(?:\\\r?\n|[^\n])*+", re.MULTILINE)
MOST_NAMES = 64  # of one list
MOST_NESTED = 4  # brackets around a name
MOST_BOUNDS = 8  # of an array


class Declarator(NamedTuple):
    """A declared name: its span, the signs before it, the bounds of an array, what it takes, and its value.

    `taken` is the bracket behind the name, with which a variable may begin as well. Of a name that stands in
    brackets, as in `(*step[4])(int)`, `pointed` are the signs there. A value in braces is told with them.
    """

    name: Span
    signs: tuple[bytes, ...] = ()
    pointed: tuple[bytes, ...] = ()
    bounds: tuple[Span, ...] = ()
    taken: Span | None = None
    value: Span | None = None


class Written(NamedTuple):
    """A declaration: its specifiers, the span of its type without them, what it declares, and its end.

    That is the semicolon, or what else stands behind the last name: the brace of a function's body.
    """

    specifiers: tuple[bytes, ...]
    type: Span
    declarators: tuple[Declarator, ...]
    end: int

    def type_in(self, code: bytes) -> bytes:
        """Give the type with one blank between words."""
        return b" ".join(code[slice(*self.type)].split())


class _Part(NamedTuple):
    """A part of what stands before a name: a word of the language's own types, or the name of a type."""

    span: Span
    is_builtin: bool


def declaration(code: bytes, at: int) -> Written | None:
    """Read the declaration that begins at a place; None where none does."""
    specifiers, parts, token = _head(code, at)
    last = token.start
    if len(parts) > 1 and not parts[-1].is_builtin and token.text not in POINTS:
        last = parts.pop().span.start  # the name
    if not parts:
        return None
    start = _first_word(parts)
    found: list[Declarator] = []
    for _ in range(MOST_NAMES):
        made = _declarator(code, last)
        if made is None:
            return None
        found.append(made[0])
        mark = token_at(code, made[1])
        last = mark.end
        if mark.text != b",":
            return Written(specifiers, Span(start, parts[-1].span.end), tuple(found), mark.start)
    return None


def around(code: bytes, at: int) -> Written | None:
    """Read the declaration in whose statement a place stands; None where that is none."""
    start = last_of(code, b";{}", at, max(0, at - MOST)) + 1
    if code.find(b"#", start, at) >= 0:
        start = max((line.end() for line in DIRECTIVE.finditer(code, start, at)), default=start)
    for _ in range(MOST_WORDS):
        word = token_at(code, start)
        behind = token_at(code, word.end)
        if word.text == b"template":
            start = past_template(code, word.end)
        elif word.is_word and behind.text == b":":  # a label, or whose the members are
            start = behind.end
        else:
            break
    return declaration(code, start)


def initial_value(code: bytes, at: int) -> bytes:
    """Give the text of what a name that ends at a place is made with, without brackets; nothing without."""
    one, _ = _behind(code, Declarator(Span(at, at)), at)
    given = one.value or one.taken
    text = code[slice(*given)] if given else b""
    return text[1:-1].strip() if text[:1] in {b"{", b"("} and (text[:1] == b"{" or not one.value) else text


def ends_with(code: bytes, at: int) -> bytes:
    """Give the sign behind a declared name that ends at a place, and behind what it is made with."""
    return token_at(code, _behind(code, Declarator(Span(at, at)), at)[1]).text


def type_and_rest(code: bytes, span: Span) -> tuple[Span, Span] | None:
    """Part a type that stands alone into its name and what is made of that: `void (*)(int)`, `int[4]`."""
    _, parts, _ = _head(code, span.start)
    end = parts[-1].span.end if parts else span.end + 1
    if end > span.end:  # what stands behind the span may be far: a comment is blank
        return None
    return Span(_first_word(parts), end), trimmed(code, end, span.end)


def _first_word(parts: list[_Part]) -> int:
    """Give where the type begins that some parts end with: `unsigned long` has two of them."""
    number = len(parts) - 1
    while number and parts[number].is_builtin and parts[number - 1].is_builtin:
        number -= 1
    return parts[number].span.start


def _head(code: bytes, at: int) -> tuple[tuple[bytes, ...], list[_Part], Token]:
    """Read the words before a sign; the last of them may be the name that is declared."""
    specifiers: list[bytes] = []
    parts: list[_Part] = []
    token = token_at(code, at)
    for _ in range(MOST_WORDS):
        if is_specifier(token.text):
            if token.text == b"typedef" in specifiers:  # the one before has no end
                break
            specifiers.append(token.text)
            token = token_at(code, past_bracket(code, token.end))
            continue
        is_name = token.text == b"::" or A_NAME.match(token.text)
        if not is_name or token.text in NO_TYPE:
            return tuple(specifiers), parts, token
        end = class_end(code, token) if token.text in CLASSES else name_end(code, token)
        parts.append(_Part(Span(token.start, end), token.text in BUILTIN))
        token = token_at(code, end)
    return (), [], token


def _declarator(code: bytes, at: int, nested: int = 0) -> tuple[Declarator, int] | None:
    """Read a name with what stands around it, and give the end of that."""
    signs, token = _signs(code, at)
    if token.text == b"(" and nested < MOST_NESTED:
        inner = _declarator(code, token.end, nested + 1)
        closed = token_at(code, inner[1]) if inner else None
        if inner is None or closed is None or closed.text != b")" or inner[0].value:
            return None
        one, end = inner[0]._replace(signs=signs, pointed=inner[0].signs), closed.end
    elif A_NAME.match(token.text) and token.text not in NO_TYPE:
        end = name_end(code, token)
        name = A_NAME.search(code, max(token.start, code.rfind(b":", token.start, end) + 1), end)
        one = Declarator(Span(*name.span()) if name else Span(token.start, end), signs)
    else:
        return None
    return _behind(code, one, end)


def _signs(code: bytes, at: int) -> tuple[tuple[bytes, ...], Token]:
    """Give the signs before a name, and what stands behind them; of a member's class nothing is told."""
    signs: list[bytes] = []
    token = token_at(code, at)
    for _ in range(MOST_WORDS):
        if token.text in POINTS:
            signs.append(token.text)
        elif not is_specifier(token.text):
            scope = name_end(code, token) if A_NAME.match(token.text) else token.start
            star = token_at(code, scope)
            if star.text != b"*" or not code[token.start : scope].rstrip().endswith(b"::"):
                break
            token = star
            continue
        token = token_at(code, past_bracket(code, token.end) if is_specifier(token.text) else token.end)
    return tuple(signs), token


def _behind(code: bytes, one: Declarator, at: int) -> tuple[Declarator, int]:
    """Read what stands behind a name: bounds, what it takes, and its value."""
    bounds: list[Span] = []
    mark = token_at(code, at)
    for _ in range(MOST_BOUNDS):
        if mark.text != b"[":
            break
        end = next(separators(code, mark.end, min(len(code), mark.end + MOST)), mark.end)
        bounds.append(trimmed(code, mark.end, end))
        mark = token_at(code, end + 1)
    one = one._replace(bounds=(*one.bounds, *bounds))
    if mark.text == b"(":
        taken = Span(mark.start, past_bracket(code, mark.start))
        one, mark = one._replace(taken=taken), token_at(code, taken.end)
    while is_specifier(mark.text):
        mark = token_at(code, past_bracket(code, mark.end))
    limit = min(len(code), mark.end + MOST)
    if mark.text == b"=":
        end = next(separators(code, mark.end, limit), limit)
        return one._replace(value=trimmed(code, mark.end, end)), end
    if mark.text == b"{" and one.taken is None:
        end = closing(code, mark.start, limit, BRACE)
        return one._replace(value=Span(mark.start, end)), end
    return one, mark.start
