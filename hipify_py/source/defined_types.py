"""The classes and enumerations that a text defines, read from its tokens, and what an enumeration lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.model import Span
from hipify_py.source.bracket_ends import brace_ends
from hipify_py.source.brackets import parts, trimmed
from hipify_py.source.tokens import A_NAME, follows, token_at, token_before
from hipify_py.source.type_names import is_specifier, past_bracket, past_template
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.unit import Unit

TAGS = (b"struct", b"class", b"union", b"enum")
FINAL = b"final"
ENDS = frozenset((b"{", b";", b"(", b")", b"}", b"=", b"", b">"))
MOST = 100  # tokens of what a class is made of


class DefinedType(NamedTuple):
    """A class or an enumeration that is defined: its keyword, its name if it has one, and what it is made of.

    `made_of` is the span of what stands behind the `:`, of bases or a type of numbers; `body` has its braces.
    That of `enum A : int;` is empty. `is_special` says that it is one for some arguments of its template.
    """

    at: int
    keyword: bytes
    name: bytes
    made_of: Span
    body: Span
    is_special: bool = False


@fact
def defined_types(unit: Unit) -> tuple[DefinedType, ...]:
    """Give what a file defines of these, in order; those within others, too."""
    return tuple(filter(None, (_defined(unit, one.start) for one in all_standing(unit, *TAGS))))


def _defined(unit: Unit, at: int) -> DefinedType | None:
    code = unit.code
    keyword = token_at(code, at)
    if token_before(code, at).text == b"enum":  # `enum class` is told once
        return None
    token = token_at(code, keyword.end)
    if token.text in {b"class", b"struct"} and keyword.text == b"enum":
        token = token_at(code, token.end)
    while is_specifier(token.text):
        token = token_at(code, past_bracket(code, token.end))
    name, is_special = b"", False
    if A_NAME.match(token.text):
        name, end = token.text, past_template(code, token.end)
        is_special = end > token.end
        token = token_at(code, end)
        token = token_at(code, token.end) if token.text == FINAL else token
    made_of = Span(token.start, token.start)
    if token.text == b":":
        made_of = _made_of(code, token.end)
        token = token_at(code, made_of.end)
    is_announced = token.text == b";" and keyword.text == b"enum" and made_of.end > made_of.start
    if token.text != b"{" and not is_announced:
        return None
    end = token.start if is_announced else brace_ends(unit).get(token.start, len(code))
    return DefinedType(at, keyword.text, name, made_of, Span(token.start, end), is_special)


def _made_of(code: bytes, at: int) -> Span:
    """Give what stands behind the `:`, up to the brace."""
    token = token_at(code, at)
    for _ in range(MOST):
        if token.text in ENDS:
            break
        token = token_at(code, past_template(code, token.end))
    return trimmed(code, at, token.start)


def only_base(code: bytes, one: DefinedType) -> Span:
    """Give the base of a class that has one, without the words before it; an empty span of any other."""
    listed = parts(code, *one.made_of)
    start, end = (
        listed[0] if len(listed) == 1 and one.keyword != b"enum" else (one.body.start, one.body.start)
    )
    while (word := token_at(code, start)).text in {b"public", b"private", b"protected", b"virtual"}:
        start = word.end
    return trimmed(code, start, end)


def enumerators(code: bytes, one: DefinedType) -> Iterator[tuple[bytes, bytes]]:
    """Give the names that an enumeration lists with a value, and the texts of the values."""
    listed = one.keyword == b"enum" and one.body.end > one.body.start
    for part in parts(code, one.body.start + 1, one.body.end - 1) if listed else ():
        name = token_at(code, part.start)
        if A_NAME.match(name.text) and follows(code, name.end, b"="):
            yield name.text, code[token_at(code, name.end).end : part.end].strip()
